import type { Feature, FeatureMatrix } from "../../preprocess/feature-matrix.ts";
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
 * Rows of the design as lists of (column, value); every row holds `perRow` entries, unused ones have value 0. Values of
 * splines lie between 0 and 1: single precision moves a chance by a ten-millionth and halves what a company takes.
 */
export interface DesignRows {
  rows: number;
  perRow: number;
  columns: Uint16Array | Int32Array;
  values: Float32Array;
}

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
  const present = feature.values.filter((value) => !Number.isNaN(value)).sort();
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
  const slots = design.terms.map((term) => (term.kind === "spline" ? 4 : 1));
  const perRow = slots.reduce((sum, slot) => sum + slot, 0);
  const size = matrix.rows * perRow;
  const buffer = (bytes: number): ArrayBuffer | SharedArrayBuffer =>
    shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  const columns =
    design.width <= 0x10000 ? new Uint16Array(buffer(2 * size)) : new Int32Array(buffer(4 * size));
  const values = new Float32Array(buffer(4 * size));
  let slot = 0;
  design.terms.forEach((term, index) => {
    const feature = matrix.features[index]!;
    for (let row = 0; row < matrix.rows; row++)
      fillTerm(term, feature, row, columns, values, row * perRow + slot);
    slot += slots[index]!;
  });
  return { rows: matrix.rows, perRow, columns, values };
}

/** The four splines of the value at hand, in double precision. */
const basis = new Float64Array(4);

function fillTerm(
  term: Term,
  feature: Feature,
  row: number,
  columns: DesignRows["columns"],
  values: Float32Array,
  at: number,
): void {
  const x = feature.kind === "numeric" ? feature.values[row]! : feature.codes[row]!;
  const missing = feature.kind === "numeric" ? Number.isNaN(x) : x < 0;
  if (missing) {
    columns[at] = term.start + (term.missingFlag ? term.width - 1 : 0);
    values[at] = term.missingFlag ? 1 : 0;
    if (term.kind === "spline") columns.fill(term.start, at + 1, at + 4); // their values stay 0
  } else if (term.kind === "spline") {
    const first = evaluateSpline(term.knots, x, basis, 0);
    for (let i = 0; i < 4; i++) {
      columns[at + i] = term.start + first + i;
      values[at + i] = basis[i]!;
    }
  } else {
    columns[at] = term.start + (term.kind === "levels" ? x : nearest(term.values, x));
    values[at] = 1;
  }
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
