import type { Dashboard } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { niceTicks } from "@/components/charts/nice-ticks.ts";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { rowsPath } from "@/components/figures/rows-path.ts";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { Cell } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatShare, monthName, shortMonth } from "@/lib/format/index.ts";
import { churnLine, churnPoints, churnTitle } from "../hooks/churn-words.ts";
import { forecastOf } from "../hooks/churn-forecast.ts";

/** Under that many points numbers say more than a line. */
const fewestPoints = 5;

/** Monthly churn as it was, and what the scores expect, with the range that 8 in 10 such quarters would stay in. */
export function ChurnTrend({ dashboard, filter }: { dashboard: Dashboard; filter: FigureFilter }) {
  const isMobile = useIsMobile();
  const points = churnPoints(dashboard.months);
  const forecast = forecastOf(dashboard.risk, points.at(-1)?.share ?? null);
  const title = churnTitle(points);
  const leaversOf = (month: string) => {
    const found = dashboard.months.find((one) => one.month === month);
    return found && ({ figure: "logo_churn", from: found.from, until: found.until } as const);
  };
  if (points.length < fewestPoints) {
    return (
      <Cell title={title} subtitle="Monthly churn: customers that left, of those who paid at the start">
        {points.length === 0 ? (
          <p className="m-0 text-ui text-ink-2">
            It is known once subscriptions of a whole month have been imported.
          </p>
        ) : (
          <ul className="m-0 list-none p-0 text-ui">
            {points.map(({ month, share }) => {
              const rowsOf = leaversOf(month);
              return (
                <li key={month}>
                  {monthName(month)}:{" "}
                  <strong className="font-strong">
                    {rowsOf === undefined ? (
                      formatShare(share)
                    ) : (
                      <FigureLink rowsOf={rowsOf} filter={filter} value={share}>
                        {formatShare(share)}
                      </FigureLink>
                    )}
                  </strong>
                </li>
              );
            })}
          </ul>
        )}
      </Cell>
    );
  }
  const line = churnLine(dashboard.months);
  const today = line.length - 1;
  const ends = forecast === null ? today : today + forecast.months;
  const highest = Math.max(...points.map(({ share }) => share), forecast?.upper ?? 0);
  const yTicks = niceTicks(highest);
  const nameOf = (x: number) => {
    const point = line[Math.round(x)];
    return point === undefined ? "Forecast" : shortMonth(point.month);
  };
  const step = Math.ceil(line.length / (isMobile ? 3 : 6));
  return (
    <Cell
      title={title}
      subtitle={
        forecast === null ? "Monthly churn" : "Monthly churn, and what the scores expect with its 80% range"
      }
    >
      <LineChart
        label={`${title}. ${points.map(({ month, share }) => `${monthName(month)} ${formatShare(share)}`).join(", ")}.`}
        xLabel="Month"
        height={230}
        xDomain={[0, ends]}
        yDomain={[0, yTicks.at(-1) ?? highest]}
        yTicks={yTicks}
        xTicks={line.flatMap((_, index) => (index % step === 0 ? [index] : []))}
        mark={forecast === null ? undefined : { x: today, label: "Today" }}
        formatX={nameOf}
        formatY={formatShare}
        series={[
          {
            key: "actual",
            label: "Actual",
            points: line.map(({ share }, index) => ({ x: index, y: share })),
            pathOf: (x) => {
              const point = line[x];
              const rowsOf = point === undefined || !point.share ? undefined : leaversOf(point.month);
              return rowsOf && rowsPath(rowsOf, filter);
            },
            filled: true,
          },
          ...(forecast === null
            ? []
            : [
                {
                  key: "forecast",
                  label: "Forecast",
                  form: "forecast" as const,
                  points: [
                    { x: today, y: points.at(-1)?.share ?? forecast.share },
                    { x: ends, y: forecast.share },
                  ],
                  band: [
                    { x: today, low: points.at(-1)?.share ?? 0, high: points.at(-1)?.share ?? 0 },
                    { x: ends, low: forecast.lower, high: forecast.upper },
                  ],
                  endLabel: { value: formatShare(forecast.share), detail: "forecast" },
                },
              ]),
        ]}
      />
    </Cell>
  );
}
