import { checkScoredRows, countEvents } from "./check-scored-rows.ts";
import { zOfConfidence } from "./normal-distribution.ts";
import type { Interval } from "./proportion-interval.ts";
import { tieGroups } from "./score-order.ts";

/**
 * Average precision, the area under the precision-recall curve by steps: sum of precision x gain in recall over
 * the distinct scores (scikit-learn's `average_precision_score`; no interpolation, which is optimistic:
 * Davis and Goadrich 2006). A useless score gets the base rate. Null when no row is an event.
 */
export function prAuc(labels: ArrayLike<number>, scores: ArrayLike<number>): number | null {
  checkScoredRows(labels, scores);
  const events = countEvents(labels);
  if (events === 0) return null;
  let seen = 0;
  let found = 0;
  let area = 0;
  for (const group of tieGroups(labels, scores)) {
    seen += group.rows;
    found += group.events;
    area += (found / seen) * (group.events / events);
  }
  return area;
}

/** Average precision with the base rate it has to beat and a two-sided interval. */
export interface PrAucInterval extends Interval {
  readonly prAuc: number;
  readonly baseRate: number;
}

/**
 * Average precision with the logit interval of Boyd, Eng and Page (2013), which covers better than a bootstrap
 * when events are few and stays inside 0 to 1. Null when no row is an event. A perfect figure has an open lower
 * end at (alpha/2)^(1/events), where the logit is not defined. `leavers`: how many of the events are evidence of their
 * own, where rows repeat customers; all of them otherwise.
 */
export function prAucInterval(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  confidence = 0.95,
  leavers = countEvents(labels),
): PrAucInterval | null {
  const area = prAuc(labels, scores);
  if (area === null) return null;
  const baseRate = countEvents(labels) / labels.length;
  if (area >= 1) return { prAuc: 1, baseRate, low: ((1 - confidence) / 2) ** (1 / leavers), high: 1 };
  const logit = Math.log(area / (1 - area));
  const margin = zOfConfidence(confidence) / Math.sqrt(leavers * area * (1 - area));
  const inverse = (x: number): number => 1 / (1 + Math.exp(-x));
  return { prAuc: area, baseRate, low: inverse(logit - margin), high: inverse(logit + margin) };
}
