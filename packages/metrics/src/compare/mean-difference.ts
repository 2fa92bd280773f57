import { zOfConfidence } from "@forestay/churn-model/statistics";

/** A sample by its sums: `n` values with this mean and sample variance (divided by n - 1). */
export interface SampleMean {
  n: number;
  mean: number;
  variance: number;
}

/** Fewer values than this on either side say too little of how they vary. */
const FEWEST = 10;

/**
 * The difference of two means, `inside - outside`, with Welch's interval (Welch 1947), which lets both vary differently; null
 * where either side has fewer than ten values. Degrees of freedom after Satterthwaite (1946).
 */
export function meanDifference(
  inside: SampleMean,
  outside: SampleMean,
  confidence = 0.95,
): { value: number; low: number; high: number } | null {
  if (inside.n < FEWEST || outside.n < FEWEST) return null;
  const value = inside.mean - outside.mean;
  const own = inside.variance / inside.n;
  const others = outside.variance / outside.n;
  const spread = own + others;
  if (spread === 0) return { value, low: value, high: value };
  const freedom = spread ** 2 / (own ** 2 / (inside.n - 1) + others ** 2 / (outside.n - 1));
  const half = tOfConfidence(confidence, freedom) * Math.sqrt(spread);
  return { value, low: value - half, high: value + half };
}

/**
 * t with P(|T| <= t) = confidence at so many degrees of freedom, nine or more: the expansion about the normal quantile
 * (Abramowitz and Stegun 26.7.5), right to four places there.
 */
function tOfConfidence(confidence: number, freedom: number): number {
  const z = zOfConfidence(confidence);
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  const fourth = (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3 + fourth / freedom ** 4;
}
