import { RECORD_BYTES } from "./state-block.ts";

/** The best split of a node. */
export interface SplitRecord {
  feature: number;
  gain: number;
  leftGradient: number;
  leftHessian: number;
  leftCount: number;
  /** Highest bin that goes left; -1 for a split by category. */
  threshold: number;
  missingLeft: boolean;
  /** For a split by category: bins that go left. */
  bits: Uint8Array;
}

const WORDS = RECORD_BYTES / 8;

/** Less than this is rounding, not structure. */
const MIN_GAIN = 1e-9;

/**
 * The record with the largest gain among the listed features, the first of equals; null when nothing gains. `first` is
 * the record of feature 0.
 */
export function bestRecord(
  records: Float64Array,
  bits: Uint8Array,
  features: Int32Array,
  first: number,
): SplitRecord | null {
  let best = -1;
  let bestGain = MIN_GAIN;
  for (const feature of features) {
    const gain = records[(first + feature) * WORDS]!;
    if (gain > bestGain) {
      bestGain = gain;
      best = feature;
    }
  }
  if (best < 0) return null;
  const at = (first + best) * WORDS;
  return {
    feature: best,
    gain: bestGain,
    leftGradient: records[at + 1]!,
    leftHessian: records[at + 2]!,
    leftCount: records[at + 3]!,
    threshold: records[at + 4]!,
    missingLeft: (records[at + 5] ?? 0) === 1,
    bits: Uint8Array.from(bits.subarray(at * 8 + 48, at * 8 + RECORD_BYTES)),
  };
}
