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
import { ruleDay } from "@/lib/format/rule-values.ts";
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
          {(found) => found.items.map((item) => <Suggestion key={item.sentence} item={item} found={found} />)}
        </QueryView>
      </Sheet>
    </>
  );
}

function headWords({ items, by, builtOn, checkedOn }: SegmentSuggestions): string {
  if (items.length === 0) return "Plain rules, found by looking at who left and at scores";
  const customers = formatCounted(builtOn, by === "scores" ? "scored customer" : "customer");
  const known = by === "scores" ? "" : " who left or stayed";
  return `Built on ${customers}${known}, and shown because the other ${formatCount(checkedOn)} agree`;
}

function Suggestion({ item, found }: { item: SuggestedSegment; found: SegmentSuggestions }) {
  const { inside, outside, difference, criteria } = item;
  const rule = encodeURIComponent(JSON.stringify(criteria.map(withoutLabel)));
  return (
    <SheetRow columns="minmax(0,1fr) 300px">
      <Cell title={item.sentence}>
        <p className="m-0 text-ui text-ink-2">
          {found.by === "scores" ? "Expected to leave" : "Left"}{" "}
          <strong className="font-strong text-ink">
            {outside.churnRate === 0
              ? "while none of the others did"
              : `${(inside.churnRate / outside.churnRate).toFixed(1)}× as often`}
          </strong>
          : {formatShare(inside.churnRate)} of {formatCount(inside.n)}
          {inside.interval === null
            ? null
            : ` (95% interval ${formatShare(inside.interval.low)} to ${formatShare(inside.interval.high)})`}
          , against {formatShare(outside.churnRate)} of {formatCount(outside.n)} others.
        </p>
        <p className="m-0 pt-1 text-note text-ink-3">
          {formatPoints(difference.value * 100)} more, 95% interval {formatPoints(difference.low * 100)} to{" "}
          {formatPoints(difference.high * 100)}, on customers the rule was not built on. {foundBy(found)}
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

/** What the figures are of. */
function foundBy({ by, asOf, withinDays }: SegmentSuggestions): string {
  if (by === "scores") return "As their scores expect: who really leaves is seen when their time is over.";
  if (asOf === null || withinDays === null) return "By who has really left, ever, and not by scores.";
  return `By who really left within ${withinDays} days, not by scores: customers as they were on ${ruleDay(asOf)}.`;
}

/** In an address the words of a line are left out: they follow from it. */
function withoutLabel(node: SuggestedSegment["criteria"][number]) {
  if ("criteria" in node) return node;
  const { field, operator, value } = node;
  return { field, operator, value };
}
