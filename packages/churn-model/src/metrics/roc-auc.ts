import { checkScoredRows, countEvents } from "./check-scored-rows.ts";
import { normalTwoSidedP, zOfConfidence } from "./normal-distribution.ts";
import type { Interval } from "./proportion-interval.ts";
import { midranks } from "./score-order.ts";

/**
 * Area under the ROC curve: the chance that a leaver is scored above a stayer, ties counted half.
 * `labels` 0 or 1, `scores` of any scale. Null when only one class is present: there is nothing to rank.
 */
export function rocAuc(labels: ArrayLike<number>, scores: ArrayLike<number>): number | null {
  checkScoredRows(labels, scores);
  const events = countEvents(labels);
  const others = labels.length - events;
  if (events === 0 || others === 0) return null;
  const ranks = midranks(scores);
  let rankSum = 0;
  for (let row = 0; row < ranks.length; row++) if (labels[row] === 1) rankSum += ranks[row]!;
  return (rankSum - (events * (events + 1)) / 2) / (events * others);
}

/** Per row, the share of the other class it is ranked rightly against (DeLong's structural components). */
interface Placements {
  readonly auc: number;
  readonly ofEvents: Float64Array;
  readonly ofOthers: Float64Array;
}

function placements(labels: ArrayLike<number>, scores: ArrayLike<number>): Placements | null {
  checkScoredRows(labels, scores);
  const events = countEvents(labels);
  const others = labels.length - events;
  if (events === 0 || others === 0) return null;
  const eventScores = new Float64Array(events);
  const otherScores = new Float64Array(others);
  for (let row = 0, e = 0, o = 0; row < labels.length; row++) {
    if (labels[row] === 1) eventScores[e++] = scores[row]!;
    else otherScores[o++] = scores[row]!;
  }
  const all = midranks(scores);
  const withinEvents = midranks(eventScores);
  const withinOthers = midranks(otherScores);
  const ofEvents = new Float64Array(events);
  const ofOthers = new Float64Array(others);
  let sum = 0;
  for (let row = 0, e = 0, o = 0; row < labels.length; row++) {
    if (labels[row] === 1) {
      ofEvents[e] = (all[row]! - withinEvents[e]!) / others;
      sum += ofEvents[e++]!;
    } else {
      ofOthers[o] = 1 - (all[row]! - withinOthers[o]!) / events;
      o++;
    }
  }
  return { auc: sum / events, ofEvents, ofOthers };
}

function covariance(a: Float64Array, meanA: number, b: Float64Array, meanB: number): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - meanA) * (b[i]! - meanB);
  return sum / (a.length - 1);
}

/** Variance of AUC by Hanley and McNeil (1982): needs no pair of rows per class, unlike DeLong. */
function hanleyMcNeilVariance(auc: number, events: number, others: number): number {
  const q1 = auc / (2 - auc);
  const q2 = (2 * auc * auc) / (1 + auc);
  const spread = auc * (1 - auc) + (events - 1) * (q1 - auc * auc) + (others - 1) * (q2 - auc * auc);
  return Math.max(0, spread) / (events * others);
}

/** AUC with its DeLong standard error and two-sided interval, cut at 0 and 1. */
export interface AucInterval extends Interval {
  readonly auc: number;
  readonly standardError: number;
}

/**
 * AUC with DeLong's variance and normal interval. Null when only one class is present.
 * One row in a class: Hanley-McNeil's variance, DeLong's being undefined. A perfect ranking has variance 0,
 * which would claim certainty: then the open end is (alpha/2)^(1/k), k the size of the smaller class, the exact
 * bound for k pairs that do not share a row.
 * Sources: DeLong, DeLong and Clarke-Pearson 1988; Sun and Xu 2014 (midranks); Hanley and McNeil 1982.
 */
export function rocAucInterval(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  confidence = 0.95,
): AucInterval | null {
  const placed = placements(labels, scores);
  if (placed === null) return null;
  const { auc, ofEvents, ofOthers } = placed;
  const fewest = Math.min(ofEvents.length, ofOthers.length);
  const variance =
    fewest < 2
      ? hanleyMcNeilVariance(auc, ofEvents.length, ofOthers.length)
      : covariance(ofEvents, auc, ofEvents, auc) / ofEvents.length +
        covariance(ofOthers, auc, ofOthers, auc) / ofOthers.length;
  const standardError = Math.sqrt(Math.max(0, variance));
  if (auc === 0 || auc === 1) {
    const bound = ((1 - confidence) / 2) ** (1 / fewest);
    return { auc, standardError, low: auc === 1 ? bound : 0, high: auc === 1 ? 1 : 1 - bound };
  }
  const margin = zOfConfidence(confidence) * standardError;
  return { auc, standardError, low: Math.max(0, auc - margin), high: Math.min(1, auc + margin) };
}

/** Difference of two AUCs on the same rows; `pValue` is two-sided. */
export interface AucComparison extends Interval {
  readonly aucA: number;
  readonly aucB: number;
  readonly difference: number;
  readonly standardError: number;
  readonly z: number;
  readonly pValue: number;
}

/**
 * DeLong's paired test: whether score A ranks the same rows better than score B (difference = A - B).
 * Null when a class has fewer than two rows. Two rankings that never differ give z 0 and p 1; a difference
 * whose variance vanishes (each perfect in its own way) gives z 0 and p 1 too: no evidence is claimed from it.
 * Source: DeLong, DeLong and Clarke-Pearson 1988.
 */
export function compareRocAuc(
  labels: ArrayLike<number>,
  scoresA: ArrayLike<number>,
  scoresB: ArrayLike<number>,
  confidence = 0.95,
): AucComparison | null {
  const a = placements(labels, scoresA);
  const b = placements(labels, scoresB);
  if (a === null || b === null || Math.min(a.ofEvents.length, a.ofOthers.length) < 2) return null;
  const part = (x: Float64Array, y: Float64Array): number =>
    (covariance(x, a.auc, x, a.auc) + covariance(y, b.auc, y, b.auc) - 2 * covariance(x, a.auc, y, b.auc)) /
    x.length;
  const variance = part(a.ofEvents, b.ofEvents) + part(a.ofOthers, b.ofOthers);
  const standardError = Math.sqrt(Math.max(0, variance));
  const difference = a.auc - b.auc;
  // Below this the spread is rounding noise of the covariances, and the quotient would be an invented z.
  const z = standardError < 1e-12 ? 0 : difference / standardError;
  const margin = zOfConfidence(confidence) * standardError;
  return {
    aucA: a.auc,
    aucB: b.auc,
    difference,
    standardError,
    z,
    pValue: normalTwoSidedP(z),
    low: Math.max(-1, difference - margin),
    high: Math.min(1, difference + margin),
  };
}
