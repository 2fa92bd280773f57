import type { RetentionInsights, Survival } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import type { Mark } from "@/components/criteria/save-marks.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatCount, formatCounted, formatNumber, formatShare } from "@/lib/format/index.ts";
import { DAYS_PER_MONTH, survivalAfter, survivalTitle } from "../hooks/retention-words.ts";

interface SurvivalCurveProps {
  survival: Survival;
  atRisk: RetentionInsights["atRisk"];
  marks: readonly Mark[];
}

/** Points a month that the line is drawn through: the steps of single days are finer than a pixel. */
const PER_MONTH = 2;

/** The share still here by months since the first payment, with its band and how many it rests on. */
export function SurvivalCurve({ survival, atRisk, marks }: SurvivalCurveProps) {
  const isMobile = useIsMobile();
  const months = Math.max(1, atRisk.at(-1)?.month ?? 1);
  const title = survivalTitle(survival);
  const points = Array.from({ length: months * PER_MONTH + 1 }, (_, at) => at / PER_MONTH).flatMap(
    (month) => {
      const value = survivalAfter(survival, month * DAYS_PER_MONTH);
      return value === null ? [] : [{ month, ...value }];
    },
  );
  const lowest = Math.min(...points.map(({ low }) => low));
  const bottom = Math.max(0, Math.floor(lowest * 10) / 10);
  const yTicks = [bottom, (bottom + 1) / 2, 1];
  const step = Math.max(1, Math.ceil(months / (isMobile ? 4 : 6)));
  const ticks = atRisk.filter(({ month }) => month % step === 0);
  const last = points.at(-1);
  const year = months > 13 ? survivalAfter(survival, 12 * DAYS_PER_MONTH) : null;
  return (
    <Cell title={title} subtitle="Share still here, with a 95% band">
      <LineChart
        label={`${title}. Survival of ${formatCounted(survival.customers, "customer")}, ${formatCounted(survival.left, "of whom has left", "of whom have left")}.`}
        xLabel="Months"
        xTitle="Months since the first payment"
        height={260}
        steps
        xDomain={[0, months]}
        yDomain={[bottom, 1]}
        yTicks={yTicks}
        xTicks={ticks.map(({ month }) => month)}
        formatX={(month) => formatNumber(month, 1)}
        formatY={formatShare}
        annotations={
          year === null
            ? []
            : [
                {
                  x: 12,
                  y: year.survival,
                  text: `${formatShare(year.survival)} stay a first year`,
                  above: true,
                },
              ]
        }
        series={[
          {
            key: "survival",
            label: "Still here",
            points: points.map(({ month, survival: share }) => ({ x: month, y: share })),
            band: points.map(({ month, low, high }) => ({ x: month, low, high })),
            ...(last === undefined
              ? {}
              : {
                  endLabel: {
                    value: formatShare(last.survival),
                    detail: `${formatShare(last.low)} to ${formatShare(last.high)}`,
                  },
                }),
          },
        ]}
        actions={<SaveMarks of="who stays and who left" marks={marks} />}
        csv={{
          name: "survival",
          columns: ["day", "still_here", "low_95", "high_95"],
          rows: [
            [0, 1, 1, 1],
            ...survival.points.map(({ day, survival: s, low, high }) => [day, s, low, high]),
          ],
        }}
      />
      <AtRisk ticks={ticks} />
    </Cell>
  );
}

/** The numbers that the curve rests on, in months of its axis. */
function AtRisk({ ticks }: { ticks: RetentionInsights["atRisk"] }) {
  return (
    <dl className="m-0 flex flex-wrap gap-x-4 gap-y-1 pt-1 text-small text-ink-2 tabular">
      <dt className="font-label text-ink-3">Under observation</dt>
      {ticks.map(({ month, customers }) => (
        <dd key={month} className="m-0">
          <span className="text-ink-3">{month === 0 ? "at first" : `month ${month}`}</span>{" "}
          {formatCount(customers)}
        </dd>
      ))}
    </dl>
  );
}
