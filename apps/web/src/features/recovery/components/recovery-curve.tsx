import type { Recovery } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCounted, formatShare } from "@/lib/format/index.ts";

/** How long failed payments take to come in. Under a handful of days there is nothing to draw, and words say so. */
export function RecoveryCurve({ curve }: { curve: Recovery["curve"] }) {
  const { points, cases } = curve;
  const last = points.at(-1);
  if (last === undefined || points.length < 5) {
    return (
      <Cell title="How fast payments come in" subtitle="Failed in the last 90 days">
        <p className="m-0 text-ui text-ink-2">
          {cases === 0
            ? "No payment failed in the last 90 days."
            : `${formatCounted(cases, "payment")} failed in the last 90 days, too short ago to draw a curve.`}
        </p>
      </Cell>
    );
  }
  const title = `${formatShare(last.share)} of failed payments are paid within ${last.day} days`;
  const top = last.share > 0.5 ? 1 : last.share > 0.25 ? 0.5 : 0.25;
  const step = last.day > 28 ? 14 : last.day > 10 ? 7 : 2;
  return (
    <Cell title={title} subtitle="Failed in the last 90 days">
      <LineChart
        label={`${title}. Share paid by days since the payment failed, of ${formatCounted(cases, "failed payment")}.`}
        xLabel="Days"
        xTitle="Days since the payment failed"
        height={230}
        steps
        xDomain={[0, last.day]}
        yDomain={[0, top]}
        yTicks={[0, top / 4, top / 2, (3 * top) / 4, top]}
        xTicks={points.map(({ day }) => day).filter((day) => day % step === 0)}
        formatX={(day) => String(Math.round(day))}
        formatY={formatShare}
        series={[
          {
            key: "paid",
            label: "Paid",
            filled: true,
            points: points.map(({ day, share }) => ({ x: day, y: share })),
            endLabel: { value: formatShare(last.share), detail: "paid" },
          },
        ]}
        csv={{
          name: "recovery-curve",
          columns: ["day", "share_paid", "at_risk"],
          rows: points.map(({ day, share, atRisk }) => [day, share, atRisk]),
        }}
      />
    </Cell>
  );
}
