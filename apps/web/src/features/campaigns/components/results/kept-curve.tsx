import type { CampaignResults } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount, formatShare } from "@/lib/format/index.ts";
import { percent } from "../campaign-words.ts";

type Curve = CampaignResults["curves"]["sent"];

/** Share still there by day since entering, of those drawn and of those held out. */
export function KeptCurve({ results, days }: { results: CampaignResults; days: number }) {
  const { curves, finding, sent, held } = results;
  if (curves.sent.length === 0 && curves.held.length === 0)
    return (
      <Cell title="Share still a customer">
        <p className="m-0 text-ui text-ink-2">Nobody has entered yet.</p>
      </Cell>
    );
  const title =
    finding === "kept"
      ? "Those we wrote to stayed longer"
      : finding === "lost"
        ? "Those we wrote to left sooner"
        : "Those we wrote to, and those held out";
  const all = [...curves.sent, ...curves.held];
  const lowest = Math.min(1, ...all.map(({ low }) => low));
  const bottom = Math.max(0, Math.floor((lowest - 0.001) * 20) / 20);
  const line = (curve: Curve) => {
    const last = curve.at(-1);
    return last === undefined || last.day >= days ? curve : [...curve, { ...last, day: days }];
  };
  const series = (key: string, label: string, color: string, curve: Curve) => ({
    key,
    label,
    color,
    points: line(curve).map(({ day, share }) => ({ x: day, y: share })),
    band: line(curve).map(({ day, low, high }) => ({ x: day, low, high })),
    ...(curve.length === 0 ? {} : { endLabel: { value: percent(curve.at(-1)!.share), detail: label } }),
  });
  return (
    <Cell title={title} subtitle="Share still a customer, with 95% bands">
      <LineChart
        label={`${title}: of ${formatCount(sent.customers)} drawn ${percent(curves.sent.at(-1)?.share ?? 1)} are there, of ${formatCount(held.customers)} held out ${percent(curves.held.at(-1)?.share ?? 1)}.`}
        height={260}
        steps
        xLabel="Day"
        xTitle="Days since entering"
        xDomain={[0, days]}
        yDomain={[bottom, 1]}
        yTicks={[bottom, (bottom + 1) / 2, 1]}
        xTicks={[0, Math.round(days / 3), Math.round((2 * days) / 3), days]}
        formatX={(day) => formatCount(day)}
        formatY={formatShare}
        series={[
          series("sent", "drawn", "var(--brand)", curves.sent),
          series("held", "held out", "var(--ink-3)", curves.held),
        ].filter(({ points }) => points.length > 0)}
        csv={{
          name: "campaign-kept",
          columns: ["who", "day", "still_here", "low_95", "high_95"],
          rows: [
            ...curves.sent.map(({ day, share, low, high }) => ["drawn", day, share, low, high] as const),
            ...curves.held.map(({ day, share, low, high }) => ["held out", day, share, low, high] as const),
          ],
        }}
      />
    </Cell>
  );
}
