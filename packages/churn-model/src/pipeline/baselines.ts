import { fitPlatt } from "../calibration/fit-sloped-calibrator.ts";
import { logitOf } from "../calibration/logit.ts";
import { outOfFoldColumnScores } from "../leakage/single-column-scores.ts";
import { compareLogLoss, logLoss } from "../metrics/log-loss.ts";
import { rocAuc } from "../metrics/roc-auc.ts";
import { findColumn, type Column, type Table } from "../table.ts";
import type { BaselineResult, TrainingReport } from "../report.ts";

/** A column that says how long ago the customer was last seen or active. */
const RECENCY_NAME =
  /recency|days?.?since|since.?last|last.?(login|seen|active|activity|order|purchase|visit)|inactive.?days/i;

/** Measures what simpler ways would have reached on the same held-out rows. Kind to them: each is calibrated on the rows it is measured on. */
export function measureBaselines(
  table: Table,
  labels: Uint8Array,
  measured: Int32Array,
  foldOf: ArrayLike<number>,
  best: string | null,
  modelProbabilities: Float64Array,
  /** Customer of each measured row; null where each is one of its own. */
  clusterOf: ArrayLike<number | string> | null = null,
): Pick<TrainingReport, "baselines" | "notCompared"> {
  const truth = Uint8Array.from(measured, (row) => labels[row]!);
  const results: BaselineResult[] = [];
  const compare = (name: string, label: string, auc: number, probabilities: Float64Array): void => {
    const { mean, low, high } = compareLogLoss(truth, modelProbabilities, probabilities, 0.95, clusterOf);
    results.push({
      name,
      label,
      rocAuc: auc,
      logLoss: logLoss(truth, probabilities),
      difference: { estimate: mean, lower: low, upper: high },
      beaten: high < 0,
    });
  };
  const rate = truth.reduce((sum, label) => sum + label, 0) / truth.length;
  compare("base_rate", "Base rate for everyone", 0.5, new Float64Array(truth.length).fill(rate));
  const notCompared: TrainingReport["notCompared"] = [];
  const add = (name: string, label: string, column: Column | undefined, without: string): void => {
    if (column === undefined) return void notCompared.push({ name, reason: without });
    const scores = outOfFoldColumnScores(column, labels, foldOf);
    const logits = Float64Array.from(measured, (row) => logitOf(scores[row]!));
    const auc = rocAuc(truth, logits);
    const calibrator = fitPlatt(truth, logits);
    const calibrated = logits.map((logit) => calibrator.apply(logit));
    if (auc === null) notCompared.push({ name, reason: `${label}: it ranks nothing on these rows.` });
    else compare(name, label, auc, calibrated);
  };
  const bestColumn = best === null ? undefined : findColumn(table, best);
  add(
    "best_column",
    `Best single column: ${bestColumn?.label ?? best ?? ""}`,
    bestColumn,
    "Best single column: none could be measured alone.",
  );
  const recency = table.columns.find((column) => column.kind === "numeric" && RECENCY_NAME.test(column.name));
  add(
    "recency",
    `Recency alone: ${recency?.label ?? recency?.name ?? ""}`,
    recency,
    "Recency alone: no column says how long ago a customer was seen or active.",
  );
  return { baselines: results, notCompared };
}
