import { criteriaLines, linePath } from "@forestay/contracts/wire";
import type { Segment } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { StatusDot } from "@/components/ui/tag.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { segmentQueries } from "../api/segment-queries.ts";
import { Narrowing } from "./narrowing.tsx";

/** What became of lines since they were saved. Who is in it is decided by them as they stand. */
function BrokenLines({ segment: { criteria, brokenLines } }: { segment: Segment }) {
  if (brokenLines.length === 0) return null;
  const labels = new Map(
    criteriaLines(criteria).map(({ path, criterion }) => [
      linePath(path, "criteria"),
      criterion.label ?? criterion.field,
    ]),
  );
  return (
    <div className="mb-4 rounded-inset bg-sunken p-3 text-ui text-ink-2">
      <StatusDot tone="warning">
        {brokenLines.length === 1
          ? "One line of this rule does not work any more"
          : `${brokenLines.length} lines of this rule do not work any more`}
      </StatusDot>
      <ul className="m-0 list-none pt-1.5 pl-4">
        {brokenLines.map(({ path, message }) => (
          <li key={path}>
            <span className="text-ink">{labels.get(path) ?? "A group"}</span>: {message}.
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The rule read out, and how each of its lines narrows the list. */
export function SegmentRule({ segment }: { segment: Segment }) {
  const narrowing = useQuery(segmentQueries.narrowing(segment.id));
  return (
    <Cell title="Who is in it">
      <p className="m-0 pb-4 text-ui text-ink">{segment.sentence}.</p>
      <BrokenLines segment={segment} />
      <QueryView
        query={narrowing}
        loading="Counting the lines of the rule"
        failed="The lines of the rule were not counted"
        skeleton={<Skeleton className="h-24 w-full" />}
        inset
      >
        {({ totalCount, lines, isExact }) => (
          <Narrowing totalCount={totalCount} lines={lines} isExact={isExact} stacked />
        )}
      </QueryView>
      <Authorize policy="segments:write">
        <p className="m-0 pt-3">
          <MoreLink to={`/app/segments/${segment.id}/edit`}>Edit the rule</MoreLink>
        </p>
      </Authorize>
    </Cell>
  );
}
