import { checkProbabilityRows } from "./check-scored-rows.ts";
import { wilsonInterval } from "./proportion-interval.ts";
import { midranks } from "./score-order.ts";

/** One point of the reliability chart. Rates and probabilities 0 to 1; `low` and `high` are Wilson's bounds. */
export interface CalibrationBin {
  readonly rows: number;
  readonly events: number;
  readonly lowestProbability: number;
  readonly highestProbability: number;
  readonly meanProbability: number;
  readonly observedRate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Number of the equal-mass bin of each row, from 0. Rows with the same probability always share a bin (by the
 * mean of their ranks), so the result does not depend on the order of the rows; a bin may therefore be empty.
 */
export function equalMassBins(probabilities: ArrayLike<number>, bins: number): Uint32Array {
  const ranks = midranks(probabilities);
  return Uint32Array.from(ranks, (rank) => Math.floor((bins * (rank - 0.5)) / ranks.length));
}

/**
 * The reliability chart: non-empty equal-mass bins from the lowest probability up, with Wilson error bars. With
 * `clusterOf` (the customer of each row) the bars are those of a bin's customers, however many rows each has there.
 */
export function calibrationBins(
  labels: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  bins = 10,
  confidence = 0.95,
  clusterOf: ArrayLike<number | string> | null = null,
): CalibrationBin[] {
  checkProbabilityRows(labels, probabilities);
  const binOf = equalMassBins(probabilities, bins);
  const rows = new Float64Array(bins);
  const events = new Float64Array(bins);
  const sums = new Float64Array(bins);
  const lowest = new Float64Array(bins).fill(1);
  const highest = new Float64Array(bins);
  for (let row = 0; row < binOf.length; row++) {
    const bin = binOf[row]!;
    const probability = probabilities[row]!;
    rows[bin]! += 1;
    events[bin]! += labels[row]!;
    sums[bin]! += probability;
    if (probability < lowest[bin]!) lowest[bin] = probability;
    if (probability > highest[bin]!) highest[bin] = probability;
  }
  const customers = clusterOf === null ? rows : clustersPerBin(binOf, bins, clusterOf);
  const points: CalibrationBin[] = [];
  for (let bin = 0; bin < bins; bin++) {
    if (rows[bin] === 0) continue;
    points.push({
      rows: rows[bin]!,
      events: events[bin]!,
      lowestProbability: lowest[bin]!,
      highestProbability: highest[bin]!,
      meanProbability: sums[bin]! / rows[bin]!,
      observedRate: events[bin]! / rows[bin]!,
      ...(clusterOf === null
        ? wilsonInterval(events[bin]!, rows[bin]!, confidence)
        : wilsonInterval((events[bin]! / rows[bin]!) * customers[bin]!, customers[bin]!, confidence)),
    });
  }
  return points;
}

function clustersPerBin(
  binOf: Uint32Array,
  bins: number,
  clusterOf: ArrayLike<number | string>,
): Float64Array {
  const seen = Array.from({ length: bins }, () => new Set<number | string>());
  binOf.forEach((bin, row) => seen[bin]!.add(clusterOf[row]!));
  return Float64Array.from(seen, ({ size }) => size);
}

/** Calibration error over bins, with what chance alone would give a perfectly calibrated score. */
export interface CalibrationError {
  /** Mean of |predicted - observed| over the bins, weighted by rows (ECE). */
  readonly expected: number;
  /** The largest |predicted - observed| of a bin (MCE). */
  readonly largest: number;
  /** The ECE that a perfectly calibrated score would show on so few rows: below it nothing can be measured. */
  readonly noiseFloor: number;
}

/**
 * Expected calibration error over equal-mass bins, 15 of them by default (Naeini 2015; equal mass after
 * Nixon 2019, since equal width leaves most bins of a churn score empty).
 */
export function calibrationError(
  labels: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  bins = 15,
): CalibrationError {
  let expected = 0;
  let largest = 0;
  let noiseFloor = 0;
  for (const bin of calibrationBins(labels, probabilities, bins)) {
    const gap = Math.abs(bin.meanProbability - bin.observedRate);
    const weight = bin.rows / labels.length;
    expected += weight * gap;
    largest = Math.max(largest, gap);
    // Mean absolute deviation of a binomial share by its normal limit: sqrt(2/pi) standard errors.
    noiseFloor +=
      weight * Math.sqrt((2 * bin.meanProbability * (1 - bin.meanProbability)) / (Math.PI * bin.rows));
  }
  return { expected, largest, noiseFloor };
}
