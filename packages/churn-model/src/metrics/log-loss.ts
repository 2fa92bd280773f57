import { checkProbabilityRows, countEvents } from "./check-scored-rows.ts";
import { zOfConfidence } from "./normal-distribution.ts";
import type { Interval } from "./proportion-interval.ts";

/** Probabilities are held this far from 0 and 1, as scikit-learn does, so that one sure mistake stays finite. */
const EDGE = 1e-15;

/** Loss in nats of each row, the material for paired comparisons. */
export function rowLogLosses(labels: ArrayLike<number>, probabilities: ArrayLike<number>): Float64Array {
  checkProbabilityRows(labels, probabilities);
  const losses = new Float64Array(labels.length);
  for (let row = 0; row < losses.length; row++) {
    const probability = Math.min(1 - EDGE, Math.max(EDGE, probabilities[row]!));
    losses[row] = labels[row] === 1 ? -Math.log(probability) : -Math.log1p(-probability);
  }
  return losses;
}

/** Mean negative log likelihood in nats; lower is better. The measure that rewards honest probabilities. */
export function logLoss(labels: ArrayLike<number>, probabilities: ArrayLike<number>): number {
  return meanOf(rowLogLosses(labels, probabilities));
}

/** Log loss of saying the base rate of these rows to everyone: what a model must beat to know anything. */
export function priorLogLoss(labels: ArrayLike<number>): number {
  const rate = countEvents(labels) / labels.length;
  if (!(rate > 0 && rate < 1)) return 0;
  return -(rate * Math.log(rate) + (1 - rate) * Math.log1p(-rate));
}

/** A mean loss with its standard error and two-sided normal interval; zero width for a single row. */
export interface MeanLossInterval extends Interval {
  readonly mean: number;
  readonly standardError: number;
}

/**
 * Mean of per-row losses with its interval: log loss, Brier score, or the difference of two of them. With `clusterOf`
 * (the customer of each row) all rows of one customer are one piece of evidence: the sandwich variance of Liang and
 * Zeger 1986 with its factor for few clusters.
 */
export function meanLossInterval(
  losses: ArrayLike<number>,
  confidence = 0.95,
  clusterOf: ArrayLike<number | string> | null = null,
): MeanLossInterval {
  const mean = meanOf(losses);
  const standardError =
    clusterOf === null ? rowStandardError(losses, mean) : clusterStandardError(losses, mean, clusterOf);
  const margin = zOfConfidence(confidence) * standardError;
  return { mean, standardError, low: mean - margin, high: mean + margin };
}

/**
 * Whether A's log loss is lower than B's on the same rows: mean of (A - B) with its interval.
 * Below 0 favours A; an interval that spans 0 settles nothing.
 */
export function compareLogLoss(
  labels: ArrayLike<number>,
  probabilitiesA: ArrayLike<number>,
  probabilitiesB: ArrayLike<number>,
  confidence = 0.95,
  clusterOf: ArrayLike<number | string> | null = null,
): MeanLossInterval {
  const a = rowLogLosses(labels, probabilitiesA);
  const b = rowLogLosses(labels, probabilitiesB);
  return meanLossInterval(
    a.map((loss, row) => loss - b[row]!),
    confidence,
    clusterOf,
  );
}

function rowStandardError(losses: ArrayLike<number>, mean: number): number {
  let squares = 0;
  for (let row = 0; row < losses.length; row++) squares += (losses[row]! - mean) ** 2;
  return losses.length > 1 ? Math.sqrt(squares / (losses.length - 1) / losses.length) : 0;
}

function clusterStandardError(
  losses: ArrayLike<number>,
  mean: number,
  clusterOf: ArrayLike<number | string>,
): number {
  const sums = new Map<number | string, number>();
  for (let row = 0; row < losses.length; row++)
    sums.set(clusterOf[row]!, (sums.get(clusterOf[row]!) ?? 0) + losses[row]! - mean);
  let squares = 0;
  for (const sum of sums.values()) squares += sum * sum;
  return sums.size > 1 ? Math.sqrt((squares * sums.size) / (sums.size - 1)) / losses.length : 0;
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let row = 0; row < values.length; row++) sum += values[row]!;
  return sum / values.length;
}
