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

export const driftLevels = ["stable", "shifting", "drifted"] as const;
export type DriftLevel = (typeof driftLevels)[number];

/** Level of an index; one that chance explains (p >= .01) is stable however large, as with 40 customers scored. */
export function driftLevelOf({ psi, pValue }: PopulationStability): DriftLevel {
  if (pValue >= 0.01 || psi < PSI_SHIFTING) return "stable";
  return psi < PSI_DRIFTED ? "shifting" : "drifted";
}

/**
 * Level to remember and whether to say something now: an alert on the crossing into `drifted` and never again until
 * the index has been back below four fifths of the bound. Feed `level` back in as `before` next time; null at first.
 */
export function driftTransition(
  before: DriftLevel | null,
  measured: PopulationStability,
): { readonly level: DriftLevel; readonly alert: boolean } {
  const level = driftLevelOf(measured);
  if (before === "drifted" && level === "shifting" && measured.psi >= 0.8 * PSI_DRIFTED) {
    return { level: "drifted", alert: false };
  }
  return { level, alert: level === "drifted" && before !== "drifted" };
}
