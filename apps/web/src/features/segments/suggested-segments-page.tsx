import type { SegmentSuggestions, SuggestedSegment } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { QueryView } from "@/components/query-view.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Cell, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCount, formatCounted, formatPoints, formatShare } from "@/lib/format/index.ts";
import { segmentQueries } from "./api/segment-queries.ts";

/** /app/segments/suggested: plain rules whose customers leave more often, to keep, change or pass over. */
export function SuggestedSegmentsPage() {
  const suggestions = useQuery(segmentQueries.suggestions());
  return (
    <>
      <PageHeader
        title="Suggested segments"
        subtitle={suggestions.data === undefined ? undefined : headWords(suggestions.data)}
        breadcrumb={[{ label: "Segments", to: "/app/segments" }, { label: "Suggested" }]}
      />
      <Sheet>
        <QueryView
          query={suggestions}
          loading="Looking for rules"
          failed="No rules could be looked for"
          skeleton={<ListSkeleton rows={4} rowClassName="md:h-28" />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState
              title="Nothing to suggest"
              actions={<ButtonLink to="/app/segments/new">Write a rule</ButtonLink>}
            >
              {suggestions.data?.missing ?? ""}
            </EmptyState>
          }
        >
          {({ items }) => items.map((item) => <Suggestion key={item.sentence} item={item} />)}
        </QueryView>
      </Sheet>
    </>
  );
}

function headWords({ items, builtOn, checkedOn }: SegmentSuggestions): string {
  if (items.length === 0) return "Plain rules, found by looking at scores";
  return `Built on ${formatCounted(builtOn, "scored customer")}, and shown because the other ${formatCount(checkedOn)} agree`;
}

function Suggestion({ item }: { item: SuggestedSegment }) {
  const { inside, outside, difference, criteria } = item;
  const rule = encodeURIComponent(JSON.stringify(criteria.map(withoutLabel)));
  return (
    <SheetRow columns="minmax(0,1fr) 300px">
      <Cell title={item.sentence}>
        <p className="m-0 text-ui text-ink-2">
          Expected to leave{" "}
          <strong className="font-strong text-ink">
            {(inside.churnRate / Math.max(1e-9, outside.churnRate)).toFixed(1)}× as often
          </strong>
          : {formatShare(inside.churnRate)} of {formatCount(inside.n)}, against{" "}
          {formatShare(outside.churnRate)} of {formatCount(outside.n)} others.
        </p>
        <p className="m-0 pt-1 text-note text-ink-3">
          {formatPoints(difference.value * 100)} more, 95% interval {formatPoints(difference.low * 100)} to{" "}
          {formatPoints(difference.high * 100)}, on customers the rule was not built on. As their scores
          expect: who really leaves is seen when their time is over.
        </p>
      </Cell>
      <div className="flex flex-wrap items-center gap-2.5 px-4 py-4 md:px-5">
        <Authorize policy="segments:write">
          <ButtonLink
            variant="primary"
            to={`/app/segments/new?criteria=${rule}&name=${encodeURIComponent(item.name)}&suggested=1`}
          >
            Make a segment
          </ButtonLink>
        </Authorize>
        <ButtonLink variant="ghost" icon={<Users />} to={`/app/customers?filters=${rule}`}>
          See who
        </ButtonLink>
      </div>
    </SheetRow>
  );
}

/** In an address the words of a line are left out: they follow from it. */
function withoutLabel(node: SuggestedSegment["criteria"][number]) {
  if ("criteria" in node) return node;
  const { field, operator, value } = node;
  return { field, operator, value };
}
