import { logitOf, sigmoid } from "../calibration/logit.ts";
import { createRandom } from "../random.ts";

/** Probabilities learnt at one rate of leavers as they are at another: the shift that the model itself gets. */
export function shiftedToRate(
  probabilities: Float64Array,
  rates: { sampleRate: number; trueRate: number },
): Float64Array {
  const offset = logitOf(rates.trueRate) - logitOf(rates.sampleRate);
  return probabilities.map((p) => sigmoid(logitOf(p) + offset));
}

/**
 * Rows as they would be at the true rate of leavers: of the outcome that was sampled too often some are left out, by
 * the seed. Losses, calibration and lift measured on them are those of the real customers, with the wider intervals
 * that so few rows of the rarer outcome deserve. At least one row of each outcome stays.
 */
export function rowsAtTrueRate(
  rows: Int32Array,
  labels: Uint8Array,
  trueRate: number,
  seed: number,
): Int32Array {
  const left = rows.filter((row) => labels[row] === 1);
  const stayed = rows.filter((row) => labels[row] === 0);
  const random = createRandom(seed);
  const some = (of: Int32Array, count: number): Int32Array =>
    random.shuffle(Int32Array.from(of)).subarray(0, Math.max(1, Math.min(of.length, Math.round(count))));
  const keptLeft = some(left, (stayed.length * trueRate) / (1 - trueRate));
  const keptStayed = some(stayed, (left.length * (1 - trueRate)) / trueRate);
  return Int32Array.from([...keptLeft, ...keptStayed]).sort();
}
