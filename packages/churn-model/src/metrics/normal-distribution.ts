/**
 * Complementary error function. Below 2 the series erf = 2/sqrt(pi) e^(-x^2) sum 2^n x^(2n+1)/(2n+1)!!, whose terms are
 * all positive so that nothing cancels; above it the continued fraction (Abramowitz and Stegun 7.1.6, 7.1.14).
 */
function erfc(x: number): number {
  const size = Math.abs(x);
  let tail: number;
  if (size < 2) {
    let term = size;
    let sum = size;
    for (let n = 1; n < 200; n++) {
      term *= (2 * size * size) / (2 * n + 1);
      sum += term;
      if (term < 1e-17 * sum) break;
    }
    tail = 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-size * size) * sum;
  } else if (size > 27) {
    tail = 0;
  } else {
    let fraction = 0;
    for (let n = 120; n >= 1; n--) fraction = n / 2 / (size + fraction);
    tail = Math.exp(-size * size) / Math.sqrt(Math.PI) / (size + fraction);
  }
  return x >= 0 ? tail : 2 - tail;
}

/** P(Z <= z) of the standard normal distribution; relative error about 1e-14. */
export function normalCdf(z: number): number {
  return erfc(-z / Math.SQRT2) / 2;
}

/** Two-sided p-value of a standard normal statistic; 1 at z = 0. */
export function normalTwoSidedP(z: number): number {
  return Math.min(1, erfc(Math.abs(z) / Math.SQRT2));
}

const CENTRE_NUMERATOR = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
];
const CENTRE_DENOMINATOR = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1,
  1,
];
const TAIL_NUMERATOR = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const TAIL_DENOMINATOR = [
  7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1,
];

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

/**
 * z with P(Z <= z) = probability, for 0 < probability < 1.
 * Acklam's rational approximation (2003) and one Halley step against `normalCdf`.
 * @throws RangeError outside the open interval, where the answer would be infinite.
 */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`probability ${probability} is not strictly between 0 and 1`);
  }
  const low = 0.02425;
  let z: number;
  if (probability < low || probability > 1 - low) {
    const tail = Math.min(probability, 1 - probability);
    const root = Math.sqrt(-2 * Math.log(tail));
    z = polynomial(TAIL_NUMERATOR, root) / polynomial(TAIL_DENOMINATOR, root);
    if (probability > 0.5) z = -z;
  } else {
    const centred = probability - 0.5;
    const square = centred * centred;
    z = (polynomial(CENTRE_NUMERATOR, square) * centred) / polynomial(CENTRE_DENOMINATOR, square);
  }
  const error = normalCdf(z) - probability;
  const step = error * Math.sqrt(2 * Math.PI) * Math.exp((z * z) / 2);
  const refined = z - step / (1 + (z * step) / 2);
  return Number.isFinite(refined) ? refined : z;
}

/** The z of a two-sided interval: 1.96 for confidence .95. */
export function zOfConfidence(confidence: number): number {
  return normalQuantile(0.5 + confidence / 2);
}
