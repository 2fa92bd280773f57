import { RiskLevel, riskLevelLabel } from "@forestay/contracts/wire";
import type { Analysis, RiskLevelValue } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { ColumnChart } from "@/components/charts/column-chart.tsx";
import { niceTicks } from "@/components/charts/nice-ticks.ts";
import { riskColor } from "@/components/ui/risk-level.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount, formatCountCompact } from "@/lib/format/index.ts";
import { distributionTitle } from "../hooks/analysis-words.ts";

/** Customers by score, colored by the company's own bands. */
export function Distribution({ analysis }: { analysis: Analysis }) {
  const { scoreHistogram: bins, riskBands: bands } = analysis;
  const levelOf = (from: number): RiskLevelValue => {
    if (bands === null || from < bands.medium) return 0;
    return from < bands.high ? 1 : from < bands.critical ? 2 : 3;
  };
  if (bins.length === 0) return <Cell title="No scores" />;
  const last = bins.length - 1;
  return (
    <Cell title={distributionTitle(analysis)} subtitle="Customers by risk score">
      <ColumnChart
        label={`Customers by risk score: ${analysis.levels.map((one) => `${formatCount(one.customers)} ${riskLevelLabel(one.level)}`).join(", ")}.`}
        columns={bins.map((bin) => ({
          key: String(bin.from),
          label: `Score ${bin.from} to ${bin.to}`,
          value: bin.count,
          color: riskColor[levelOf(bin.from)].variable,
        }))}
        heads={["Score", "Customers"]}
        yTicks={niceTicks(Math.max(...bins.map(({ count }) => count)))}
        formatY={formatCountCompact}
        xTicks={[
          { column: 0, at: "start" as const, label: "0" },
          { column: Math.round(last / 2), at: "start" as const, label: "50" },
          { column: last, at: "end" as const, label: "100" },
        ]}
      />
      <ul className="m-0 flex list-none flex-wrap justify-between gap-x-4 gap-y-1 p-0 pt-1 text-note text-ink-2">
        {analysis.levels.map((one) => (
          <li key={one.level}>
            <Link
              to={`?tab=customers&level=${one.level}`}
              className="inline-flex min-h-6 items-center gap-1 rounded-check text-ink-2 no-underline hover:underline"
            >
              <span className="font-strong text-ink tabular">{formatCount(one.customers)}</span>{" "}
              {riskLevelLabel(one.level)}
            </Link>
            {bands === null || one.level === RiskLevel.Low ? null : (
              <span className="text-ink-3">
                {" "}
                from {[0, bands.medium, bands.high, bands.critical][one.level]}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Cell>
  );
}
