import {
  SegmentStatus,
  segmentSortFields,
  segmentStatusLabel,
  SegmentType,
  segmentTypeLabel,
} from "@forestay/contracts/wire";
import type { SegmentStatusValue, SegmentTypeValue } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Plus, Sparkles } from "lucide-react";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { choice, defineUrlState, pageNumber, text } from "@/lib/url-state/index.ts";
import { segmentQueries } from "./api/segment-queries.ts";
import { segmentColumns } from "./components/segment-columns.tsx";
import { SegmentRow } from "./components/segment-row.tsx";

const statuses = ["any", ...Object.values(SegmentStatus).map(String)] as const;
const types = ["any", ...Object.values(SegmentType).map(String)] as const;

const listState = defineUrlState({
  search: text(),
  status: choice(statuses, "any"),
  type: choice(types, "any"),
  sort: choice(segmentSortFields, "revenueAtRisk"),
  direction: choice(["desc", "asc"], "desc"),
  page: pageNumber(),
});

/** /app/segments: the company's named rules, what they are worth and what is at risk. */
export function SegmentsPage() {
  const [view, change] = useUrlState(listState);
  const list = useQuery(
    segmentQueries.list({
      page: view.page,
      sort: view.sort,
      direction: view.direction,
      ...(view.search === "" ? {} : { search: view.search }),
      ...(view.status === "any" ? {} : { status: Number(view.status) as SegmentStatusValue }),
      ...(view.type === "any" ? {} : { type: Number(view.type) as SegmentTypeValue }),
    }),
  );
  const known = list.data;
  const isFiltered = view.search !== "" || view.status !== "any" || view.type !== "any";
  return (
    <>
      <PageHeader
        title="Segments"
        subtitle={
          known && known.allCount > 0
            ? `${formatCounted(known.allCount, "segment")}, ${known.activeCount} active · counts follow each change within seconds`
            : "Named groups of customers that follow every change by themselves"
        }
        actions={
          <Authorize policy="segments:write">
            <ButtonLink to="/app/segments/suggested" icon={<Sparkles />}>
              Suggest segments
            </ButtonLink>
            <ButtonLink to="/app/segments/new" variant="primary" icon={<Plus />}>
              New segment
            </ButtonLink>
          </Authorize>
        }
      />
      <Sheet>
        {known?.allCount === 0 ? null : (
          <ListToolbar>
            <SearchField
              label="Find a segment by name or rule"
              placeholder="Find a segment"
              value={view.search}
              onSearch={(search) => change({ search })}
            />
            <Select
              label="Status"
              size="sm"
              className="w-auto"
              value={view.status}
              onChange={(status) => change({ status })}
              options={statuses.map((value) => ({
                value,
                label: value === "any" ? "Any status" : segmentStatusLabel(Number(value)),
              }))}
            />
            <Select
              label="Type"
              size="sm"
              className="w-auto"
              value={view.type}
              onChange={(type) => change({ type })}
              options={types.map((value) => ({
                value,
                label: value === "any" ? "Any type" : segmentTypeLabel(Number(value)),
              }))}
            />
            <p className="m-0 ml-auto text-note text-ink-3 max-lg:hidden">
              A customer can be in several, so columns do not add up
            </p>
          </ListToolbar>
        )}
        <ListFrame
          query={list}
          noun="segments"
          failed="Segments did not load"
          skeleton={<ListSkeleton rows={8} rowClassName="md:h-13" />}
          empty={<NoSegments />}
          noMatch={
            isFiltered ? (
              <NoResults
                title="No segments match"
                action={
                  <Button onClick={() => change({ search: "", status: "any", type: "any" })}>
                    Clear filters
                  </Button>
                }
              >
                Clear the filters to see all of them.
              </NoResults>
            ) : undefined
          }
          onPage={(page) => change({ page })}
          hidesSinglePage
        >
          {({ items, everyone }, isStale) => (
            <ListTable
              label="Segments"
              columns={segmentColumns}
              rows={[
                { of: "everyone" as const, figures: everyone },
                ...items.map((segment) => ({ of: "segment" as const, segment })),
              ]}
              idOf={(row) => (row.of === "everyone" ? "everyone" : row.segment.id)}
              pathOf={(row) => (row.of === "everyone" ? "/app/customers" : `/app/segments/${row.segment.id}`)}
              mobileRow={(row) => <SegmentRow row={row} />}
              sorted={view}
              onSort={change}
              rowClassName="first:bg-sunken md:h-13"
              isStale={isStale}
            />
          )}
        </ListFrame>
        {known !== undefined && known.items.length > 0 ? (
          <p className="m-0 border-t border-line px-4 py-3 text-note text-ink-3 md:px-5">
            Lifetime value and monthly revenue are averages per customer. At risk: yearly revenue of those
            expected to leave.
          </p>
        ) : null}
      </Sheet>
    </>
  );
}

function NoSegments() {
  return (
    <EmptyState
      title="No segments yet"
      actions={
        <Authorize policy="segments:write">
          <ButtonLink to="/app/segments/new" variant="primary">
            New segment
          </ButtonLink>
        </Authorize>
      }
    >
      A segment is a rule with a name: “Pro customers who have gone quiet”. You see who is in it while you
      write it, and it follows every change from then on.
    </EmptyState>
  );
}
