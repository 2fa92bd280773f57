import type { RetentionInsights } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatCount, formatNumber, formatShare } from "@/lib/format/index.ts";
import { planCurveMarks } from "../hooks/mark-criteria.ts";
import { DAYS_PER_MONTH, plansTitle, survivalAfter, testWords } from "../hooks/retention-words.ts";

const colors = ["var(--brand)", "var(--risk-med)", "var(--ink-2)", "var(--danger)", "var(--seq-4)"];

/** The curves of the plans that customers began with, and whether they differ by more than chance. */
export function PlansCompared({ insights }: { insights: RetentionInsights }) {
  const { byPlan, atRisk } = insights;
  const isMobile = useIsMobile();
  const months = Math.max(1, atRisk.at(-1)?.month ?? 1);
  const title = plansTitle(insights);
  const series = byPlan.map(({ plan, survival }, at) => ({
    key: plan,
    label: `${plan} (${formatCount(survival.customers)})`,
    color: colors[at % colors.length]!,
    points: Array.from({ length: months + 1 }, (_, month) => month).flatMap((month) => {
      const value = survivalAfter(survival, month * DAYS_PER_MONTH);
      return value === null ? [] : [{ x: month, y: value.survival }];
    }),
  }));
  const lowest = Math.min(...series.flatMap(({ points }) => points.map(({ y }) => y)));
  const bottom = Math.max(0, Math.floor(lowest * 10) / 10);
  const step = Math.max(1, Math.ceil(months / (isMobile ? 4 : 8)));
  return (
    <Cell
      title={title}
      subtitle={["Share still here, by the plan they began with", testWords(insights)]
        .filter(Boolean)
        .join("; ")}
      aside={
        <ul className="m-0 flex list-none flex-wrap gap-x-3 gap-y-1 p-0 text-small text-ink-2">
          {series.map(({ key, label, color }) => (
            <li key={key} className="inline-flex items-center gap-1.5">
              <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
              {label}
            </li>
          ))}
        </ul>
      }
    >
      <LineChart
        label={`${title}. Survival by plan.`}
        xLabel="Months"
        height={220}
        steps
        xDomain={[0, months]}
        yDomain={[bottom, 1]}
        yTicks={[bottom, (bottom + 1) / 2, 1]}
        xTicks={Array.from({ length: months + 1 }, (_, month) => month).filter((month) => month % step === 0)}
        formatX={(month) => formatNumber(month, 0)}
        formatY={formatShare}
        series={series}
        actions={<SaveMarks of="plans customers began with" marks={planCurveMarks(insights)} />}
        csv={{
          name: "survival-by-plan",
          columns: ["plan", "day", "still_here", "low_95", "high_95"],
          rows: byPlan.flatMap(({ plan, survival }) =>
            survival.points.map(({ day, survival: s, low, high }) => [plan, day, s, low, high]),
          ),
        }}
      />
    </Cell>
  );
}
