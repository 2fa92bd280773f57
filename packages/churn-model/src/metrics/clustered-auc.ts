import { zOfConfidence } from "./normal-distribution.ts";
import { midranks } from "./score-order.ts";
import { classUnits } from "../validation/class-units.ts";

/** A difference of two AUCs on the same rows with its two-sided interval. */
export interface AucDifference {
  readonly aucA: number;
  readonly aucB: number;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/**
 * A less B in AUC, rows of one customer counted as one piece of evidence: the variance is the sum over customers of
 * the squared sums of their rows' influence (Obuchowski 1997's clustered DeLong, as an infinitesimal jackknife). With a
 * customer per row it is DeLong's paired interval but for a factor (n - 1) / n. Null when only one class is present.
 */
export function compareClusteredAuc(
  labels: ArrayLike<number>,
  scoresA: ArrayLike<number>,
  scoresB: ArrayLike<number>,
  clusterOf: ArrayLike<number | string>,
  confidence = 0.95,
): AucDifference | null {
  const a = influence(labels, scoresA);
  const b = influence(labels, scoresB);
  if (a === null || b === null) return null;
  const sums = new Map<number | string, number>();
  for (let row = 0; row < labels.length; row++)
    sums.set(clusterOf[row]!, (sums.get(clusterOf[row]!) ?? 0) + a.ofRow[row]! - b.ofRow[row]!);
  let variance = 0;
  for (const sum of sums.values()) variance += sum * sum;
  const margin = zOfConfidence(confidence) * Math.sqrt(variance);
  const difference = a.auc - b.auc;
  return { aucA: a.auc, aucB: b.auc, difference, low: difference - margin, high: difference + margin };
}

/**
 * AUC with the interval that so many customers deserve, however many rows each has. Where every pair is ranked right,
 * or every one wrong, nothing varies: the open end is then that of the rarer outcome's customers. Null when only one class is present.
 */
export function clusteredAucInterval(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  clusterOf: ArrayLike<number | string>,
  confidence = 0.95,
): { auc: number; low: number; high: number } | null {
  // Against a constant, whose AUC is .5 without error: the difference's interval is that of the AUC.
  const compared = compareClusteredAuc(
    labels,
    scores,
    new Float64Array(labels.length),
    clusterOf,
    confidence,
  );
  if (compared === null) return null;
  const auc = compared.aucA;
  const { left, stayed } = classUnits(labels, clusterOf);
  const open = ((1 - confidence) / 2) ** (1 / Math.min(left, stayed));
  if (auc === 1) return { auc, low: open, high: 1 };
  if (auc === 0) return { auc, low: 0, high: 1 - open };
  return { auc, low: Math.max(0, compared.low + 0.5), high: Math.min(1, compared.high + 0.5) };
}

/** AUC and how much each row moves it: its placement among the other class less the mean, over its own class's size. */
function influence(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
): { auc: number; ofRow: Float64Array } | null {
  const rowsOf = [0, 1].map((label) =>
    Int32Array.from({ length: labels.length }, (_, row) => row).filter((row) => labels[row] === label),
  ) as [Int32Array, Int32Array];
  const [others, events] = rowsOf;
  if (events.length === 0 || others.length === 0) return null;
  const all = midranks(scores);
  const placement = new Float64Array(labels.length);
  for (const [own, opposite, sign] of [
    [events, others, 1],
    [others, events, -1],
  ] as const) {
    const within = midranks(Float64Array.from(own, (row) => scores[row]!));
    own.forEach((row, i) => {
      const below = (all[row]! - within[i]!) / opposite.length;
      placement[row] = sign === 1 ? below : 1 - below;
    });
  }
  const auc = events.reduce((sum, row) => sum + placement[row]!, 0) / events.length;
  const ofRow = placement.map(
    (value, row) => (value - auc) / (labels[row] === 1 ? events.length : others.length),
  );
  return { auc, ofRow };
}
