import { normalCdf } from "@forestay/churn-model/statistics";
import type { Lattice } from "./chance-lattice.ts";

/** The sum of many small events, taken as normal. */
export interface Normal {
  readonly mean: number;
  readonly sd: number;
  /** Most that any chance of the sum is off, also of the sum with something independent added to it. */
  readonly chanceOff: number;
}

/** Shevtsova 2010, Doklady Mathematics 82: the constant of the Berry-Esseen inequality for unequal terms. */
const BERRY_ESSEEN = 0.56;

/** Mean and spread of these rows' sum; the Berry-Esseen inequality bounds what taking it as normal costs. */
export function normalOf(
  { chances, values }: { readonly chances: Float64Array; readonly values: Float64Array },
  rows: readonly number[],
): Normal {
  let mean = 0;
  let variance = 0;
  let thirdMoment = 0;
  for (const row of rows) {
    const chance = chances[row]!;
    const value = values[row]!;
    const spread = chance * (1 - chance);
    mean += value * chance;
    variance += value * value * spread;
    thirdMoment += value ** 3 * spread * (chance * chance + (1 - chance) * (1 - chance));
  }
  const chanceOff = variance === 0 ? 0 : Math.min(1, (BERRY_ESSEEN * thirdMoment) / variance ** 1.5);
  return { mean, sd: Math.sqrt(variance), chanceOff };
}

/** Where the normal's tail is below 1e-15. */
const FAR = 8;
const NEAR = 1e-11;

/** Quantile of a lattice plus an independent normal, to 1e-11 in chance or a hundredth of a minor unit. */
export function quantileOfMixture(
  { cells, step }: Lattice,
  cumulative: Float64Array,
  { mean, sd }: Normal,
  share: number,
): number {
  const last = cells.length - 1;
  const chanceBelow = (x: number): number => {
    // Cells far below are surely exceeded, cells far above surely not: what is between asks the normal.
    const first = Math.ceil((x - mean - FAR * sd) / step);
    const end = Math.min(last, Math.floor((x - mean + FAR * sd) / step));
    let chance = first > 0 ? cumulative[Math.min(first - 1, last)]! : 0;
    for (let cell = Math.max(0, first); cell <= end; cell++) {
      chance += cells[cell]! * normalCdf((x - cell * step - mean) / sd);
    }
    return chance;
  };
  // False position, the side that stays being halved (Illinois): the function is smooth, and dear.
  let low = mean - FAR * sd;
  let high = last * step + mean + FAR * sd;
  let under = -share;
  let over = 1 - share;
  let side = 0;
  for (let round = 0; round < 200 && high - low > 0.01; round++) {
    const slope = round % 3 === 2 ? 0.5 : -under / (over - under);
    const x = low + (high - low) * slope;
    const off = chanceBelow(x) - share;
    if (Math.abs(off) < NEAR) return x;
    if (off < 0) {
      low = x;
      under = off;
      if (side < 0) over /= 2;
      side = -1;
    } else {
      high = x;
      over = off;
      if (side > 0) under /= 2;
      side = 1;
    }
  }
  return (low + high) / 2;
}
