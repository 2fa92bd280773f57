import type { TrackRecord } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { niceTicks } from "@/components/charts/nice-ticks.ts";
import { formatCount, formatMonth, formatShare } from "@/lib/format/index.ts";
import { monthsOf } from "../hooks/track-words.ts";

/** Under so many months numbers say more than a line. */
const FEWEST_POINTS = 5;

/** Calibration over time: what the scores of each month expected, and what really left. */
export function TrackMonths({ record }: { record: TrackRecord }) {
  const months = monthsOf(record);
  if (months.length === 0) return null;
  if (months.length < FEWEST_POINTS) {
    return (
      <table className="mt-5 w-full max-w-160 border-collapse text-left text-ui">
        <caption className="pb-1.5 text-left text-ui font-strong text-ink">Month by month</caption>
        <thead>
          <tr className="text-small text-ink-3">
            {["Scored in", "Customers", "Expected to leave", "Really left", "Missed"].map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`border-b border-line py-1 font-label ${index > 0 ? "text-right" : ""}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 font-emphasis text-ink">
                {monthName(month.atMs)}
              </th>
              {[
                formatCount(month.scored),
                formatShare(month.meanProbability),
                formatShare(month.share),
                formatCount(month.missed),
              ].map((cell, index) => (
                <td key={index} className="py-1.5 text-right text-ink-2 tabular">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  const xs = months.map(({ atMs }) => atMs);
  const [from, to] = [Math.min(...xs), Math.max(...xs)];
  const ticks = niceTicks(
    Math.max(...months.map(({ upper, meanProbability }) => Math.max(upper, meanProbability))),
  );
  return (
    <div className="mt-5">
      <h3 className="m-0 text-ui font-strong text-ink">Month by month</h3>
      <p className="m-0 pb-1 text-note text-ink-2">
        Share that really left, with its 95% interval, against what the scores expected (dotted)
      </p>
      <LineChart
        label={`Share of scored customers that left and the share expected, over ${months.length} months.`}
        series={[
          {
            key: "left",
            label: "Really left",
            points: months.map(({ atMs, share }) => ({ x: atMs, y: share })),
            band: months.map(({ atMs, lower, upper }) => ({ x: atMs, low: lower, high: upper })),
          },
          {
            key: "expected",
            label: "Expected",
            form: "comparison",
            color: "var(--ink-2)",
            points: months.map(({ atMs, meanProbability }) => ({ x: atMs, y: meanProbability })),
          },
        ]}
        xDomain={[from, to]}
        yDomain={[0, ticks.at(-1) ?? 1]}
        xTicks={[from, to]}
        yTicks={ticks}
        formatX={monthName}
        formatY={formatShare}
        xLabel="Scored in"
        straight
      />
    </div>
  );
}

const monthName = (ms: number) => formatMonth(ms, "UTC");
