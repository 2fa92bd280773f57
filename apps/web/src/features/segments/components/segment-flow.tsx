import type { Segment, SegmentFlow as Flow } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { StackedColumns } from "@/components/charts/stacked-columns.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { formatCount, formatCounted, formatShortDate } from "@/lib/format/index.ts";
import { segmentQueries } from "../api/segment-queries.ts";
import { segmentColor } from "../hooks/segment-words.ts";

/** Who came in and went out, by week. */
export function SegmentFlow({ segment }: { segment: Segment }) {
  const flow = useQuery(segmentQueries.flow(segment.id));
  return (
    <QueryView
      query={flow}
      loading="Loading who came and went"
      failed="Who came and went did not load"
      skeleton={
        <Cell title="Who came and went">
          <Skeleton className="h-44 w-full" />
        </Cell>
      }
    >
      {(known) => <Columns flow={known} segment={segment} />}
    </QueryView>
  );
}

function Columns({ flow, segment }: { flow: Flow; segment: Segment }) {
  const entered = flow.weeks.reduce((sum, week) => sum + week.entered, 0);
  const left = flow.weeks.reduce((sum, week) => sum + week.left, 0);
  if (entered + left === 0) {
    return (
      <Cell title="Nobody came or went yet">
        <p className="m-0 text-ui text-ink-2">
          {flow.since === null
            ? "Each customer that meets the rule, or no longer does, is counted here by week."
            : `Since its rule stood, ${formatShortDate(flow.since)}: whoever meets it from now on, or no longer does, is counted here by week.`}
        </p>
      </Cell>
    );
  }
  const title = `${formatCount(entered)} came in and ${formatCount(left)} went out in ${formatCounted(flow.weeks.length, "week")}`;
  return (
    <Cell
      title={title}
      subtitle={`${formatCount(flow.membersThen)} at the start, ${formatCount(flow.membersNow)} now${left === 0 ? "" : `. Of those out, ${formatCount(flow.leftUs)} left you`}`}
    >
      <StackedColumns
        label={title}
        head="Week from"
        height={220}
        parts={[
          { key: "entered", label: "Came in", color: segmentColor[segment.color], isLoss: false },
          { key: "left", label: "Went out", color: "var(--c6)", isLoss: true },
        ]}
        columns={flow.weeks.map((week) => ({
          key: week.from,
          label: `Week from ${formatShortDate(week.from)}`,
          values: { entered: week.entered, left: week.left },
        }))}
        formatY={(value) => formatCount(Math.abs(value))}
        formatValue={formatCount}
        xTicks={flow.weeks
          .map((week, column) => ({ column, label: formatShortDate(week.from) }))
          .filter((_, column) => column % Math.max(1, Math.ceil(flow.weeks.length / 4)) === 0)}
        csv={{
          name: "segment-weeks",
          columns: ["week_from", "came_in", "went_out"],
          rows: flow.weeks.map((week) => [week.from, week.entered, week.left]),
        }}
      />
    </Cell>
  );
}
