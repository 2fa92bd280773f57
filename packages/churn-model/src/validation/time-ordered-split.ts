import type { Fold } from "./folds.ts";

/** A split along time. `purged` rows are in neither part: their outcome was still open when the test began. */
export interface TimeOrderedSplit extends Fold {
  readonly purged: Uint32Array;
  /** Milliseconds since 1970: test rows are dated at or after this. */
  readonly testFromMs: number;
}

export interface TimeOrderedOptions {
  /** Length of the outcome window in milliseconds: a row dated t is known at t + horizonMs. */
  readonly horizonMs: number;
  /** Test on rows dated at or after this; left out, on the latest date alone. */
  readonly testFromMs?: number;
}

/**
 * Learns from the past, measures on what came after: train rows are those whose outcome was known when the first
 * test row was dated (t + horizon <= test start), so that nothing of the test window leaks back.
 * `times` are row dates in milliseconds since 1970. Null when either part would be empty.
 */
export function timeOrderedSplit(
  times: ArrayLike<number>,
  options: TimeOrderedOptions,
): TimeOrderedSplit | null {
  const dates = distinctDates(times);
  const testFromMs = options.testFromMs ?? dates.at(-1);
  if (testFromMs === undefined) return null;
  return splitBetween(times, testFromMs, Number.POSITIVE_INFINITY, options.horizonMs);
}

/**
 * Time-ordered cross-validation with a growing past: the latest dates are cut into up to `folds` test windows of
 * about equally many rows, each predicted from rows whose outcome was known before it began. Oldest window first.
 * Windows with no past of their own are left out, so fewer may come back, or none.
 */
export function rollingTimeFolds(
  times: ArrayLike<number>,
  options: { readonly horizonMs: number; readonly folds: number },
): TimeOrderedSplit[] {
  const dates = distinctDates(times);
  const first = dates[0];
  if (first === undefined) return [];
  const testable = dates.filter((date) => date >= first + options.horizonMs && date > first);
  const rowsOn = new Map<number, number>();
  for (let row = 0; row < times.length; row++) rowsOn.set(times[row]!, (rowsOn.get(times[row]!) ?? 0) + 1);
  const total = testable.reduce((sum, date) => sum + rowsOn.get(date)!, 0);
  const starts: number[] = [];
  let seen = 0;
  for (const date of testable) {
    if (seen >= (starts.length * total) / options.folds) starts.push(date);
    seen += rowsOn.get(date)!;
  }
  return starts.flatMap((start, i) => {
    const split = splitBetween(times, start, starts[i + 1] ?? Number.POSITIVE_INFINITY, options.horizonMs);
    return split === null ? [] : [split];
  });
}

function splitBetween(
  times: ArrayLike<number>,
  fromMs: number,
  beforeMs: number,
  horizonMs: number,
): TimeOrderedSplit | null {
  if (!(horizonMs >= 0)) throw new RangeError(`horizon of ${horizonMs} ms`);
  const train: number[] = [];
  const test: number[] = [];
  const purged: number[] = [];
  for (let row = 0; row < times.length; row++) {
    const time = times[row]!;
    if (time >= fromMs && time < beforeMs) test.push(row);
    else if (time < fromMs) (time + horizonMs <= fromMs ? train : purged).push(row);
  }
  if (train.length === 0 || test.length === 0) return null;
  return {
    train: Uint32Array.from(train),
    test: Uint32Array.from(test),
    purged: Uint32Array.from(purged),
    testFromMs: fromMs,
  };
}

function distinctDates(times: ArrayLike<number>): number[] {
  const dates = new Set<number>();
  for (let row = 0; row < times.length; row++) {
    const time = times[row]!;
    if (!Number.isFinite(time)) throw new RangeError(`date of row ${row} is ${time}`);
    dates.add(time);
  }
  return [...dates].sort((a, b) => a - b);
}
