import { allocate, type Feature, type FeatureMatrix } from "../../preprocess/feature-matrix.ts";
import { knownNumbers, sortedNumbers } from "../../sorted-numbers.ts";
import { evaluateSpline, quantileKnots, splineWidth } from "./bspline.ts";

/** How one feature becomes columns of the design: splines, one column per value, or one per level. */
export type Term =
  | { kind: "spline"; start: number; width: number; knots: number[]; missingFlag: boolean }
  | { kind: "values"; start: number; width: number; values: number[]; missingFlag: boolean }
  | { kind: "levels"; start: number; width: number; missingFlag: boolean };

/** The columns of a regression, in the order of the features it was fitted on. */
export interface Design {
  width: number;
  terms: Term[];
}

/**
 * Rows of the design: per term the first of its columns that the row has values in, and the values there and in the
 * columns after it, 4 of a spline and 1 of others; those it does not need are 0. Values of splines lie between 0 and 1: single
 * precision moves a chance by a ten-millionth and halves what a company takes.
 */
export interface DesignRows {
  rows: number;
  /** Place of each term's first value among a row's, and after the last term their number. */
  places: Int32Array;
  columns: Uint16Array | Int32Array;
  values: Float32Array;
}

/** Columns of a cubic spline that are not 0 in one row. */
const SPLINE_VALUES = 4;

const valuesOf = (term: Term): number => (term.kind === "spline" ? SPLINE_VALUES : 1);

const KNOTS = 6;
/** A numeric feature of so few values has a column for each: no shape is imposed on counts and codes. */
const FEW_VALUES = 12;

/** Chooses the columns by looking at the features, never at labels. */
export function createDesign(matrix: FeatureMatrix): Design {
  let width = 0;
  const terms = matrix.features.map((feature): Term => {
    const term = createTerm(feature, width);
    width += term.width;
    return term;
  });
  return { width, terms };
}

function createTerm(feature: Feature, start: number): Term {
  if (feature.kind === "categorical") {
    const missingFlag = feature.codes.some((code) => code < 0);
    return { kind: "levels", start, width: feature.levels.length + (missingFlag ? 1 : 0), missingFlag };
  }
  const present = sortedNumbers(knownNumbers(feature.values));
  const missingFlag = present.length < feature.values.length;
  const flagWidth = missingFlag ? 1 : 0;
  const few: number[] = [];
  for (const value of present) {
    if (value !== few.at(-1)) few.push(value);
    if (few.length > FEW_VALUES) break;
  }
  if (few.length <= FEW_VALUES)
    return { kind: "values", start, width: few.length + flagWidth, values: few, missingFlag };
  let knots = quantileKnots(present, KNOTS);
  // A feature that is nearly always one value has all its quantiles there: place the knots by distinct value then.
  if (knots.length < 3) knots = quantileKnots(Float64Array.from(new Set(present)), KNOTS);
  return { kind: "spline", start, width: splineWidth(knots) + flagWidth, knots, missingFlag };
}

/**
 * Evaluates the design. A value missing where none was in training leaves its term empty (see `centred` in the model).
 * `shared`: in memory that threads share, as it is the largest thing a training holds.
 */
export function designRows(design: Design, matrix: FeatureMatrix, { shared = false } = {}): DesignRows {
  const { terms } = design;
  const places = new Int32Array(terms.length + 1);
  terms.forEach((term, index) => (places[index + 1] = places[index]! + valuesOf(term)));
  const perRow = places[terms.length]!;
  const starts = matrix.rows * terms.length;
  const columns =
    design.width <= 0x10000
      ? new Uint16Array(allocate(2 * starts, shared))
      : new Int32Array(allocate(4 * starts, shared));
  const values = new Float32Array(allocate(4 * matrix.rows * perRow, shared));
  terms.forEach((term, index) => {
    const feature = matrix.features[index]!;
    for (let row = 0; row < matrix.rows; row++) {
      const at = row * perRow + places[index]!;
      columns[row * terms.length + index] = fillTerm(term, feature, row, values, at);
    }
  });
  return { rows: matrix.rows, places, columns, values };
}

/** The four splines of the value at hand, in double precision. */
const basis = new Float64Array(SPLINE_VALUES);

/** Writes a row's values of a term and gives the column of the first. */
function fillTerm(term: Term, feature: Feature, row: number, values: Float32Array, at: number): number {
  const x = feature.kind === "numeric" ? feature.values[row]! : feature.codes[row]!;
  const missing = feature.kind === "numeric" ? Number.isNaN(x) : x < 0;
  if (missing) {
    if (!term.missingFlag) return term.start;
    // The flag is the term's last column, so the last of the values.
    values[at + valuesOf(term) - 1] = 1;
    return term.start + term.width - valuesOf(term);
  }
  if (term.kind === "spline") {
    const first = evaluateSpline(term.knots, x, basis, 0);
    values.set(basis, at);
    return term.start + first;
  }
  values[at] = 1;
  return term.start + (term.kind === "levels" ? x : nearest(term.values, x));
}

function nearest(sorted: number[], x: number): number {
  let best = 0;
  for (let i = 1; i < sorted.length; i++)
    if (Math.abs(sorted[i]! - x) < Math.abs(sorted[best]! - x)) best = i;
  return best;
}

/** Whether a row has a value the term can use; if not, its contribution is the mean one (zero once centred). */
export function termIsEmpty(term: Term, feature: Feature, row: number): boolean {
  if (term.missingFlag) return false;
  return feature.kind === "numeric" ? Number.isNaN(feature.values[row]!) : feature.codes[row]! < 0;
}
