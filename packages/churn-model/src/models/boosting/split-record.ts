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

/** Less than this is rounding, not structure. */
const MIN_GAIN = 1e-9;

/** The record with the largest gain among the listed features, the first of equals; null when nothing gains. */
export function bestRecord(records: DataView, features: Int32Array): SplitRecord | null {
  let best = -1;
  let bestGain = MIN_GAIN;
  for (const feature of features) {
    const gain = records.getFloat64(feature * RECORD_BYTES, true);
    if (gain > bestGain) {
      bestGain = gain;
      best = feature;
    }
  }
  if (best < 0) return null;
  const at = best * RECORD_BYTES;
  return {
    feature: best,
    gain: bestGain,
    leftGradient: records.getFloat64(at + 8, true),
    leftHessian: records.getFloat64(at + 16, true),
    leftCount: records.getFloat64(at + 24, true),
    threshold: records.getFloat64(at + 32, true),
    missingLeft: records.getFloat64(at + 40, true) === 1,
    bits: Uint8Array.from({ length: 32 }, (_, i) => records.getUint8(at + 48 + i)),
  };
}
