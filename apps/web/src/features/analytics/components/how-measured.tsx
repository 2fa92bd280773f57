import { riskLevelLabel } from "@forestay/contracts/enumerations";
import type { ModelQuality } from "@forestay/contracts/model-quality";
import type { ReactNode } from "react";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { formatCount, formatCounted, formatShare } from "@/lib/format/index.ts";

/** Everything behind the verdict: figures with intervals, baselines, band edges, what was left out and why. */
export function HowMeasured({ quality }: { quality: ModelQuality }) {
  // A column that leaks is told once, as a leak.
  const leaking = new Set(quality.leakage.map(({ column }) => column));
  const dropped = quality.droppedColumns.filter(({ column }) => !leaking.has(column));
  const figures: [string, ModelQuality["auc"], (value: number) => string][] = [
    ["AUC", quality.auc, (value) => value.toFixed(3)],
    ["PR-AUC", quality.prAuc, (value) => value.toFixed(3)],
    ["Brier score", quality.brier, (value) => value.toFixed(4)],
    ["Log loss", quality.logLoss, (value) => value.toFixed(4)],
    ["Calibration error (ECE)", quality.ece, formatShare],
    ["Lift of the top tenth", quality.topDecileLift, (value) => `${value.toFixed(2)}×`],
  ];
  return (
    <SheetRow>
      <Cell title="How this was measured" subtitle={quality.method}>
        <p className="m-0 pb-3 text-ui text-ink-2">
          {formatCounted(quality.rows, "row")}, of which {formatCount(quality.outcomes)} left (
          {formatShare(quality.baseRate)}).
          {quality.duplicateRows > 0
            ? ` ${formatCounted(quality.duplicateRows, "exact duplicate")} kept together.`
            : ""}
        </p>
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <PlainTable
            caption="Figures on customers it had not seen"
            heads={["Figure", "Value", "95% interval"]}
          >
            {figures.map(([name, measured, format]) => (
              <PlainRow
                key={name}
                name={name}
                cells={[
                  format(measured.value),
                  measured.lower === null || measured.upper === null
                    ? "–"
                    : `${format(measured.lower)}–${format(measured.upper)}`,
                ]}
              />
            ))}
          </PlainTable>
          <PlainTable caption="Against simpler ways" heads={["Baseline", "AUC", "Log loss", ""]}>
            {quality.baselines.map((one) => (
              <PlainRow
                key={one.name}
                name={one.name}
                cells={[
                  one.auc === null ? "–" : one.auc.toFixed(3),
                  one.logLoss.toFixed(4),
                  one.beaten ? "beaten" : "not beaten",
                ]}
              />
            ))}
          </PlainTable>
          <PlainTable
            caption="If you act from this level up"
            heads={["From", "Flagged", "Really left", "Leavers found"]}
          >
            {quality.bandEdges.map((edge) => (
              <PlainRow
                key={edge.level}
                name={`${riskLevelLabel(edge.level)} (${Math.round(edge.cutOff)})`}
                cells={[
                  formatCount(edge.flagged),
                  `${formatCount(edge.leaversFound)} (${formatShare(edge.precision)})`,
                  formatShare(edge.recall),
                ]}
              />
            ))}
          </PlainTable>
          {quality.leakage.length + dropped.length === 0 ? null : (
            <PlainTable caption="Columns left out or watched" heads={["Column", "Why"]}>
              {quality.leakage.map((one) => (
                <PlainRow
                  key={`leak-${one.column}`}
                  name={one.column}
                  cells={[`${one.verdict === "excluded" ? "Excluded" : "Warning"}: ${one.message}`]}
                  words
                />
              ))}
              {dropped.map((one) => (
                <PlainRow
                  key={`drop-${one.column}`}
                  name={one.column}
                  cells={[one.detail === "" ? one.reason : one.detail]}
                  words
                />
              ))}
            </PlainTable>
          )}
        </div>
      </Cell>
    </SheetRow>
  );
}

function PlainTable({
  caption,
  heads,
  children,
}: {
  caption: string;
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    <table className="w-full border-collapse self-start text-left text-ui">
      <caption className="pb-1.5 text-left text-ui font-strong text-ink">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={`border-b border-line py-1 text-small font-label text-ink-3 ${index > 0 && heads.length > 2 ? "text-right" : ""}`}
            >
              {head === "" ? <span className="sr-only">Result</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function PlainRow({
  name,
  cells,
  words = false,
}: {
  name: string;
  cells: readonly string[];
  words?: boolean;
}) {
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="py-1.5 pr-4 text-left align-top font-emphasis break-words text-ink">
        {name}
      </th>
      {cells.map((cell, index) => (
        <td key={index} className={words ? "py-1.5 text-ink-2" : "py-1.5 pl-3 text-right text-ink-2 tabular"}>
          {cell}
        </td>
      ))}
    </tr>
  );
}
