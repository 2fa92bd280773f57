import type { Calibrator } from "../calibration/calibrator.ts";
import type { Contributions } from "../models/estimator.ts";

/** What contributions are measured against, as data: part of a model document. */
export interface Reference {
  /** Stacked logit of the reference; its calibrated probability is the base rate. */
  logit: number;
  /** Subtracted from each feature's contribution. */
  offsets: number[];
}

/**
 * Chooses the reference of all explanations so that it reads "base rate + contributions = probability".
 * The mean customer's logit is not the logit of the base rate (Jensen), so the sample of rows is tilted exponentially
 * towards leavers, or stayers, until its mean logit is the one whose calibrated probability is `baseRate`; each
 * feature's contribution is then measured against its mean over that tilted sample. Additivity stays exact.
 */
export function fitReference(
  sample: Contributions,
  rows: number,
  calibrator: Calibrator,
  baseRate: number,
): Reference {
  const width = rows === 0 ? 0 : sample.values.length / rows;
  const logits = Float64Array.from({ length: rows }, (_, row) => {
    let z = sample.base;
    for (let index = 0; index < width; index++) z += sample.values[row * width + index]!;
    return z;
  });
  const target = logitWithProbability(calibrator, logits, baseRate);
  const weights = tiltedWeights(logits, target);
  const offsets = Array.from({ length: width }, (_, index) => {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += weights[row]! * sample.values[row * width + index]!;
    return sum;
  });
  return { logit: offsets.reduce((sum, offset) => sum + offset, sample.base), offsets };
}

/** The logit between the sample's ends whose calibrated probability is nearest to `probability` (bisection). */
function logitWithProbability(calibrator: Calibrator, logits: Float64Array, probability: number): number {
  let low = logits.reduce((least, z) => Math.min(least, z), Infinity);
  let high = logits.reduce((most, z) => Math.max(most, z), -Infinity);
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (calibrator.apply(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Weights proportional to exp(tilt * z), tilt chosen so that the weighted mean of z is the target. */
function tiltedWeights(logits: Float64Array, target: number): Float64Array {
  let low = -50;
  let high = 50;
  let weights = weightsAt(logits, 0);
  for (let step = 0; step < 80; step++) {
    const tilt = (low + high) / 2;
    weights = weightsAt(logits, tilt);
    const mean = logits.reduce((sum, z, row) => sum + weights[row]! * z, 0);
    if (mean < target) low = tilt;
    else high = tilt;
  }
  return weights;
}

function weightsAt(logits: Float64Array, tilt: number): Float64Array {
  const most = logits.reduce((sum, z) => Math.max(sum, tilt * z), -Infinity);
  const weights = logits.map((z) => Math.exp(tilt * z - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
