import type { ContactWorth } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatShare } from "@/lib/format/index.ts";

/** Customers kept by writing to so many of the best first, against writing to as many at random. */
export function QiniCurve({ quality }: { quality: NonNullable<ContactWorth["quality"]> }) {
  const { curve, all, low, high, coefficient } = quality;
  const perThousand = (gain: number) => 1000 * gain;
  const values = [0, perThousand(all), ...curve.map(({ gain }) => perThousand(gain))];
  const bottom = Math.floor(Math.min(...values) / 10) * 10;
  const top = Math.max(10, Math.ceil(Math.max(...values) / 10) * 10);
  const one = (value: number) => (1000 * value).toFixed(1);
  return (
    <Cell title="Kept in 1,000, by how many are written to">
      <LineChart
        label={`Customers kept in 1,000 by share written to; choosing keeps ${one(coefficient)} in 1,000 more than chance on average, 95% interval ${one(low)} to ${one(high)}.`}
        height={200}
        straight
        xLabel="Share written to"
        xDomain={[0, 1]}
        yDomain={[bottom, top]}
        xTicks={[0, 0.5, 1]}
        yTicks={[...new Set([bottom, 0, top])]}
        formatX={formatShare}
        formatY={(value) => String(Math.round(value))}
        series={[
          {
            key: "chance",
            label: "At random",
            color: "var(--ink-3)",
            form: "comparison",
            points: [
              { x: 0, y: 0 },
              { x: 1, y: perThousand(all) },
            ],
          },
          {
            key: "chosen",
            label: "By this order",
            color: "var(--brand)",
            points: curve.map(({ share, gain }) => ({ x: share, y: perThousand(gain) })),
          },
        ]}
        csv={{
          name: "who-is-worth-contacting",
          columns: ["share_written_to", "kept_of_1000"],
          rows: curve.map(({ share, gain }) => [share, perThousand(gain)] as const),
        }}
      />
      <p className="m-0 mt-2 text-note text-ink-2">
        {one(coefficient)} in 1,000 more than at random on average (Qini), 95% interval {one(low)} to{" "}
        {one(high)}.
      </p>
    </Cell>
  );
}
