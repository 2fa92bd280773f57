import { equalMassBins } from "./calibration-bins.ts";
import { checkProbabilityRows } from "./check-scored-rows.ts";

/** Squared error of each row's probability, the material for intervals and paired comparisons. */
export function rowBrierScores(labels: ArrayLike<number>, probabilities: ArrayLike<number>): Float64Array {
  checkProbabilityRows(labels, probabilities);
  return Float64Array.from({ length: labels.length }, (_, row) => (probabilities[row]! - labels[row]!) ** 2);
}

/** Mean squared error of the probabilities, 0 (perfect) to 1 (Brier 1950). */
export function brierScore(labels: ArrayLike<number>, probabilities: ArrayLike<number>): number {
  let sum = 0;
  for (const square of rowBrierScores(labels, probabilities)) sum += square;
  return sum / labels.length;
}

/** Parts of the Brier score: score = reliability - resolution + uncertainty + withinBins. */
export interface BrierDecomposition {
  readonly score: number;
  /** Squared gap between said and seen, 0 is perfectly calibrated. */
  readonly reliability: number;
  /** How far the bins' rates lie from the base rate: what the score knows. */
  readonly resolution: number;
  /** Variance of the outcome itself, which no score can change. */
  readonly uncertainty: number;
  /** What binning hides: spread of probabilities inside bins less twice its covariance with the outcome. */
  readonly withinBins: number;
  /** 1 - score / uncertainty: share of the uncertainty removed; null when all outcomes are the same. */
  readonly skill: number | null;
}

/**
 * Murphy's decomposition (1973) over equal-mass bins with the within-bin terms of Stephenson, Coelho and
 * Jolliffe (2008), which make the identity exact for any binning.
 */
export function brierDecomposition(
  labels: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  bins = 15,
): BrierDecomposition {
  const score = brierScore(labels, probabilities);
  const binOf = equalMassBins(probabilities, bins);
  const rows = new Float64Array(bins);
  const events = new Float64Array(bins);
  const sums = new Float64Array(bins);
  for (let row = 0; row < binOf.length; row++) {
    const bin = binOf[row]!;
    rows[bin]! += 1;
    events[bin]! += labels[row]!;
    sums[bin]! += probabilities[row]!;
  }
  const total = labels.length;
  const baseRate = events.reduce((sum, count) => sum + count, 0) / total;
  let reliability = 0;
  let resolution = 0;
  for (let bin = 0; bin < bins; bin++) {
    if (rows[bin] === 0) continue;
    const rate = events[bin]! / rows[bin]!;
    reliability += (rows[bin]! / total) * (sums[bin]! / rows[bin]! - rate) ** 2;
    resolution += (rows[bin]! / total) * (rate - baseRate) ** 2;
  }
  let withinBins = 0;
  for (let row = 0; row < total; row++) {
    const bin = binOf[row]!;
    const spread = probabilities[row]! - sums[bin]! / rows[bin]!;
    withinBins += spread * spread - 2 * spread * (labels[row]! - events[bin]! / rows[bin]!);
  }
  const uncertainty = baseRate * (1 - baseRate);
  return {
    score,
    reliability,
    resolution,
    uncertainty,
    withinBins: withinBins / total,
    skill: uncertainty === 0 ? null : 1 - score / uncertainty,
  };
}
