import { chiSquaredSurvival } from "../metrics/chi-squared-distribution.ts";

/** Customary bounds of the index: below .1 nothing to see, from .25 another population (Siddiqi 2006). */
export const PSI_SHIFTING = 0.1;
export const PSI_DRIFTED = 0.25;

export interface PopulationStability {
  /** Population stability index, 0 and up, finite. */
  readonly psi: number;
  /** Chance of an index this large when nothing has changed; small counts alone make large indexes. */
  readonly pValue: number;
}

/**
 * Population stability index of two counts over the same bins: sum of (now - then) x ln(now / then) of the shares.
 * Half a row is added to every bin, so that an empty one stays finite. Under no change the index over
 * (1/n + 1/m) follows chi-squared with bins - 1 degrees of freedom (Yurdakul 2018), which gives `pValue`.
 * No rows on either side, or one bin: index 0, p 1.
 */
export function populationStability(then: ArrayLike<number>, now: ArrayLike<number>): PopulationStability {
  if (then.length !== now.length) throw new RangeError(`${then.length} bins then, ${now.length} now`);
  const bins = then.length;
  let rowsThen = 0;
  let rowsNow = 0;
  for (let bin = 0; bin < bins; bin++) {
    rowsThen += then[bin]!;
    rowsNow += now[bin]!;
  }
  if (rowsThen === 0 || rowsNow === 0 || bins < 2) return { psi: 0, pValue: 1 };
  let psi = 0;
  for (let bin = 0; bin < bins; bin++) {
    const shareThen = (then[bin]! + 0.5) / (rowsThen + bins / 2);
    const shareNow = (now[bin]! + 0.5) / (rowsNow + bins / 2);
    psi += (shareNow - shareThen) * Math.log(shareNow / shareThen);
  }
  psi = Math.max(0, psi);
  return { psi, pValue: chiSquaredSurvival(psi / (1 / rowsThen + 1 / rowsNow), bins - 1) };
}

/** Rows, of both sides together, that a bin should hold: with fewer its share is mostly chance. */
const FEWEST_ROWS_PER_BIN = 40;

/**
 * The same two counts over fewer bins where rows are few: neighbours are added up until each bin holds 40 rows of both
 * sides together. Ten bins of 130 customers make an index of .14 by chance alone ((bins - 1)(1/n + 1/m)), five of .06.
 * Only the sum of both sides decides, which says nothing of whether they differ.
 */
export function coarseBins(
  then: ArrayLike<number>,
  now: ArrayLike<number>,
): [rowsThen: number[], rowsNow: number[]] {
  const rowsThen: number[] = [];
  const rowsNow: number[] = [];
  let [openThen, openNow] = [0, 0];
  for (let bin = 0; bin < then.length; bin++) {
    openThen += then[bin]!;
    openNow += now[bin]!;
    if (openThen + openNow < FEWEST_ROWS_PER_BIN) continue;
    rowsThen.push(openThen);
    rowsNow.push(openNow);
    [openThen, openNow] = [0, 0];
  }
  const last = Math.max(0, rowsThen.length - 1);
  rowsThen[last] = (rowsThen[last] ?? 0) + openThen;
  rowsNow[last] = (rowsNow[last] ?? 0) + openNow;
  return [rowsThen, rowsNow];
}

export const driftLevels = ["stable", "shifting", "drifted"] as const;
export type DriftLevel = (typeof driftLevels)[number];

/**
 * Chance that one look at unchanged customers calls anything drifted, for the score and for all features together:
 * half a percent each, so that nights without change stay silent for years.
 */
export const FALSE_ALARM_CHANCE = 0.005;

/**
 * Level of an index: by the customary bounds, and only where chance does not explain it, as it does with 40 customers
 * scored. `looks` is how many indexes are judged at once: the more of them, the larger the largest is by chance
 * (Bonferroni).
 */
export function driftLevelOf({ psi, pValue }: PopulationStability, looks = 1): DriftLevel {
  if (pValue * looks >= FALSE_ALARM_CHANCE || psi < PSI_SHIFTING) return "stable";
  return psi < PSI_DRIFTED ? "shifting" : "drifted";
}

/**
 * Level to remember and whether to say something now: an alert on the crossing into `drifted` and never again until
 * the index has been back below four fifths of the bound. Feed `level` back in as `before` next time; null at first.
 */
export function driftTransition(
  before: DriftLevel | null,
  measured: { readonly psi: number; readonly level: DriftLevel },
): { readonly level: DriftLevel; readonly alert: boolean } {
  if (before === "drifted" && measured.level !== "drifted" && measured.psi >= 0.8 * PSI_DRIFTED) {
    return { level: "drifted", alert: false };
  }
  const { level } = measured;
  return { level, alert: level === "drifted" && before !== "drifted" };
}
