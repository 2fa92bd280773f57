import type { ContactPlan } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { niceTicks } from "@/components/charts/nice-ticks.ts";
import { formatCount, formatCountCompact, formatMoney } from "@/lib/format/index.ts";
import { planTitle } from "../hooks/plan-words.ts";

/** What the first so many customers hold, against customers picked by chance. */
export function PlanCurve({ plan }: { plan: ContactPlan }) {
  const isMoney = plan.orderedBy === "valueAtRisk" && plan.valueAtRisk > 0;
  const points = plan.curve.map((point) => ({
    x: point.contacts,
    y: isMoney ? point.valueAtRisk : point.expectedLeavers,
  }));
  const end = points.at(-1) ?? { x: 1, y: 1 };
  const yTicks = niceTicks(end.y);
  const formatY = (value: number) => (isMoney ? formatMoney(value, plan.currency) : formatCount(value));
  return (
    <LineChart
      label={`${planTitle(plan)}. The curve rises fastest with the first customers.`}
      series={[
        { key: "plan", label: "In this order", points, filled: true },
        {
          key: "chance",
          label: "Picked by chance",
          form: "comparison",
          color: "var(--ink-3)",
          points: points.map(({ x }) => ({ x, y: end.x === 0 ? 0 : (end.y * x) / end.x })),
        },
      ]}
      xDomain={[0, Math.max(1, end.x)]}
      yDomain={[0, Math.max(end.y, yTicks.at(-1) ?? 1)]}
      xTicks={[0, Math.round(end.x / 2), end.x]}
      yTicks={yTicks}
      formatX={formatCountCompact}
      formatY={formatY}
      xLabel="Customers contacted"
      xTitle={
        isMoney
          ? "Money at risk among them, by customers contacted"
          : "Expected leavers among them, by customers contacted"
      }
      annotations={[
        {
          x: plan.contacts,
          y: isMoney ? plan.valueAtRisk : plan.expectedLeavers,
          text: `${formatCount(plan.contacts)} contacted`,
        },
      ]}
      straight
      height={230}
    />
  );
}
