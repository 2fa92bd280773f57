const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  const shifted = x - 1;
  let sum = 0.99999999999980993;
  for (const [i, coefficient] of LANCZOS.entries()) sum += coefficient / (shifted + i + 1);
  const t = shifted + LANCZOS.length - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

/**
 * P(X >= statistic) of the chi-squared distribution, the p-value of a log-rank or likelihood-ratio test.
 * Regularised incomplete gamma by series or continued fraction (Numerical Recipes 6.2).
 * @throws RangeError for fewer than one degree of freedom or a negative or non-finite statistic.
 */
export function chiSquaredSurvival(statistic: number, degreesOfFreedom: number): number {
  if (!(degreesOfFreedom >= 1) || !(statistic >= 0) || !Number.isFinite(statistic)) {
    throw new RangeError(`chi-squared of ${statistic} with ${degreesOfFreedom} degrees of freedom`);
  }
  if (statistic === 0) return 1;
  const a = degreesOfFreedom / 2;
  const x = statistic / 2;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 10_000; n++) {
      term *= x / (a + n);
      sum += term;
      if (term < sum * 1e-16) break;
    }
    return Math.min(1, Math.max(0, 1 - sum * front));
  }
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 10_000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = an * d + b;
    if (Math.abs(d) < tiny) d = tiny;
    c = b + an / c;
    if (Math.abs(c) < tiny) c = tiny;
    d = 1 / d;
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return Math.min(1, Math.max(0, fraction * front));
}
