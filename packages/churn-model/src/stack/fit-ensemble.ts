import { sigmoid } from "../calibration/logit.ts";
import { shiftToBaseRate, type Calibrator } from "../calibration/calibrator.ts";
import { chooseCalibration, fitCalibration, type CalibrationKind } from "../calibration/choose-calibrator.ts";
import { fitShrunkSlope } from "../calibration/fit-sloped-calibrator.ts";
import { fitSmallLogistic } from "../calibration/small-logistic.ts";
import { logLoss } from "../metrics/log-loss.ts";
import { deriveSeed } from "../random.ts";
import { averageLogistic } from "../models/logistic/average-logistic.ts";
import type { Binning } from "../models/boosting/binning.ts";
import type { EnsembleDocument, MemberDocument } from "./ensemble.ts";
import type { FitResult, FitTask, TaskRunner } from "./fit-task.ts";
import type { EnsembleRecipe } from "./members.ts";

/** Weight of the pull of the stack's weights towards equal shares, in units of summed log loss. */
const STACK_RIDGE = 10;

export interface EnsembleRows {
  labels: Uint8Array;
  /** Rows to learn from. */
  rows: Int32Array;
  /** Inner fold of each of these rows, from 0 without gaps. */
  foldOf: ArrayLike<number>;
}

export interface FittedEnsemble {
  document: EnsembleDocument;
  /** Held-out probability per row of `rows`: stack and calibration of each fold fitted on the other folds. */
  heldOutProbabilities: Float64Array;
  /** Out-of-fold stacked logit per row of `rows`, before calibration. */
  heldOutStacked: Float64Array;
  members: { name: string; weight: number; heldOutLogLoss: number }[];
}

/**
 * Fits recipe and calibration on the given rows: bag of every member over the inner folds, non-negative logistic
 * stack on their out-of-fold logits, refit on all rows, calibration on the stacked out-of-fold logits.
 */
export async function fitEnsemble(
  recipe: EnsembleRecipe,
  data: EnsembleRows,
  binning: Binning,
  seed: number,
  run: TaskRunner,
  onProgress: (fraction: number) => void = () => {},
): Promise<FittedEnsemble> {
  const { rows } = data;
  const folds = foldCount(data.foldOf);
  const total = recipe.members.length * (folds + recipe.refitSeeds);
  let done = 0;
  const report = (): void => onProgress(++done / total);

  const split = Array.from({ length: folds }, (_, fold) => ({
    train: rows.filter((_, i) => data.foldOf[i] !== fold),
    test: rows.filter((_, i) => data.foldOf[i] === fold),
  }));
  const bagTasks = recipe.members.flatMap((member) =>
    split.map(({ train, test }, fold): FitTask => {
      const own = deriveSeed(seed, member.name, fold);
      return { member, rows: train, validation: test, strength: null, seed: own };
    }),
  );
  const bag = await run(bagTasks, report);
  const bagOf = (index: number): FitResult[] => bag.slice(index * folds, (index + 1) * folds);
  const labels = Uint8Array.from(rows, (row) => data.labels[row]!);
  const logits = recipe.members.map((_, index) => gatherByFold(bagOf(index), data.foldOf));
  const stack = fitStack(recipe, labels, logits);
  // A member the stack does not use is not worth refitting and storing.
  const used = [...recipe.members.keys()].filter((index) => stack.weights[index]! > 0);
  done += (recipe.members.length - used.length) * recipe.refitSeeds;
  if (used.length < recipe.members.length) onProgress(done / total);
  const refitTasks = used.flatMap((index) => {
    const member = recipe.members[index]!;
    const strength = mean(bagOf(index).map((result) => result.strength));
    return Array.from({ length: recipe.refitSeeds }, (_, repeat): FitTask => {
      const own = deriveSeed(seed, member.name, "refit", repeat);
      return { member, rows, validation: new Int32Array(0), strength, seed: own };
    });
  });
  const refits = await run(refitTasks, report);

  const stacked = applyStack(stack, logits);
  const calibration =
    recipe.calibration === "shrunk" ? "shrunk" : chooseCalibration(labels, stacked, data.foldOf);
  const calibrator = fitCalibrator(calibration, labels, stacked);
  return {
    document: {
      intercept: stack.intercept,
      members: used.map((index, place): MemberDocument => {
        const refit = refits.slice(place * recipe.refitSeeds, (place + 1) * recipe.refitSeeds);
        const parts = [...shares(bagOf(index), 0.5), ...shares(refit, 0.5)];
        return { name: recipe.members[index]!.name, weight: stack.weights[index]!, parts: merged(parts) };
      }),
      binning,
      calibrator: calibrator.toJSON(),
    },
    heldOutProbabilities: crossFitted(recipe, calibration, labels, logits, data.foldOf),
    heldOutStacked: stacked,
    members: recipe.members.map((member, index) => ({
      name: member.name,
      weight: stack.weights[index]!,
      heldOutLogLoss: logLoss(labels, logits[index]!.map(sigmoid)),
    })),
  };
}

const foldCount = (foldOf: ArrayLike<number>): number => new Set(Array.from(foldOf)).size;

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

type Part = MemberDocument["parts"][number];

const shares = (results: FitResult[], whole: number): Part[] =>
  results.map((result) => ({ share: whole / results.length, model: result.document }));

/** Regressions on one design average into one regression; trees stay apart. */
function merged(parts: Part[]): Part[] {
  const regressions = parts.flatMap(({ share, model }) =>
    model.kind === "logistic" ? [{ share, model }] : [],
  );
  return regressions.length === parts.length ? [{ share: 1, model: averageLogistic(regressions) }] : parts;
}

function gatherByFold(bag: FitResult[], foldOf: ArrayLike<number>): Float64Array {
  const next = new Int32Array(bag.length);
  return Float64Array.from({ length: foldOf.length }, (_, i) => {
    const fold = foldOf[i]!;
    return bag[fold]!.validationLogits[next[fold]!++]!;
  });
}

interface Stack {
  intercept: number;
  weights: number[];
}

function fitStack(recipe: EnsembleRecipe, labels: Uint8Array, logits: Float64Array[]): Stack {
  const count = logits.length;
  if (count === 1 || recipe.stack === "mean") return { intercept: 0, weights: logits.map(() => 1 / count) };
  const { coefficients } = fitSmallLogistic(logits, Float64Array.from(labels), {
    nonNegative: logits.map((_, index) => index),
    ridge: STACK_RIDGE,
    centre: logits.map(() => 1 / count),
  });
  return { intercept: coefficients[count]!, weights: coefficients.slice(0, count) };
}

function applyStack(stack: Stack, logits: Float64Array[]): Float64Array {
  const stacked = new Float64Array(logits[0]!.length).fill(stack.intercept);
  logits.forEach((own, index) => {
    for (let i = 0; i < stacked.length; i++) stacked[i]! += stack.weights[index]! * own[i]!;
  });
  return stacked;
}

const fitCalibrator = (
  kind: CalibrationKind | "shrunk",
  labels: Uint8Array,
  stacked: Float64Array,
): Calibrator =>
  kind === "shrunk" ? fitShrunkSlope(labels, stacked) : fitCalibration(kind, labels, stacked);

function crossFitted(
  recipe: EnsembleRecipe,
  calibration: CalibrationKind | "shrunk",
  labels: Uint8Array,
  logits: Float64Array[],
  foldOf: ArrayLike<number>,
): Float64Array {
  const probabilities = new Float64Array(labels.length);
  for (let fold = 0; fold < foldCount(foldOf); fold++) {
    const others = labels.map((_, i) => (foldOf[i] === fold ? 0 : 1));
    const pick = (values: Float64Array): Float64Array => values.filter((_, i) => others[i] === 1);
    const otherLabels = labels.filter((_, i) => others[i] === 1);
    const stack = fitStack(recipe, otherLabels, logits.map(pick));
    const stacked = applyStack(stack, logits);
    const calibrator = fitCalibrator(calibration, otherLabels, pick(stacked));
    for (let i = 0; i < stacked.length; i++)
      if (foldOf[i] === fold) probabilities[i] = calibrator.apply(stacked[i]!);
  }
  return probabilities;
}

/** The prior correction for sampled labels; the same calibrator when the data's own rate is the true one. */
export function correctedCalibrator(
  calibrator: Calibrator,
  sampleRate: number,
  trueRate: number | null,
): Calibrator {
  return trueRate === null ? calibrator : shiftToBaseRate(calibrator, { sampleRate, trueRate });
}
