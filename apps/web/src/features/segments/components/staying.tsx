import type { Segment, SegmentComparison } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { segmentQueries } from "../api/segment-queries.ts";
import { segmentColor } from "../hooks/segment-words.ts";

type Curve = NonNullable<SegmentComparison["staying"]>["inside"];

/** Whether those who were in it stayed, against everybody who was not. */
export function Staying({ segment }: { segment: Segment }) {
  const { data } = useQuery(segmentQueries.comparison(segment.id));
  const staying = data?.staying ?? null;
  if (staying === null) {
    return (
      <Cell title="Do they stay?">
        <p className="m-0 text-ui text-ink-2">
          {data === undefined
            ? "Who was in it is being read."
            : "Told from a week after its rule last changed: then those who were in it have been followed long enough."}
        </p>
      </Cell>
    );
  }
  const { inside, outside, days } = staying;
  const title = `${formatCount(inside.left)} of the ${formatCount(inside.customers)} who were in it on ${formatShortDate(staying.from)} ${inside.left === 1 ? "has" : "have"} left`;
  const lowest = Math.min(...[...inside.points, ...outside.points].map(({ low }) => low));
  const bottom = Math.max(0, Math.floor((lowest - 0.001) * 20) / 20);
  const line = (curve: Curve) => [
    ...curve.points,
    ...(curve.points.at(-1)!.day < days ? [{ ...curve.points.at(-1)!, day: days }] : []),
  ];
  const own = line(inside);
  const others = line(outside);
  const end = (points: ReturnType<typeof line>, detail: string) => ({
    value: formatShare(points.at(-1)!.share),
    detail,
  });
  return (
    <Cell
      title={title}
      subtitle={`Share still here, 95% bands${staying.pValue === null ? "" : `; log-rank p ${pWords(staying.pValue)}`}`}
    >
      <LineChart
        label={`${title}; of the other ${formatCount(outside.customers)}, ${formatCount(outside.left)} have left.`}
        height={240}
        steps
        xLabel="Day"
        xTitle={`Days since ${formatShortDate(staying.from)}`}
        xDomain={[0, days]}
        yDomain={[bottom, 1]}
        yTicks={[bottom, (bottom + 1) / 2, 1]}
        xTicks={[0, Math.round(days / 3), Math.round((2 * days) / 3), days]}
        formatX={(day) => formatCount(day)}
        formatY={formatShare}
        series={[
          {
            key: "inside",
            label: "This segment",
            color: segmentColor[segment.color],
            points: own.map(({ day, share }) => ({ x: day, y: share })),
            band: own.map(({ day, low, high }) => ({ x: day, low, high })),
            endLabel: end(own, "this segment"),
          },
          {
            key: "outside",
            label: "Everyone else",
            color: "var(--ink-3)",
            points: others.map(({ day, share }) => ({ x: day, y: share })),
            band: others.map(({ day, low, high }) => ({ x: day, low, high })),
            endLabel: end(others, "everyone else"),
          },
        ]}
        csv={{
          name: "segment-staying",
          columns: ["who", "day", "still_here", "low_95", "high_95"],
          rows: [
            ...own.map(({ day, share, low, high }) => ["segment", day, share, low, high] as const),
            ...others.map(({ day, share, low, high }) => ["everyone else", day, share, low, high] as const),
          ].map((row) => [...row]),
        }}
      />
    </Cell>
  );
}

const pWords = (p: number) => (p < 0.001 ? "below 0.001" : p.toFixed(p < 0.01 ? 3 : 2));
