import { countInWords, inThousands } from "../count-in-words.ts";
import { groupDuplicates, mergeGroups } from "../duplicates/duplicate-groups.ts";
import { measureHeldOut, type HeldOutQuality } from "../metrics/held-out-quality.ts";
import { logLoss } from "../metrics/log-loss.ts";
import { rocAuc } from "../metrics/roc-auc.ts";
import type { Recipe } from "../pipeline/contract.ts";
import type { Driver, TrainingReport } from "../report.ts";
import { doubted, doubtsAbout, sumsOf } from "../pipeline/doubts.ts";
import { trainChurnModel } from "../pipeline/train-churn-model.ts";
import { scoreTable } from "../scoring/use-model.ts";
import { judgeModel } from "../pipeline/verdict.ts";
import { deriveSeed } from "../random.ts";
import { selectRows, type Table } from "../table.ts";
import { classUnits } from "../validation/class-units.ts";
import { groupedFolds, stratifiedFolds } from "../validation/folds.ts";
import { CommandError } from "./command-error.ts";
import type { Progress } from "./output.ts";
import { columnsOverFolds, type ColumnsOverFolds } from "./over-folds.ts";
import { calibrationLines, columnLines, metricLines, verdictLine } from "./report-text.ts";

export interface CrossValidation {
  table: Table;
  labels: Uint8Array;
  /** Customer per row where one has several; null when every row is a customer of its own. */
  groups: string[] | null;
  foldOf: ArrayLike<number>;
  /** Number shared by rows that are copies of each other: copies of a held-out row are not learned from. Null: as they are. */
  copyOf: ArrayLike<number> | null;
  seed: number;
  threads: number;
  recipe: Recipe;
  /** Columns known before a customer leaves. */
  keep: string[];
  onProgress: Progress;
}

export interface CrossValidated {
  probabilities: Float64Array;
  folds: { fold: number; rows: number; rocAuc: number | null; logLoss: number }[];
  pooled: HeldOutQuality | null;
  /** How far the pooled figures may be believed; null with them. */
  judged: Pick<TrainingReport, "verdict" | "verdictReasons"> | null;
  columns: ColumnsOverFolds;
  /** Rows not learned from because they repeat a held-out one, over all folds. */
  leftOut: number;
}

/** Trains on all folds but one, as the product trains, and scores the one left out, for each fold. */
export async function crossValidate(options: CrossValidation): Promise<CrossValidated> {
  const { table, labels, groups, foldOf, copyOf } = options;
  const rows = Array.from(labels.keys());
  const names = [...new Set(Array.from(foldOf))].sort((a, b) => a - b);
  const probabilities = new Float64Array(labels.length);
  const folds: CrossValidated["folds"] = [];
  const reports: TrainingReport[] = [];
  const sums = new Map<string, readonly string[]>();
  let leftOut = 0;
  for (const [done, fold] of names.entries()) {
    const test = rows.filter((row) => foldOf[row] === fold);
    const others = rows.filter((row) => foldOf[row] !== fold);
    const heldOut = new Set(copyOf === null ? [] : test.map((row) => copyOf[row]!));
    const train = others.filter((row) => copyOf === null || !heldOut.has(copyOf[row]!));
    leftOut += others.length - train.length;
    const set = {
      table: selectRows(table, train),
      labels: Uint8Array.from(train, (row) => labels[row]!),
      ...(groups === null ? {} : { groups: train.map((row) => groups[row]!) }),
    };
    const outcome = await trainChurnModel(set, {
      seed: deriveSeed(options.seed, "cross-validate", fold),
      threads: options.threads,
      recipe: options.recipe,
      keep: options.keep,
      evaluation: "folds",
      onProgress: ({ fraction, message }) =>
        options.onProgress((done + fraction) / names.length, `fold ${fold}: ${message}`),
    });
    if (outcome.kind === "refused")
      throw new CommandError(`fold ${fold} cannot be trained: ${outcome.message}`);
    reports.push(outcome.report);
    for (const [name, parts] of sumsOf(outcome.document.model.preprocessor)) sums.set(name, parts);
    const scores = scoreTable(outcome.document, selectRows(table, test)).probabilities;
    test.forEach((row, i) => (probabilities[row] = scores[i]!));
    const truth = Uint8Array.from(test, (row) => labels[row]!);
    folds.push({ fold, rows: test.length, rocAuc: rocAuc(truth, scores), logLoss: logLoss(truth, scores) });
  }
  const pooled = measureHeldOut(labels, probabilities, { seed: options.seed, clusterOf: groups });
  const columns = columnsOverFolds(reports);
  const doubts =
    pooled === null
      ? { findings: [], reasons: [] }
      : doubtsAbout({
          auc: pooled.metrics.rocAuc.estimate,
          drivers: meanDrivers(reports),
          leaks: columns.leaks,
          known: options.keep,
          sums,
          labelOf: (name) => name,
        });
  const judged = pooled === null ? null : doubted(judgePooled(labels, groups, pooled), doubts);
  const asked = doubts.findings.map((one) => ({ ...one, folds: { seen: names.length, of: names.length } }));
  const leaks = [...columns.leaks, ...asked];
  return { probabilities, folds, pooled, judged, columns: { ...columns, leaks }, leftOut };
}

/** Shares of the drivers on average over the folds. */
function meanDrivers(reports: readonly TrainingReport[]): Pick<Driver, "feature" | "label" | "share">[] {
  const drivers = reports.flatMap((report) => report.drivers);
  return [...Map.groupBy(drivers, ({ feature }) => feature)].map(([feature, all]) => ({
    feature,
    label: all[0]!.label,
    share: all.reduce((sum, { share }) => sum + share, 0) / reports.length,
  }));
}

/** The verdict as a training gives it, on the predictions of all folds together. */
function judgePooled(
  labels: Uint8Array,
  groups: string[] | null,
  { metrics }: HeldOutQuality,
): Pick<TrainingReport, "verdict" | "verdictReasons"> {
  const { left, stayed } = classUnits(labels, groups);
  const customers = groups === null ? labels.length : new Set(groups).size;
  return judgeModel(labels, metrics, { customers, rarer: Math.min(left, stayed) });
}

/** Folds made here: five, both classes dealt evenly, a customer's rows kept together, and equal rows when asked. */
export function ownFolds(
  table: Table,
  labels: Uint8Array,
  seed: number,
  { together, groups }: { together: boolean; groups: string[] | null },
): Uint32Array {
  const options = { seed: deriveSeed(seed, "cross-validate"), keys: table.rowIds };
  const copies = together ? groupDuplicates(table).groupOf : null;
  const units = groups !== null && copies !== null ? mergeGroups(groups, copies) : (groups ?? copies);
  const { left, stayed } = classUnits(labels, units);
  const folds = Math.min(5, left, stayed);
  if (folds < 2)
    throw new CommandError(
      `${inThousands(left)} left and ${inThousands(stayed)} stayed: nothing to cross-validate`,
    );
  return units === null
    ? stratifiedFolds(labels, folds, options)
    : groupedFolds(labels, units, folds, options);
}

/** What the folds said: recipe, each fold's figures and their mean, then verdict, figures, calibration and columns as of a training. */
export function crossValidationText(result: CrossValidated): string[] {
  const mean = (pick: (fold: CrossValidated["folds"][number]) => number): string =>
    (result.folds.reduce((sum, fold) => sum + pick(fold), 0) / result.folds.length).toFixed(5);
  const { pooled, judged, columns } = result;
  return [
    `recipe ${columns.recipes.join(", ")}`,
    ...result.folds.map(
      ({ fold, rows, rocAuc, logLoss }) =>
        `fold ${fold}: ${countInWords(rows, "row")}, AUC ${rocAuc === null ? "none (one class)" : rocAuc.toFixed(5)}, log loss ${logLoss.toFixed(5)}`,
    ),
    `mean of folds: AUC ${mean(({ rocAuc }) => rocAuc ?? Number.NaN)}, log loss ${mean(({ logLoss }) => logLoss)}`,
    ...(pooled === null || judged === null
      ? []
      : [
          "all folds together",
          verdictLine(judged),
          ...metricLines(pooled.metrics),
          ...calibrationLines(pooled.calibration),
        ]),
    ...columnLines(columns),
  ];
}
