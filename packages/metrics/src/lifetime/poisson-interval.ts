import { chiSquaredSurvival, zOfConfidence } from "@forestay/churn-model/statistics";

/** Above this count Byar's approximation is used, which there differs from the exact interval by less than 1e-6. */
const EXACT_UP_TO = 2_000;

/**
 * Exact interval of a Poisson mean of which `count` was seen (Garwood 1936): the means for which this many or more, and this
 * many or fewer, have half of the error's chance each.
 */
export function poissonInterval(
  count: number,
  confidence: number,
): { readonly low: number; readonly high: number } {
  const tail = (1 - confidence) / 2;
  const z = zOfConfidence(confidence);
  // Byar: the cube root of a gamma variable is nearly normal (Rothman and Boice 1979).
  const byar = (mean: number, way: number) =>
    mean * (1 - 1 / (9 * mean) + (way * z) / (3 * Math.sqrt(mean))) ** 3;
  const low = count === 0 ? 0 : byar(count, -1);
  const high = byar(count + 1, 1);
  if (count > EXACT_UP_TO) return { low, high };
  return {
    // P(at least `count` | mean) is the chance that chi-squared with 2 x count degrees stays below 2 x mean.
    low: count === 0 ? 0 : rootOf((mean) => 1 - chiSquaredSurvival(2 * mean, 2 * count) - tail, low, count),
    high: rootOf((mean) => tail - chiSquaredSurvival(2 * mean, 2 * count + 2), high, count),
  };
}

/** Where a rising function is 0, near a first guess: bisection to the last bits of a double. */
function rootOf(rising: (x: number) => number, guess: number, count: number): number {
  const spread = 1 + Math.sqrt(count);
  let low = Math.max(0, guess - spread);
  let high = guess + spread;
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
