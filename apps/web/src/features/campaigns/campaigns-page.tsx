import { campaignStatuses } from "@forestay/contracts/wire";
import type { CampaignSummary } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Plus, Users } from "lucide-react";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCount, formatCounted, formatMoney } from "@/lib/format/index.ts";
import { choice, defineUrlState, pageNumber, text } from "@/lib/url-state/index.ts";
import { campaignQueries } from "./api/campaign-queries.ts";
import { FindingTag, StatusTag } from "./components/campaign-tags.tsx";
import { points, pointsRange } from "./components/campaign-words.ts";
import { templates } from "./templates.ts";

const pageSize = 25;
const listState = defineUrlState({
  search: text(),
  status: choice(["any", ...campaignStatuses], "any"),
  page: pageNumber(),
});

/** /app/campaigns: what was tried with customers, and what it changed. */
export function CampaignsPage() {
  const [{ search, status, page }, change] = useUrlState(listState);
  const list = useQuery(
    campaignQueries.list({
      page,
      pageSize,
      ...(search === "" ? {} : { search }),
      ...(status === "any" ? {} : { status }),
    }),
  );
  const known = list.data;
  return (
    <>
      <PageHeader
        title="Campaigns"
        subtitle={
          known && known.allCount > 0
            ? `${formatCounted(known.allCount, "campaign")}, ${known.activeCount} active, ${known.pausedCount} paused`
            : "What you do to keep customers, measured against those who were held out"
        }
        actions={
          <>
            {known && known.allCount > 0 ? (
              <ButtonLink to="/app/campaigns/worth" icon={<Users />}>
                Who is worth contacting
              </ButtonLink>
            ) : null}
            <Authorize policy="campaigns:write">
              <ButtonLink to="/app/campaigns/create" variant="primary" icon={<Plus />}>
                New campaign
              </ButtonLink>
            </Authorize>
          </>
        }
      />
      <Sheet>
        {known?.allCount === 0 && status === "any" ? null : (
          <ListToolbar>
            <SearchField
              label="Find a campaign by name"
              placeholder="Find a campaign"
              value={search}
              onSearch={(words) => change({ search: words })}
            />
            <Select
              label="Status"
              size="sm"
              className="w-auto"
              value={status}
              onChange={(next) => change({ status: next })}
              options={["any" as const, ...campaignStatuses].map((value) => ({
                value,
                label: value === "any" ? "Any but archived" : value,
              }))}
            />
          </ListToolbar>
        )}
        <ListFrame
          query={list}
          noun="campaigns"
          failed="Campaigns did not load"
          skeleton={<ListSkeleton rows={6} rowClassName="md:h-13" />}
          empty={<NoCampaigns />}
          noMatch={
            search !== "" || status !== "any" ? (
              <NoResults
                title="No campaign matches"
                action={<Button onClick={() => change({ search: "", status: "any" })}>Show all</Button>}
              />
            ) : undefined
          }
          onPage={(next) => change({ page: next })}
        >
          {({ items }, isStale) => (
            <ListTable
              label="Campaigns"
              columns={columns}
              rows={items}
              idOf={({ id }) => id}
              pathOf={pathOf}
              isStale={isStale}
              mobileRow={(campaign) => (
                <MobileRow
                  to={pathOf(campaign)}
                  title={campaign.name}
                  detail={`${campaign.status} · ${campaign.triggerWords}`}
                  value={upliftWords(campaign)}
                />
              )}
            />
          )}
        </ListFrame>
      </Sheet>
    </>
  );
}

const pathOf = ({ id, status }: CampaignSummary) =>
  status === "Draft" ? `/app/campaigns/${id}/edit` : `/app/campaigns/${id}`;
const upliftWords = ({ uplift }: CampaignSummary) =>
  uplift === null ? "–" : `${points(uplift.value)} points`;

/** What a campaign came to goes before how it got there, where not all of it has room; its page has the rest. */
const onWide = { headClassName: "max-[1280px]:hidden", cellClassName: "max-[1280px]:hidden" };

const columns: readonly ListColumn<CampaignSummary>[] = [
  {
    id: "name",
    header: "Campaign",
    cell: (campaign) => (
      <span className="flex min-w-48 flex-col py-1.5">
        <Link
          to={pathOf(campaign)}
          className="rounded-check font-strong text-ink no-underline hover:underline"
        >
          {campaign.name}
        </Link>
        <span className="text-note text-ink-2">
          {campaign.type} · {campaign.triggerWords}
        </span>
      </span>
    ),
  },
  { id: "status", header: "Status", cell: ({ status }) => <StatusTag status={status} /> },
  { id: "entered", header: "Drawn", numeric: true, cell: ({ enteredCount }) => formatCount(enteredCount) },
  {
    ...onWide,
    id: "held",
    header: "Held out",
    numeric: true,
    cell: ({ heldCount }) => formatCount(heldCount),
  },
  {
    ...onWide,
    id: "sent",
    header: "Sent",
    numeric: true,
    cell: ({ sentCount }) => formatCount(sentCount),
  },
  {
    ...onWide,
    id: "clicked",
    header: "Clicked",
    numeric: true,
    cell: ({ clickedCount }) => formatCount(clickedCount),
  },
  {
    ...onWide,
    id: "converted",
    header: "Goal met",
    numeric: true,
    cell: ({ convertedCount }) => formatCount(convertedCount),
  },
  {
    id: "uplift",
    header: "Kept more, points",
    numeric: true,
    cell: ({ uplift }) =>
      uplift === null ? (
        "–"
      ) : (
        <span className="whitespace-nowrap">
          <span className="font-strong text-ink">{points(uplift.value)}</span>{" "}
          <span className="text-note text-ink-2">{pointsRange(uplift)}</span>
        </span>
      ),
  },
  {
    ...onWide,
    id: "revenue",
    header: "Yearly revenue kept",
    numeric: true,
    cell: ({ revenueRecovered, currency, finding }) =>
      revenueRecovered === null
        ? "–"
        : finding === "kept" || finding === "lost"
          ? formatMoney(revenueRecovered, currency)
          : "–",
  },
  {
    id: "finding",
    header: "Verdict",
    cell: ({ finding, status }) =>
      status === "Draft" || status === "Scheduled" ? "–" : <FindingTag finding={finding} />,
  },
];

function NoCampaigns() {
  return (
    <EmptyState
      title="No campaigns yet"
      actions={
        <Authorize policy="campaigns:write">
          <ButtonLink to="/app/campaigns/create" variant="primary" icon={<Plus />}>
            New campaign
          </ButtonLink>
        </Authorize>
      }
    >
      Some customers are held out at random, so that you can tell what a campaign changed. Begin with a
      template:{" "}
      {templates.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 ? ", " : ""}
          <Link to={`/app/campaigns/create?template=${id}`} className="font-emphasis text-brand-text">
            {name}
          </Link>
        </span>
      ))}
      .
    </EmptyState>
  );
}
