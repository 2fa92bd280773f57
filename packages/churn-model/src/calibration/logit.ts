/**
 * Calibrated logits are held inside this, so that every probability is strictly between 0 and 1 in double precision
 * (1 - sigmoid(30) is about 9e-14) and every loss and every logit taken back from it stays finite.
 */
export const LOGIT_LIMIT = 30;

/**
 * Probability of a logit: 1 / (1 + e^-z), never falling as z rises, to the last bit: each step keeps the order, where
 * e^z / (1 + e^z) inverts one pair of neighbouring numbers in a thousand. An overflowing e^-z gives 0.
 */
export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** From here ln(1 + e^z) and z are the same number; e^z itself overflows at 709. */
const STRAIGHT_FROM = 40;

/** ln(1 + e^z), never falling as z rises; without overflow. */
export function softplus(z: number): number {
  return z > STRAIGHT_FROM ? z : Math.log1p(Math.exp(z));
}

/** Logit of a probability, held inside +-LOGIT_LIMIT; 0 and 1 give the limits. */
export function logitOf(probability: number): number {
  return clampLogit(Math.log(probability) - Math.log1p(-probability));
}

/**
 * Holds a logit inside +-LOGIT_LIMIT; infinities give the limits.
 * @throws RangeError for NaN, which has no place in an order.
 */
export function clampLogit(logit: number): number {
  if (Number.isNaN(logit)) throw new RangeError("logit is not a number");
  return Math.min(LOGIT_LIMIT, Math.max(-LOGIT_LIMIT, logit));
}
