import { bootstrapInterval } from "../metrics/bootstrap.ts";
import type { Interval } from "../metrics/proportion-interval.ts";
import { selectMatrixRows, type FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { qiniOf, type Qini } from "./qini.ts";
import { canLearnUplift, fitUplift, type UpliftRows } from "./uplift-model.ts";

/** How well uplift was told of campaigns that it had not been learnt from. */
export interface UpliftQuality extends Qini {
  /** Of the coefficient, 95 %, customers resampled. */
  interval: Interval;
  /** Customers judged, each by a model that knew nothing of their campaign. */
  customers: number;
}

const RESAMPLES = 400;

/**
 * Leaves out one campaign after the other: learns from the others, tells the uplift of its customers, and draws one Qini curve
 * of all that was told so. Customers of one campaign are ordered among themselves, by rank: campaigns differ in what they
 * do, and a model is not asked which was the better one. Null where too little is left to learn from or to judge.
 */
export function judgeUplift(
  rows: UpliftRows,
  campaignOf: readonly string[],
  seed: number,
): UpliftQuality | null {
  const ranks = new Float64Array(rows.matrix.rows).fill(Number.NaN);
  for (const campaign of new Set(campaignOf)) {
    const [own, others] = [[], []] as [number[], number[]];
    campaignOf.forEach((one, row) => (one === campaign ? own : others).push(row));
    const learnt = selectRows(rows, others);
    if (!canLearnUplift(learnt)) continue;
    const { uplift } = fitUplift(learnt, seed).predict(selectMatrixRows(rows.matrix, own));
    const order = own.map((_, at) => at).sort((a, b) => uplift[a]! - uplift[b]!);
    order.forEach((at, rank) => (ranks[own[at]!] = (rank + 0.5) / own.length));
  }
  const judged = Array.from(ranks.keys()).filter((row) => !Number.isNaN(ranks[row]!));
  if (judged.length === 0) return null;
  const told = {
    treated: Uint8Array.from(judged, (row) => rows.treated[row]!),
    kept: Uint8Array.from(judged, (row) => rows.kept[row]!),
    predicted: Float64Array.from(judged, (row) => ranks[row]!),
  };
  const qini = qiniOf(told);
  const interval = bootstrapInterval(judged.length, (drawn) => qiniOf(told, drawn)?.coefficient ?? null, {
    seed,
    resamples: RESAMPLES,
  });
  if (qini === null || interval === null) return null;
  return { ...qini, interval: { low: interval.low, high: interval.high }, customers: judged.length };
}

const selectRows = (rows: UpliftRows, chosen: readonly number[]): UpliftRows => ({
  matrix: selectMatrixRows(rows.matrix, chosen) satisfies FeatureMatrix,
  treated: Uint8Array.from(chosen, (row) => rows.treated[row]!),
  kept: Uint8Array.from(chosen, (row) => rows.kept[row]!),
});
