/** A distribution on whole multiples of a step, and how far it may be from the true one. */
export interface Lattice {
  readonly step: number;
  /** Chance of the sum at step x index, `base` left out. */
  readonly cells: Float64Array;
  /** What rounding took from the mean, to be added back. */
  readonly base: number;
  /** The true sum lies within this of the lattice's, but for a chance of `chanceOfMore`. Both 0 where the lattice is exact. */
  readonly shift: number;
  readonly chanceOfMore: number;
}

/** How fine a lattice may be. */
export interface LatticeBounds {
  /** Multiplications that it may cost. */
  readonly work: number;
  /** Least step that is of use. */
  readonly finest: number;
}

/** Chance given to the bound on what rounding moves. */
const ROUNDING_CHANCE = 1e-4;
/** 32 MB. */
const MOST_CELLS = 2 ** 22;

/** Cells at both ends with less chance than this are dropped; there are at most `MOST_CELLS` of them, 1e-11 in all. */
const NEGLIGIBLE = 1e-18;

/**
 * Convolves the given rows, by falling value. Rounding a value to the lattice moves the sum by (value - rounded) whenever
 * the event happens: the mean of that is added back, what is left of it lies within the sum of these differences, or, for all but a
 * chance of 1e-4, within sqrt(ln(2 / 1e-4) / 2 x their squares) (Hoeffding 1963), whichever is less.
 */
export function latticeOf(
  { chances, values }: { readonly chances: Float64Array; readonly values: Float64Array },
  rows: readonly number[],
  bounds: LatticeBounds,
): Lattice {
  const step = affordableStep({ chances, values }, rows, bounds);
  const jumps = rows.map((row) => Math.round(values[row]! / step));
  const cells = new Float64Array(1 + jumps.reduce((sum, jump) => sum + jump, 0));
  cells[0] = 1;
  const reached: Reached = { first: 0, last: 0 };
  let base = 0;
  let moved = 0;
  let movedSquared = 0;
  // Small values first: the part of the lattice that is reached stays short for longest.
  for (let at = rows.length - 1; at >= 0; at--) {
    const chance = chances[rows[at]!]!;
    const off = values[rows[at]!]! - jumps[at]! * step;
    base += off * chance;
    moved += Math.abs(off);
    movedSquared += off * off;
    if (jumps[at]! > 0) convolve(cells, reached, jumps[at]!, chance);
  }
  const likely = Math.sqrt((movedSquared * Math.log(2 / ROUNDING_CHANCE)) / 2);
  const sure = moved <= likely;
  return {
    step,
    cells,
    base,
    shift: sure ? moved : likely,
    chanceOfMore: sure ? 0 : ROUNDING_CHANCE,
  };
}

/** The values' greatest common divisor where a lattice of it is affordable, else a multiple of it that is. */
function affordableStep(
  { chances, values }: { readonly chances: Float64Array; readonly values: Float64Array },
  rows: readonly number[],
  { work, finest }: LatticeBounds,
): number {
  let divisor = 0;
  let total = 0;
  let variance = 0;
  for (const row of rows) {
    divisor = greatestCommonDivisor(values[row]!, divisor);
    total += values[row]!;
    variance += values[row]! ** 2 * chances[row]! * (1 - chances[row]!);
  }
  if (total === 0) return 1;
  // What is not negligible lies within about nine standard deviations; rows are convolved over that, not over the total.
  const spread = Math.min(total, 20 * Math.sqrt(variance) + 2 * values[rows[0]!]!);
  const least = Math.max(finest, total / MOST_CELLS, (spread * rows.length) / work);
  return divisor * Math.max(1, Math.ceil(least / divisor));
}

/** The part of the lattice that is not negligible. */
interface Reached {
  first: number;
  last: number;
}

/** Adds one event, in place, from the top, so that every cell is read before it is written. */
function convolve(cells: Float64Array, reached: Reached, jump: number, chance: number): void {
  const stays = 1 - chance;
  const { first } = reached;
  let last = reached.last + jump;
  for (let cell = last; cell >= first + jump; cell--) {
    cells[cell] = cells[cell]! * stays + cells[cell - jump]! * chance;
  }
  for (let cell = Math.min(first + jump - 1, last); cell >= first; cell--) cells[cell]! *= stays;
  while (cells[last]! < NEGLIGIBLE && last > first) cells[last--] = 0;
  reached.last = last;
  while (cells[reached.first]! < NEGLIGIBLE && reached.first < last) cells[reached.first++] = 0;
}

export function cumulate(cells: Float64Array): Float64Array {
  let sum = 0;
  return cells.map((chance) => (sum += chance));
}

/** The least multiple of the step that the sum stays at or below with at least this chance. */
export function quantileOnLattice({ step }: Lattice, cumulative: Float64Array, share: number): number {
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    // What should be the share exactly may be a hair below it.
    if (cumulative[middle]! >= share - 1e-12) high = middle;
    else low = middle + 1;
  }
  return low * step;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
