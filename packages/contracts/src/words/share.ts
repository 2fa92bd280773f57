import { trimZero } from "./count.ts";

/** A share of 1 as percent, one decimal under 10: "2.3%", "42%". */
export function formatShare(share: number): string {
  const percent = share * 100;
  const decimals = Math.abs(percent) < 10 && !Number.isInteger(percent) ? 1 : 0;
  return `${trimZero(percent.toFixed(decimals))}%`;
}

/** A change in percentage points, without its sign's word: "0.4 pts". */
export function formatPoints(points: number): string {
  return `${trimZero(Math.abs(points).toFixed(1))} pts`;
}

/**
 * A chance in natural counts: "about 3 in 5". The smallest denominator of 2, 3, 4, 5, 10, 20, 100 that is within
 * 2.5 percentage points (a tenth of the chance when it is small), because people read counts better than percentages.
 */
export function formatChance(probability: number): string {
  if (probability <= 0.005) return "fewer than 1 in 100";
  if (probability >= 0.995) return "more than 99 in 100";
  const tolerance = Math.min(
    0.025,
    Math.max(0.005, probability * 0.1),
    Math.max(0.005, (1 - probability) * 0.1),
  );
  for (const denominator of [2, 3, 4, 5, 10, 20]) {
    const numerator = Math.round(probability * denominator);
    if (
      numerator > 0 &&
      numerator < denominator &&
      Math.abs(numerator / denominator - probability) <= tolerance
    ) {
      return `about ${numerator} in ${denominator}`;
    }
  }
  return `about ${Math.round(probability * 100)} in 100`;
}
