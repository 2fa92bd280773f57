import { zOfConfidence } from "./normal-distribution.ts";

/** A figure with the two ends of its confidence interval, in the unit of the figure. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson score interval of a proportion: `events` of `rows`, never outside 0 to 1, honest at 0 and at all.
 * Fractional counts are allowed (ties shared between groups). No rows: the whole range 0 to 1.
 * Source: Wilson 1927; Brown, Cai and DasGupta 2001 recommend it over Wald at every n.
 */
export function wilsonInterval(events: number, rows: number, confidence = 0.95): Interval {
  return wilsonIntervalOfZ(events, rows, zOfConfidence(confidence));
}

function wilsonIntervalOfZ(events: number, rows: number, z: number): Interval {
  if (!(rows > 0)) return { low: 0, high: 1 };
  const rate = events / rows;
  const shrink = 1 + (z * z) / rows;
  const centre = rate + (z * z) / (2 * rows);
  const margin = z * Math.sqrt((rate * (1 - rate)) / rows + (z * z) / (4 * rows * rows));
  return {
    low: rate === 0 ? 0 : Math.max(0, (centre - margin) / shrink),
    high: rate === 1 ? 1 : Math.min(1, (centre + margin) / shrink),
  };
}

/**
 * Newcombe's hybrid score interval of a difference of two proportions (a - b), in -1 to 1.
 * Source: Newcombe 1998, method 10; used for the uplift of a campaign over its holdout.
 */
export function newcombeInterval(
  a: { readonly events: number; readonly rows: number },
  b: { readonly events: number; readonly rows: number },
  confidence = 0.95,
): Interval & { readonly difference: number } {
  return newcombeIntervalOfZ(a, b, zOfConfidence(confidence));
}

/** The same at `z` standard errors, for boundaries too far out to be said as a confidence. */
export function newcombeIntervalOfZ(
  a: { readonly events: number; readonly rows: number },
  b: { readonly events: number; readonly rows: number },
  z: number,
): Interval & { readonly difference: number } {
  const rateA = a.rows > 0 ? a.events / a.rows : 0.5;
  const rateB = b.rows > 0 ? b.events / b.rows : 0.5;
  const ofA = wilsonIntervalOfZ(a.events, a.rows, z);
  const ofB = wilsonIntervalOfZ(b.events, b.rows, z);
  const difference = rateA - rateB;
  return {
    difference,
    low: Math.max(-1, difference - Math.hypot(rateA - ofA.low, ofB.high - rateB)),
    high: Math.min(1, difference + Math.hypot(ofA.high - rateA, rateB - ofB.low)),
  };
}
