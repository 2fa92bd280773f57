import { calibratorFromJSON, type CalibratorDocument } from "../calibration/calibrator.ts";
import { fitShrunkSlope } from "../calibration/fit-sloped-calibrator.ts";
import { rankDrivers } from "../explain/drivers.ts";
import { fitReference } from "../document/reference.ts";
import { countEvents } from "../metrics/check-scored-rows.ts";
import { countInWords, inThousands } from "../count-in-words.ts";
import { aucInterval, measureHeldOut, type HeldOutQuality } from "../metrics/held-out-quality.ts";
import { rocCurve } from "../metrics/roc-curve.ts";
import type { Contributions } from "../models/estimator.ts";
import { selectMatrixRows, type FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { createRandom, deriveSeed } from "../random.ts";
import { ensembleOf, type Ensemble } from "../stack/ensemble.ts";
import { correctedCalibrator, fitEnsemble } from "../stack/fit-ensemble.ts";
import { createFitContext } from "../stack/fit-task.ts";
import { findColumn, type TrainingSet } from "../table.ts";
import { classUnits } from "../validation/class-units.ts";
import { openRunner } from "../threads/worker-runner.ts";
import { rowsAtTrueRate, shiftedToRate } from "./at-true-rate.ts";
import { measureBaselines } from "./baselines.ts";
import { checkGroups, checkTrainingSet, refusal } from "./check-training-set.ts";
import { chooseRecipe } from "./choose-recipe.ts";
import { doubted, doubtsAbout, sumsOf } from "./doubts.ts";
import type { TrainingOptions, TrainingOutcome, TrainingProgress } from "./contract.ts";
import { sealDocument } from "../document/document.ts";
import { evaluateRecipe, type EvaluationRows } from "./evaluate.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { foldsFor } from "./folds-for.ts";
import { prepareTraining } from "./prepare.ts";
import type { TrainingReport } from "../report.ts";
import { measureTiming } from "../survival/measure-timing.ts";
import { fitTiming, type TimingRows } from "../survival/train-timing.ts";
import { MOST_TRAINING_ROWS, sampleTrainingSet } from "./sample-training-set.ts";
import { scoreTable } from "../scoring/use-model.ts";
import { judgeModel } from "./verdict.ts";

/** Raised whenever the same data and seed may give other bytes than before. */
export const ENGINE_VERSION = "1.6.0";
/** Rows that explanations are averaged over for the reference and the drivers. */
const EXPLAINED_ROWS = 400;
const EXPLAINED_AT_ONCE = 20;

/**
 * Trains, measures and explains a churn model: the one door of this package for learning.
 * Gives either a document with its report, or a refusal with the counts a person needs to see; throws only when
 * `signal` is aborted. Same data, options, seed and version give the same document, byte for byte.
 */
export async function trainChurnModel(set: TrainingSet, options: TrainingOptions): Promise<TrainingOutcome> {
  const refused = checkTrainingSet(set, options);
  if (refused !== null) return refused;
  const { mostRows: most = MOST_TRAINING_ROWS } = options;
  const sampled = sampleTrainingSet(set, options.seed, { most, leaversFirst: true });
  if (sampled === null) return trainOnAll(set, options, fingerprintOf(set));
  const sampleRefused = checkTrainingSet(sampled.set, options);
  if (sampleRefused !== null) return sampleRefused;
  const truePriorRate = options.truePriorRate ?? sampled.trueRate;
  const atTrueRate = truePriorRate === null ? options : { ...options, truePriorRate };
  const outcome = await trainOnAll(sampled.set, atTrueRate, fingerprintOf(set), {
    rows: set.labels.length,
    outcomes: countEvents(set.labels),
  });
  if (outcome.kind === "refused") return outcome;
  // Rows outside the sample are as held out as rows can be.
  const heldOutProbabilities = scoreTable(outcome.document, set.table).probabilities;
  sampled.rows.forEach((row, i) => (heldOutProbabilities[row] = outcome.heldOutProbabilities[i]!));
  const measuredRows = outcome.measuredRows.map((row) => sampled.rows[row]!);
  return { ...outcome, heldOutProbabilities, measuredRows };
}

async function trainOnAll(
  set: TrainingSet,
  options: TrainingOptions,
  dataFingerprint: string,
  sampledFrom: TrainingReport["sampledFrom"] = undefined,
): Promise<TrainingOutcome> {
  const { labels } = set;
  const progress = progressOf(options);

  progress("prepare", 0, "Checking columns and customers");
  const prepared = prepareTraining(set, options);
  const { matrix } = prepared;
  if (matrix.features.length === 0)
    return refusal(set, "no_usable_columns", "No column can be used for learning.", prepared.dropped);

  const tooFew = checkGroups(set, prepared.groups, prepared.dropped);
  if (tooFew !== null) return tooFew;

  // Not rows: twelve snapshots of one customer teach about as much as one.
  const { left, stayed } = classUnits(labels, prepared.groups);
  const size = {
    rows: matrix.rows,
    customers: prepared.groups === null ? matrix.rows : new Set(prepared.groups).size,
    rarer: Math.min(left, stayed),
  };
  const recipe = chooseRecipe(options.recipe ?? "auto", size);
  const context = createFitContext(matrix, labels, recipe.members);
  const data: EvaluationRows = {
    matrix,
    binning: context.binning,
    labels,
    rowIds: set.table.rowIds,
    groups: prepared.groups,
    times: set.times ?? null,
    horizonDays: options.horizonDays ?? null,
  };
  const rows = Int32Array.from(labels.keys());
  const foldOf = foldsFor(data, rows, recipe.innerFolds, options.seed, "inner");
  if (foldOf === null) throw new Error("rows of five units of each class could not be dealt to folds");
  const runner = openRunner(context, {
    threads: options.threads ?? 1,
    members: recipe.members,
    signal: options.signal,
  });
  const { evaluation, fitted } = await (async () => {
    const evaluation =
      options.evaluation === "folds"
        ? null
        : await evaluateRecipe(recipe, data, options.seed, runner.run, (fraction) =>
            progress("evaluate", 0.05 + 0.65 * fraction, "Measuring on customers it has not seen"),
          );
    const start = evaluation === null ? 0.05 : 0.7;
    const onProgress = (fraction: number): void =>
      progress("fit", start + (0.9 - start) * fraction, "Training on all customers");
    const ensembleRows = { labels, rows, foldOf };
    const fitted = await fitEnsemble(
      recipe,
      ensembleRows,
      context.binning,
      options.seed,
      runner.run,
      onProgress,
    );
    return { evaluation, fitted };
  })().finally(runner.close);

  progress("explain", 0.9, "Working out what moves the predictions");
  const baseRate = countEvents(labels) / labels.length;
  const truePriorRate = options.truePriorRate ?? null;
  const asLearned = fitted.heldOutProbabilities;
  evaluation?.rows.forEach((row, i) => (asLearned[row] = evaluation.probabilities[i]!));
  const heldOutProbabilities =
    truePriorRate === null
      ? asLearned
      : shiftedToRate(asLearned, { sampleRate: baseRate, trueRate: truePriorRate });
  const heldOutRows = evaluation?.rows ?? rows;
  const measured =
    truePriorRate === null
      ? heldOutRows
      : rowsAtTrueRate(heldOutRows, labels, truePriorRate, deriveSeed(options.seed, "rate"));
  const truth = Uint8Array.from(measured, (row) => labels[row]!);
  const heldOut = Float64Array.from(measured, (row) => heldOutProbabilities[row]!);
  const customersOf = (of: Int32Array) => set.groups && Array.from(of, (row) => set.groups![row]!);
  const clusterOf = customersOf(measured) ?? null;
  const quality = measureHeldOut(truth, heldOut, { seed: options.seed, clusterOf })!;
  // Ranking does not depend on the rate: it is measured on all rows there are.
  if (truePriorRate !== null)
    Object.assign(
      quality,
      rankingOf(quality, heldOutRows, labels, heldOutProbabilities, customersOf(heldOutRows) ?? null),
    );
  const judged = judgeModel(truth, quality.metrics, size);

  const uncorrected =
    judged.verdict === "not_reliable"
      ? shrunkFurther(fitted.document.calibrator, labels, fitted.heldOutStacked)
      : fitted.document.calibrator;
  const calibrator = correctedCalibrator(calibratorFromJSON(uncorrected), baseRate, truePriorRate);
  const document = { ...fitted.document, calibrator: calibrator.toJSON() };

  const sampleRows = sampleOf(rows, deriveSeed(options.seed, "explain"));
  const sample = selectMatrixRows(matrix, sampleRows);
  const contributions = await contributionsInSlices(ensembleOf(document), sample, options.signal);
  const reference = fitReference(contributions, sample.rows, calibrator, truePriorRate ?? baseRate);
  const drivers = rankDrivers(sample, contributions, reference);
  const doubts = doubtsAbout({
    auc: quality.metrics.rocAuc.estimate,
    drivers,
    leaks: prepared.leaks,
    known: options.keep ?? [],
    sums: sumsOf(prepared.preprocessor),
    labelOf: (name) => findColumn(set.table, name)?.label ?? name,
  });
  const timed =
    set.leaving === undefined || options.horizonDays === undefined
      ? null
      : timeLeaving(
          {
            ...set.leaving,
            matrix,
            heldOut: heldOutProbabilities,
            groups: prepared.groups,
            horizonDays: options.horizonDays,
          },
          set.times ?? null,
          deriveSeed(options.seed, "timing"),
        );
  const report: TrainingReport = {
    engineVersion: ENGINE_VERSION,
    recipe: recipe.name,
    seed: options.seed,
    horizonDays: options.horizonDays ?? null,
    rows: rows.length,
    outcomes: countEvents(labels),
    baseRate,
    truePriorRate,
    ...(sampledFrom && { sampledFrom }),
    dataFingerprint,
    ...doubted(judged, doubts),
    evaluation: [
      evaluation?.description ??
        `${foldCount(foldOf)}-fold cross-validation: each customer was predicted by models trained without them.`,
      ...(truePriorRate === null ? [] : [atRateInWords(measured.length, heldOutRows.length, truePriorRate)]),
    ].join(" "),
    ...quality,
    ...measureBaselines(prepared.table, labels, measured, foldOf, prepared.bestColumn, heldOut, clusterOf),
    drivers,
    droppedColumns: prepared.dropped,
    leaks: [...prepared.leaks, ...doubts.findings],
    duplicates: prepared.duplicates,
    clipped: prepared.clipped,
    members: fitted.members,
    ...(timed && { timing: { reachDays: timed.timing.reachDays, byDays: timed.byDays } }),
  };
  const sealed = sealDocument(report, {
    preprocessor: prepared.preprocessor,
    ensemble: document,
    reference,
    ...(timed && { timing: timed.timing }),
  });
  progress("done", 1, "Done");
  return {
    kind: "trained",
    document: sealed,
    report: sealed.card,
    heldOutProbabilities,
    measuredRows: measured,
  };
}

/** Learns when customers leave from all rows, and measures it on rows held out. */
const timeLeaving = (rows: TimingRows, times: Float64Array | null, seed: number) => ({
  timing: fitTiming(rows, Int32Array.from(rows.heldOut.keys()), seed),
  byDays: measureTiming(rows, times, seed),
});

/** AUC and ROC of all held-out rows, in place of those of the rows kept for the true rate. */
function rankingOf(
  quality: HeldOutQuality,
  rows: Int32Array,
  labels: Uint8Array,
  probabilities: Float64Array,
  clusterOf: string[] | null,
): Pick<HeldOutQuality, "metrics" | "roc"> {
  const truth = Uint8Array.from(rows, (row) => labels[row]!);
  const scores = Float64Array.from(rows, (row) => probabilities[row]!);
  const { auc, low, high } = aucInterval(truth, scores, clusterOf)!;
  const roc = rocCurve(truth, scores)!.map(({ cutOff, ...rates }) => ({ ...rates, threshold: cutOff ?? 1 }));
  return { metrics: { ...quality.metrics, rocAuc: { estimate: auc, lower: low, upper: high } }, roc };
}

const atRateInWords = (kept: number, all: number, rate: number): string =>
  `Losses, calibration and lift are those of ${inThousands(kept)} of the ${countInWords(all, "customer")}, drawn so that ${Number((100 * rate).toPrecision(3))}% left, as in truth.`;

const foldCount = (foldOf: Uint32Array): number => new Set(foldOf).size;

/** With no signal found, scores are drawn to the base rate as far as their fit may be chance. */
function shrunkFurther(
  calibrator: CalibratorDocument,
  labels: Uint8Array,
  stacked: Float64Array,
): CalibratorDocument {
  return calibrator.kind === "shrunk-slope" ? calibrator : fitShrunkSlope(labels, stacked).toJSON();
}

/** Explaining takes seconds for a stack of trees: between slices the caller can stop it and other work goes on. */
async function contributionsInSlices(
  ensemble: Ensemble,
  matrix: FeatureMatrix,
  signal: AbortSignal | undefined,
): Promise<Contributions> {
  const values = new Float64Array(matrix.rows * matrix.features.length);
  let base = 0;
  for (let from = 0; from < matrix.rows; from += EXPLAINED_AT_ONCE) {
    signal?.throwIfAborted();
    const length = Math.min(EXPLAINED_AT_ONCE, matrix.rows - from);
    const slice = selectMatrixRows(
      matrix,
      Int32Array.from({ length }, (_, i) => from + i),
    );
    const part = ensemble.contributions(slice);
    values.set(part.values, from * matrix.features.length);
    base = part.base;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return { base, values };
}

function sampleOf(rows: Int32Array, seed: number): Int32Array {
  if (rows.length <= EXPLAINED_ROWS) return rows;
  return createRandom(seed).shuffle(Int32Array.from(rows)).slice(0, EXPLAINED_ROWS).sort();
}

function progressOf(options: TrainingOptions) {
  return (stage: TrainingProgress["stage"], fraction: number, message: string): void => {
    options.signal?.throwIfAborted();
    options.onProgress?.({ stage, fraction, message });
  };
}
