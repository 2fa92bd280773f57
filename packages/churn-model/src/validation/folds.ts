import { createRandom, deriveSeed } from "../random.ts";

/** Row numbers to learn from and to be measured on; they never share a row, each in rising order. */
export interface Fold {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

/**
 * What fixes the shuffle: the seed, and where given one key per row (a customer id). With keys the fold of a row
 * depends on its key and not on where it stands, so a file exported in another order gets the same folds.
 */
export interface ShuffleOptions {
  readonly seed: number;
  readonly keys?: ArrayLike<string>;
}

/**
 * Fold number of each row, 0 to folds - 1, with each class dealt evenly: fold sizes and events per fold differ by at
 * most one. A class with fewer rows than folds leaves some folds without it.
 * @throws RangeError for fewer than 2 folds or more folds than rows.
 */
export function stratifiedFolds(
  labels: ArrayLike<number>,
  folds: number,
  options: ShuffleOptions,
): Uint32Array {
  checkFolds(folds, labels.length, "rows");
  const foldOf = new Uint32Array(labels.length);
  let dealt = 0;
  const order = shuffledRows(labels.length, options);
  // Events first and the others after them in one deal: both counts and the sum stay level.
  for (const label of [1, 0]) {
    for (const row of order) if (labels[row] === label) foldOf[row] = dealt++ % folds;
  }
  return foldOf;
}

/**
 * As `stratifiedFolds`, but rows of one group (snapshots of a customer, exact duplicates) always share a fold.
 * Groups go, those with most events first, to the fold that keeps events and rows most level (greedy, after
 * scikit-learn's StratifiedGroupKFold).
 * @throws RangeError for fewer than 2 folds or more folds than groups.
 */
export function groupedFolds(
  labels: ArrayLike<number>,
  groups: ArrayLike<string | number>,
  folds: number,
  options: ShuffleOptions,
): Uint32Array {
  if (groups.length !== labels.length) {
    throw new RangeError(`${groups.length} group names for ${labels.length} rows`);
  }
  const members = new Map<string | number, { rows: number[]; events: number; order: number }>();
  for (const row of shuffledRows(labels.length, options)) {
    const name = groups[row]!;
    let group = members.get(name);
    if (group === undefined) members.set(name, (group = { rows: [], events: 0, order: members.size }));
    group.rows.push(row);
    group.events += labels[row]!;
  }
  checkFolds(folds, members.size, "groups");
  const allEvents = [...members.values()].reduce((sum, group) => sum + group.events, 0) || 1;
  const eventsIn = new Float64Array(folds);
  const rowsIn = new Float64Array(folds);
  const foldOf = new Uint32Array(labels.length);
  const largestFirst = [...members.values()].sort(
    (a, b) => b.events - a.events || b.rows.length - a.rows.length || a.order - b.order,
  );
  for (const group of largestFirst) {
    let chosen = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let fold = 0; fold < folds; fold++) {
      // Growth of the summed squares of both counts, each in units of its total.
      const cost =
        (eventsIn[fold]! * group.events) / allEvents ** 2 +
        (rowsIn[fold]! * group.rows.length) / labels.length ** 2;
      if (cost < least) {
        least = cost;
        chosen = fold;
      }
    }
    eventsIn[chosen]! += group.events;
    rowsIn[chosen]! += group.rows.length;
    for (const row of group.rows) foldOf[row] = chosen;
  }
  return foldOf;
}

/** Several independent fold numberings of the same rows, for figures that must not hang on one lucky split. */
export function repeatedFolds(
  labels: ArrayLike<number>,
  folds: number,
  repeats: number,
  options: ShuffleOptions & { readonly groups?: ArrayLike<string | number> },
): Uint32Array[] {
  return Array.from({ length: repeats }, (_, repeat) => {
    const shuffle = { ...options, seed: deriveSeed(options.seed, "repeat", repeat) };
    return options.groups === undefined
      ? stratifiedFolds(labels, folds, shuffle)
      : groupedFolds(labels, options.groups, folds, shuffle);
  });
}

/** Train and test rows of each fold; a fold that no row belongs to is left out. */
export function foldsOf(foldOf: ArrayLike<number>): Fold[] {
  let folds = 0;
  for (let row = 0; row < foldOf.length; row++) folds = Math.max(folds, foldOf[row]! + 1);
  const split: Fold[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const train: number[] = [];
    const test: number[] = [];
    for (let row = 0; row < foldOf.length; row++) (foldOf[row] === fold ? test : train).push(row);
    if (test.length > 0) split.push({ train: Uint32Array.from(train), test: Uint32Array.from(test) });
  }
  return split;
}

/**
 * A value per row from models that did not see it: `predict(train, test)` answers one number per test row.
 * Every row must be in the test part of exactly one fold.
 */
export function outOfFold(
  folds: readonly Fold[],
  rows: number,
  predict: (train: Uint32Array, test: Uint32Array, fold: number) => ArrayLike<number>,
): Float64Array {
  const values = new Float64Array(rows).fill(Number.NaN);
  for (const [fold, { train, test }] of folds.entries()) {
    const predicted = predict(train, test, fold);
    for (const [i, row] of test.entries()) values[row] = predicted[i]!;
  }
  const unseen = values.findIndex((value) => Number.isNaN(value));
  if (unseen >= 0) throw new RangeError(`row ${unseen} got no out-of-fold value`);
  return values;
}

function shuffledRows(rows: number, options: ShuffleOptions): Uint32Array {
  const order = Uint32Array.from({ length: rows }, (_, row) => row);
  const { keys, seed } = options;
  if (keys === undefined) return createRandom(seed).shuffle(order);
  if (keys.length !== rows) throw new RangeError(`${keys.length} keys for ${rows} rows`);
  const hashes = Float64Array.from(order, (row) => deriveSeed(seed, keys[row]!));
  return order.sort(
    (a, b) => hashes[a]! - hashes[b]! || (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b),
  );
}

function checkFolds(folds: number, units: number, of: string): void {
  if (!Number.isInteger(folds) || folds < 2) throw new RangeError(`${folds} folds; at least 2 are needed`);
  if (folds > units) throw new RangeError(`${folds} folds of ${units} ${of}`);
}
