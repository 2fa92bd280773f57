import type { CustomerDetail } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { riskColor } from "@/components/ui/risk-level.tsx";
import { formatShortDate } from "@/lib/format/index.ts";

const tickCount = 5;
/** Under five points, numbers say it better than a line. */
const minPoints = 5;

/** The score over time, 0-100. */
export function ScoreHistory({ history }: { history: CustomerDetail["scoreHistory"] }) {
  const newest = history.at(-1);
  const oldest = history[0];
  if (newest === undefined || oldest === undefined) return null;
  if (history.length < minPoints) {
    return (
      <table className="text-ui">
        <caption className="pb-1 text-left text-note whitespace-nowrap text-ink-2">Earlier scores</caption>
        <tbody>
          {history.toReversed().map(({ scoredAt, score }) => (
            <tr key={scoredAt}>
              <th scope="row" className="pr-4 text-left font-regular text-ink-2">
                {formatShortDate(scoredAt)}
              </th>
              <td className="text-right font-strong tabular">{score}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  const from = Date.parse(oldest.scoredAt);
  const to = Date.parse(newest.scoredAt);
  const top = Math.max(20, Math.ceil(Math.max(...history.map(({ score }) => score)) / 20) * 20);
  return (
    <LineChart
      label={`Score from ${oldest.score} on ${formatShortDate(oldest.scoredAt)} to ${newest.score} on ${formatShortDate(newest.scoredAt)}.`}
      series={[
        {
          key: "score",
          label: "Score",
          color: riskColor[newest.level].variable,
          filled: true,
          points: history.map(({ scoredAt, score }) => ({ x: Date.parse(scoredAt), y: score })),
        },
      ]}
      xDomain={[from, to]}
      yDomain={[0, top]}
      xTicks={Array.from({ length: tickCount }, (_, tick) => from + ((to - from) * tick) / (tickCount - 1))}
      yTicks={[0, top / 2, top]}
      formatX={(x) => formatShortDate(new Date(x).toISOString())}
      formatY={(y) => String(Math.round(y))}
      xLabel="Date"
      height={170}
    />
  );
}
