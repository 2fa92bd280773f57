import { cumulate, latticeOf, quantileOnLattice } from "./chance-lattice.ts";
import { normalOf, quantileOfMixture } from "./normal-rest.ts";

/** Independent events that each cost `values[i]`, whole and above 0, with chance `chances[i]`, between 0 and 1. */
export interface Chances {
  readonly chances: Float64Array;
  readonly values: Float64Array;
}

/** A quantile and between what it surely lies: the same number where the calculation is exact. */
export interface BoundedQuantile {
  readonly value: number;
  readonly atLeast: number;
  readonly atMost: number;
}

/** What a distribution may cost. */
export interface Budget {
  /** Multiplications at most; far fewer in practice, as most of the lattice is reached late. */
  readonly work: number;
  /** Events that are convolved one by one. */
  readonly events: number;
}

const USUAL_BUDGET: Budget = { work: 2 ** 29, events: 2 ** 13 };

/** Beside a normal that wide, cells that are finer move nothing and cost a look at each. */
const FINER_THAN_REST = 1_000;

/**
 * Quantiles of S = sum of values[i] x Bernoulli(chances[i]), the individual risk model.
 *
 * Events are convolved one by one on a lattice: exactly, where the values' greatest common divisor is a step that the budget
 * bears; else with values rounded to the lattice. Where there are more events than the budget bears, the sum of the smaller ones
 * is taken as normal. Both leave a bound on the error (`chance-lattice.ts`, `normal-rest.ts`), of which each quantile tells what
 * it comes to: S's true quantile lies between `atLeast` and `atMost`, to 1e-11 in chance. No
 * draws: the same rows give the same answer.
 */
export function quantilesOfSum(
  rows: Chances,
  shares: readonly number[],
  budget: Budget = USUAL_BUDGET,
): BoundedQuantile[] {
  const { large, small } = byValue(rows, budget);
  const rest = normalOf(rows, small);
  const lattice = latticeOf(rows, large, { work: budget.work, finest: rest.sd / FINER_THAN_REST });
  const cumulative = cumulate(lattice.cells);
  const quantile = (share: number): number =>
    lattice.base +
    (rest.sd === 0
      ? quantileOnLattice(lattice, cumulative, share)
      : quantileOfMixture(lattice, cumulative, rest, share));
  const chanceOff = lattice.chanceOfMore + rest.chanceOff;
  const most = rows.values.reduce((sum, value) => sum + value, 0);
  const within = (value: number): number => Math.min(most, Math.max(0, value));
  return shares.map((share) => ({
    value: within(quantile(share)),
    atLeast: share <= chanceOff ? 0 : within(quantile(share - chanceOff) - lattice.shift),
    atMost: share >= 1 - chanceOff ? most : within(quantile(share + chanceOff) + lattice.shift),
  }));
}

/** Rows to convolve, by falling value, and the rest; who is where does not depend on the order of rows. */
function byValue({ chances, values }: Chances, { events }: Budget): { large: number[]; small: number[] } {
  const all = Array.from(values.keys());
  // Half of them where some are left over, so that the rest is many, and its sum as good as normal.
  const least = values.length <= events ? 0 : values.toSorted()[values.length - events / 2]!;
  const large = all.filter((row) => values[row]! > least);
  large.sort((a, b) => values[b]! - values[a]! || chances[b]! - chances[a]!);
  return { large, small: all.filter((row) => values[row]! <= least) };
}
