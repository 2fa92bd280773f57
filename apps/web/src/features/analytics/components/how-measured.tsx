import { riskLevelLabel } from "@forestay/contracts/wire";
import type { ModelQuality } from "@forestay/contracts/wire";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { MISSING, formatCount, formatCounted, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { LeftOutColumns } from "./left-out-columns.tsx";
import { PlainRow, PlainTable } from "./plain-table.tsx";

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
          Learned from {formatCounted(quality.rows, "record")}, of which {formatCount(quality.outcomes)} ended
          with leaving ({formatShare(quality.baseRate)}). {measuredOnWords(quality)}
          {quality.duplicateRows > 0
            ? ` ${formatCounted(quality.duplicateRows, "exact duplicate")} kept together.`
            : ""}
          {quality.clipped.length > 0
            ? ` Infinite or absurd values were held to the range of their column: ${quality.clipped.map(({ column, count }) => `${column} ${formatCount(count)}`).join(", ")}.`
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
          <PlainTable
            caption={againstWords(quality)}
            note="Log loss, lower is better, on the same held-out rows; better only where chance does not explain it."
            heads={["Simpler way", "AUC", "Log loss", "The model is"]}
          >
            <PlainRow
              name="This model"
              cells={[quality.auc.value.toFixed(3), quality.logLoss.value.toFixed(4), ""]}
            />
            {quality.baselines.map((one) => (
              <PlainRow
                key={one.name}
                name={one.name}
                cells={[
                  one.auc === null ? "–" : one.auc.toFixed(3),
                  one.logLoss.toFixed(4),
                  one.beaten ? "better" : "not better",
                ]}
              />
            ))}
            {quality.notCompared.map((reason) => (
              <PlainRow key={reason} name={reason} cells={["", "", "not compared"]} />
            ))}
          </PlainTable>
          <PlainTable
            caption="If you act from this level up"
            note={edgesNote(quality)}
            heads={[
              "From",
              isRecords(quality) ? "Records flagged" : "Customers flagged",
              "Really left",
              "Of all leavers",
              "Missed",
              "False alarms",
            ]}
          >
            {quality.bandEdges.map((edge) => (
              <PlainRow
                key={edge.level}
                name={`${riskLevelLabel(edge.level)} (${Math.round(edge.cutOff)})`}
                cells={[
                  formatCount(edge.flagged),
                  `${formatCount(edge.leaversFound)} (${formatShare(edge.precision)})`,
                  formatShare(edge.recall),
                  edge.missed === null ? MISSING : formatCount(edge.missed),
                  edge.falseAlarms === null ? MISSING : formatCount(edge.falseAlarms),
                ]}
              />
            ))}
          </PlainTable>
          {quality.leakage.length + dropped.length === 0 ? null : (
            <LeftOutColumns leakage={quality.leakage} dropped={dropped} />
          )}
        </div>
      </Cell>
    </SheetRow>
  );
}

const isRecords = ({ measuredOn }: ModelQuality) => measuredOn === null || measuredOn.unit === "records";

/** Which held-out rows the figures are of, so that nobody takes records for customers. */
function measuredOnWords({ measuredOn }: ModelQuality): string {
  if (measuredOn === null) return "";
  const { unit, rows, customers, outcomes, day } = measuredOn;
  const left = `${formatCount(outcomes)} of them left`;
  if (unit === "records")
    return `The figures are of ${formatCounted(rows, "held-out record")} of ${formatCounted(customers, "customer")}, who have a record a month; ${left.replace("of them left", "ended with leaving")}.`;
  return `The figures are of ${formatCounted(customers, "customer")}${day === null ? "" : ` as they were on ${formatShortDate(day)}`}, each counted once; ${left}.`;
}

function edgesNote(quality: ModelQuality): string {
  const { measuredOn } = quality;
  if (measuredOn === null) return "Counted in held-out customer-months: one customer may stand for several.";
  return measuredOn.unit === "records"
    ? `Of ${formatCounted(measuredOn.rows, "held-out record")}: one customer may stand for several.`
    : `Of ${formatCounted(measuredOn.customers, "held-out customer")}${measuredOn.day === null ? "" : `, ${formatShortDate(measuredOn.day)}`}.`;
}

/** Says plainly whether the model wins against simpler ways. */
function againstWords({ baselines, notCompared }: ModelQuality): string {
  const won = baselines.filter(({ beaten }) => beaten).length;
  if (won === baselines.length)
    return notCompared.length === 0
      ? "Better than every simpler way"
      : `Better than the ${baselines.length} simpler ways that could be tried`;
  return won === 0
    ? "Not better than simpler ways"
    : `Better than ${won} of ${baselines.length} simpler ways`;
}
