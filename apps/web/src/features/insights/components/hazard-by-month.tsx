import type { RetentionInsights } from "@forestay/contracts/wire";
import { ColumnChart } from "@/components/charts/column-chart.tsx";
import { niceTicks } from "@/components/charts/nice-ticks.ts";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatShare } from "@/lib/format/index.ts";
import { hazardMarks } from "../hooks/mark-criteria.ts";
import { hazardTitle } from "../hooks/retention-words.ts";

/** Of those here in each month of their life, how many leave in it. */
export function HazardByMonth({ insights }: { insights: RetentionInsights }) {
  const { hazard } = insights;
  const title = hazardTitle(hazard);
  const known = hazard.flatMap((one) =>
    one.rate === null || one.low === null || one.high === null
      ? []
      : [{ ...one, rate: one.rate, low: one.low, high: one.high }],
  );
  // Where few are left the interval reaches far beyond the rates: it is cut off there, and told in words.
  const top = Math.max(0.01, ...known.map(({ rate }) => rate)) * 1.25;
  const yTicks = niceTicks(top);
  const ticked = new Set([0, 11, 23, 35]);
  return (
    <Cell title={title} subtitle="Share of those here who leave in that month, with 95% lines">
      <ColumnChart
        label={`${title}. Leaving by month since the first payment.`}
        heads={["Month of life", "Leave"]}
        height={260}
        yTicks={yTicks}
        formatY={formatShare}
        columns={known.map(({ month, rate, low, high, left, atRisk }) => ({
          key: `${month}`,
          label: `Month ${month}: ${left} of ${atRisk}`,
          value: rate,
          low,
          high,
          muted: month % 12 !== 0 && month !== 1,
        }))}
        xTicks={known.flatMap(({ month }, column) =>
          ticked.has(month - 1) || (known.length <= 6 && month % 2 === 1)
            ? [{ column, at: "middle" as const, label: `${month}` }]
            : [],
        )}
        actions={<SaveMarks of="months of life" marks={hazardMarks(insights)} />}
        csv={{
          name: "leaving-by-month",
          columns: ["month", "under_observation", "left", "rate_per_month", "low_95", "high_95"],
          rows: hazard.map(({ month, atRisk, left, rate, low, high }) => [
            month,
            atRisk,
            left,
            rate,
            low,
            high,
          ]),
        }}
      />
    </Cell>
  );
}
