import { rocAuc } from "../metrics/roc-auc.ts";
import type { Column, NumericColumn } from "../table.ts";
import { outOfFoldColumnScores } from "./single-column-scores.ts";

/** Two columns that together give away what neither gives away alone. */
export interface TellingPair {
  readonly columns: readonly [NumericColumn, NumericColumn];
  /** What the best sum or difference of both is worth alone, out of fold. */
  readonly auc: number;
}

/** Fewer leavers, or stayers, with both values than this and a direction is chance. */
const LEAST_OF_EACH = 20;
/** Rows looked at of each outcome: an identity of columns shows on far fewer. */
const MOST_ROWS_OF_EACH = 6000;
/** Pairs measured by a tree, those with most behind them first. */
const MOST_MEASURED = 60;
/** Distance of the means in standard deviations from which a direction may rank .85 of pairs rightly. */
const LEAST_DISTANCE = 1.5;
/** How many times as wide one outcome is spread as the other, as variance, for a direction to be looked at. */
const LEAST_SPREAD = 20;
/** A pair has to rank so much better than the better of its columns to be the pair's own doing. */
const LEAST_GAIN = 0.03;
const RIDGE = 1e-9;
/** Rows of an outcome have to lie along a line for it to be looked for, and all but a tenth are taken to. */
const LEAST_CORRELATION = 0.7;
const CONCENTRATED_SHARE = 0.9;
const CONCENTRATING_STEPS = 3;

/**
 * Looks at every two numeric columns for a weighted sum or difference that tells leavers from stayers: a tenure frozen
 * at leaving beside a sign-up date (their sum is the day of the export for all who stayed), an end that is a start and
 * a duration, two parts of the label. Units need not be known: for each pair the directions are taken in which the
 * means lie furthest apart (Fisher 1936) and in which one outcome is spread much less than the other (the generalised
 * eigenvectors of both covariances), on values held within their 1st and 99th percentile. Those that promise something
 * are measured out of fold by the tree that measures single columns. Given back are pairs worth at least `leastAuc`
 * and `LEAST_GAIN` more than either column alone, best first.
 */
export function tellingPairs(
  columns: readonly Column[],
  labels: ArrayLike<number>,
  foldOf: ArrayLike<number>,
  { aloneAuc, leastAuc }: { aloneAuc: ReadonlyMap<string, number>; leastAuc: number },
): TellingPair[] {
  const rows = rowsLookedAt(labels);
  const sampled = {
    labels: Uint8Array.from(rows, (row) => labels[row]!),
    foldOf: Uint32Array.from(rows, (row) => foldOf[row]!),
  };
  const numeric = columns.flatMap((column) => {
    const values = column.kind === "numeric" ? standardised(column.values, rows) : null;
    return column.kind === "numeric" && values !== null ? [{ column, values }] : [];
  });
  const promising: { a: number; b: number; promise: number; directions: Direction[] }[] = [];
  for (let a = 0; a < numeric.length; a++) {
    for (let b = a + 1; b < numeric.length; b++) {
      const found = directionsOf(numeric[a]!.values, numeric[b]!.values, sampled.labels);
      if (found !== null) promising.push({ a, b, ...found });
    }
  }
  promising.sort((x, y) => y.promise - x.promise || x.a - y.a || x.b - y.b);
  return promising
    .slice(0, MOST_MEASURED)
    .flatMap(({ a, b, directions }): TellingPair[] => {
      const [first, second] = [numeric[a]!, numeric[b]!];
      const alone = Math.max(aloneAuc.get(first.column.name) ?? 0.5, aloneAuc.get(second.column.name) ?? 0.5);
      const auc = Math.max(...directions.map((one) => aucAlong(one, first.values, second.values, sampled)));
      return auc >= leastAuc && auc >= alone + LEAST_GAIN
        ? [{ columns: [first.column, second.column], auc }]
        : [];
    })
    .sort((x, y) => y.auc - x.auc);
}

/** Weights of two columns. */
type Direction = readonly [number, number];

/** Every nth row of each outcome where there are many. */
function rowsLookedAt(labels: ArrayLike<number>): Int32Array {
  const left: number[] = [];
  const stayed: number[] = [];
  for (let row = 0; row < labels.length; row++) (labels[row] === 1 ? left : stayed).push(row);
  const thinned = (rows: number[]): number[] => {
    const step = Math.ceil(rows.length / MOST_ROWS_OF_EACH);
    return step <= 1 ? rows : rows.filter((_, i) => i % step === 0);
  };
  return Int32Array.from([...thinned(left), ...thinned(stayed)]).sort();
}

/** Held within the 1st and 99th percentile, mean 0 and variance 1; null where all are equal or next to none known. */
function standardised(values: Float64Array, rows: Int32Array): Float64Array | null {
  const taken = Float64Array.from(rows, (row) => values[row]!);
  const known = taken.filter((value) => Number.isFinite(value)).sort();
  if (known.length < 2 * LEAST_OF_EACH) return null;
  const lowest = known[Math.floor(0.01 * (known.length - 1))]!;
  const highest = known[Math.ceil(0.99 * (known.length - 1))]!;
  const held = (value: number): number => Math.min(highest, Math.max(lowest, value));
  let sum = 0;
  for (const value of known) sum += held(value);
  const mean = sum / known.length;
  let squares = 0;
  for (const value of known) squares += (held(value) - mean) ** 2;
  const spread = Math.sqrt(squares / known.length);
  if (!(spread > 0)) return null;
  return taken.map((value) => (Number.isNaN(value) ? value : (held(value) - mean) / spread));
}

interface Moments {
  rows: number;
  meanA: number;
  meanB: number;
  varianceA: number;
  varianceB: number;
  covariance: number;
}

/** The directions worth measuring, with how much they promise; null where none does. */
function directionsOf(
  a: Float64Array,
  b: Float64Array,
  labels: Uint8Array,
): { promise: number; directions: Direction[] } | null {
  const stayed = momentsOf(a, b, labels, 0);
  const left = momentsOf(a, b, labels, 1);
  if (Math.min(stayed.rows, left.rows) < LEAST_OF_EACH) return null;
  const directions: Direction[] = [];
  let promise = 0;
  const [meanA, meanB] = [left.meanA - stayed.meanA, left.meanB - stayed.meanB];
  const within = {
    a: (stayed.varianceA + left.varianceA) / 2 + RIDGE,
    b: (stayed.varianceB + left.varianceB) / 2 + RIDGE,
    ab: (stayed.covariance + left.covariance) / 2,
  };
  const determinant = within.a * within.b - within.ab ** 2;
  if (determinant > 0) {
    const weights: Direction = [
      (within.b * meanA - within.ab * meanB) / determinant,
      (within.a * meanB - within.ab * meanA) / determinant,
    ];
    const distance = Math.sqrt(Math.max(0, weights[0] * meanA + weights[1] * meanB));
    if (distance >= LEAST_DISTANCE) {
      directions.push(weights);
      promise = distance / LEAST_DISTANCE;
    }
  }
  for (const [whole, wide, label] of [
    [stayed, left, 0],
    [left, stayed, 1],
  ] as const) {
    const narrow = concentrated(whole, a, b, labels, label);
    const { ratio, direction } = narrowest(narrow, wide);
    if (ratio < LEAST_SPREAD) continue;
    directions.push(direction);
    promise = Math.max(promise, Math.log(ratio) / Math.log(LEAST_SPREAD));
  }
  return directions.length === 0 ? null : { promise, directions };
}

/**
 * Moments of the rows nearest to the line that most of an outcome's rows lie along: a few typing errors hide an identity
 * from the covariance of all. Steps of least trimmed squares (Rousseeuw and Van Driessen 2006), where there is a line.
 */
function concentrated(
  whole: Moments,
  a: Float64Array,
  b: Float64Array,
  labels: Uint8Array,
  label: 0 | 1,
): Moments {
  let moments = whole;
  for (let step = 0; step < CONCENTRATING_STEPS; step++) {
    const { meanA, meanB, varianceA, varianceB, covariance } = moments;
    if (!(covariance ** 2 >= LEAST_CORRELATION ** 2 * varianceA * varianceB)) return moments;
    // Across the line: the smaller eigenvector of the covariance.
    const angle = 0.5 * Math.atan2(2 * covariance, varianceA - varianceB);
    const across = (row: number): number =>
      Math.abs(Math.cos(angle) * (b[row]! - meanB) - Math.sin(angle) * (a[row]! - meanA));
    const distances = new Float64Array(labels.length).fill(Number.NaN);
    for (let row = 0; row < labels.length; row++) if (labels[row] === label) distances[row] = across(row);
    const known = distances.filter((distance) => !Number.isNaN(distance)).sort();
    const farthest = known[Math.floor(CONCENTRATED_SHARE * (known.length - 1))]!;
    moments = momentsOf(a, b, labels, label, (row) => distances[row]! <= farthest);
  }
  return moments;
}

function momentsOf(
  a: Float64Array,
  b: Float64Array,
  labels: Uint8Array,
  label: 0 | 1,
  isTaken: (row: number) => boolean = () => true,
): Moments {
  let rows = 0;
  let sumA = 0;
  let sumB = 0;
  let squareA = 0;
  let squareB = 0;
  let product = 0;
  for (let row = 0; row < labels.length; row++) {
    if (labels[row] !== label) continue;
    const x = a[row]!;
    const y = b[row]!;
    if (Number.isNaN(x) || Number.isNaN(y) || !isTaken(row)) continue;
    rows++;
    sumA += x;
    sumB += y;
    squareA += x * x;
    squareB += y * y;
    product += x * y;
  }
  const meanA = sumA / rows;
  const meanB = sumB / rows;
  return {
    rows,
    meanA,
    meanB,
    varianceA: squareA / rows - meanA ** 2,
    varianceB: squareB / rows - meanB ** 2,
    covariance: product / rows - meanA * meanB,
  };
}

/** The direction in which `wide` is spread most beside `narrow`: the larger generalised eigenvalue and its vector. */
function narrowest(narrow: Moments, wide: Moments): { ratio: number; direction: Direction } {
  const [na, nb, nc] = [narrow.varianceA + RIDGE, narrow.varianceB + RIDGE, narrow.covariance];
  const [wa, wb, wc] = [wide.varianceA + RIDGE, wide.varianceB + RIDGE, wide.covariance];
  // det(wide - ratio x narrow) = 0
  const square = na * nb - nc * nc;
  const linear = wa * nb + wb * na - 2 * wc * nc;
  const constant = wa * wb - wc * wc;
  // Rounding hides how narrow it is: on a line, across which the other is spread however little.
  if (!(square > 0)) return { ratio: 1 / RIDGE, direction: na > nb ? [-nc, na] : [nb, -nc] };
  const ratio = (linear + Math.sqrt(Math.max(0, linear * linear - 4 * square * constant))) / (2 * square);
  const [first, both, second] = [wa - ratio * na, wc - ratio * nc, wb - ratio * nb];
  const direction: Direction = Math.abs(first) > Math.abs(second) ? [-both, first] : [second, -both];
  return { ratio, direction };
}

function aucAlong(
  [weightA, weightB]: Direction,
  a: Float64Array,
  b: Float64Array,
  { labels, foldOf }: { labels: Uint8Array; foldOf: Uint32Array },
): number {
  const values = a.map((value, row) => weightA * value + weightB * b[row]!);
  const scores = outOfFoldColumnScores({ name: "", kind: "numeric", values }, labels, foldOf);
  return rocAuc(labels, scores) ?? 0.5;
}
