import { checkScoredRows, countEvents } from "../metrics/check-scored-rows.ts";
import { type Calibrator, calibratorOf } from "./calibrator.ts";
import { clampLogit, logitOf, sigmoid, softplus } from "./logit.ts";
import { fitSmallLogistic } from "./small-logistic.ts";

function checkedLogits(labels: ArrayLike<number>, logits: ArrayLike<number>): Float64Array {
  checkScoredRows(labels, logits);
  return Float64Array.from({ length: logits.length }, (_, row) => clampLogit(logits[row]!));
}

/**
 * Platt scaling: probability = sigmoid(slope x logit + intercept), slope >= 0.
 * `logits` must be out of fold. Targets are smoothed to (n1 + 1)/(n1 + 2) and 1/(n0 + 2), so that separable or
 * one-class rows give finite parameters. Sources: Platt 1999; Lin, Lin and Weng 2007.
 */
export function fitPlatt(labels: ArrayLike<number>, logits: ArrayLike<number>): Calibrator {
  const column = checkedLogits(labels, logits);
  const events = countEvents(labels);
  const yes = (events + 1) / (events + 2);
  const no = 1 / (labels.length - events + 2);
  const targets = Float64Array.from({ length: labels.length }, (_, row) => (labels[row] === 1 ? yes : no));
  const { coefficients } = fitSmallLogistic([column], targets, { nonNegative: [0], ridge: 0, centre: [0] });
  return calibratorOf({ kind: "platt", slope: coefficients[0]!, intercept: clampLogit(coefficients[1]!) });
}

/**
 * Three-parameter beta calibration: with s = sigmoid(logit), logit(p) = a ln s - b ln(1 - s) + c, a and b >= 0 so
 * that ranks never invert. `logits` must be out of fold. `ridge` draws a and b to 1 (the identity) with the weight
 * of a few rows, which keeps separable rows finite. Source: Kull, Silva Filho and Flach 2017.
 */
export function fitBeta(labels: ArrayLike<number>, logits: ArrayLike<number>, ridge = 0.01): Calibrator {
  const column = checkedLogits(labels, logits);
  const lower = column.map((z) => -softplus(-z));
  const upper = column.map((z) => softplus(z));
  const targets = Float64Array.from({ length: labels.length }, (_, row) => labels[row]!);
  const { coefficients } = fitSmallLogistic([lower, upper], targets, {
    nonNegative: [0, 1],
    ridge,
    centre: [1, 1],
  });
  const [a, b, c] = coefficients as [number, number, number];
  return calibratorOf({ kind: "beta", a, b, c: clampLogit(c) });
}

/** Prior weight on the standardised slope: a standard deviation of 2 is wider than any churn score seen. */
const SLOPE_RIDGE = 0.25;

/**
 * For small data: probability = sigmoid(intercept + slope x logit) with the slope shrunk to 0, that is the scores
 * to the base rate, by how much of the fit is chance. The factor is max(0, 1 - 1/chi2), chi2 the likelihood ratio
 * of the slope (van Houwelingen and Le Cessie 1990): no signal publishes the base rate for everyone. The intercept
 * then makes the mean probability the base rate, (events + 1/2)/(rows + 1) where none is given.
 * `logits` must be out of fold; `baseRate` strictly between 0 and 1.
 */
export function fitShrunkSlope(
  labels: ArrayLike<number>,
  logits: ArrayLike<number>,
  baseRate?: number,
): Calibrator {
  const column = checkedLogits(labels, logits);
  const events = countEvents(labels);
  const rate = baseRate ?? (events + 0.5) / (labels.length + 1);
  if (!(rate > 0 && rate < 1)) throw new RangeError(`base rate ${rate} is not strictly between 0 and 1`);
  const slope = events === 0 || events === labels.length ? 0 : shrunkSlope(labels, column);
  return calibratorOf({ kind: "shrunk-slope", slope, intercept: interceptFor(column, slope, rate) });
}

function shrunkSlope(labels: ArrayLike<number>, column: Float64Array): number {
  const mean = column.reduce((sum, z) => sum + z, 0) / column.length;
  const spread = Math.sqrt(column.reduce((sum, z) => sum + (z - mean) ** 2, 0) / column.length);
  if (spread < 1e-9) return 0;
  const targets = Float64Array.from({ length: labels.length }, (_, row) => labels[row]!);
  const options = { nonNegative: [0], ridge: SLOPE_RIDGE, centre: [0] };
  const standardised = column.map((z) => (z - mean) / spread);
  const fit = fitSmallLogistic([standardised], targets, options);
  const flat = fitSmallLogistic([column.map(() => 0)], targets, options);
  const likelihoodRatio = 2 * (flat.loss - fit.loss);
  const factor = likelihoodRatio > 1 ? 1 - 1 / likelihoodRatio : 0;
  return (factor * fit.coefficients[0]!) / spread;
}

/** The intercept that makes the mean of sigmoid(intercept + slope x logit) the wanted rate, by bisection. */
function interceptFor(column: Float64Array, slope: number, rate: number): number {
  if (slope === 0) return logitOf(rate);
  let largest = 0;
  for (const z of column) largest = Math.max(largest, Math.abs(slope * z));
  let low = logitOf(rate) - largest;
  let high = logitOf(rate) + largest;
  for (let step = 0; step < 80 && high - low > 1e-14 * (1 + Math.abs(low)); step++) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (const z of column) sum += sigmoid(middle + slope * z);
    if (sum / column.length < rate) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
