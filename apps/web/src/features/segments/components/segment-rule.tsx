import type { Segment } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { BrokenLines } from "@/components/criteria/broken-lines.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { segmentQueries } from "../api/segment-queries.ts";
import { Narrowing } from "./narrowing.tsx";

/** The rule read out, and how each of its lines narrows the list. */
export function SegmentRule({ segment }: { segment: Segment }) {
  const narrowing = useQuery(segmentQueries.narrowing(segment.id));
  return (
    <Cell title="Who is in it">
      <p className="m-0 pb-4 text-ui text-ink">{segment.sentence}.</p>
      <BrokenLines lines={segment.brokenLines} of="this rule" className="mb-4" />
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
