import { sigmoid } from "../../calibration/logit.ts";
import type { FeatureMatrix } from "../../preprocess/feature-matrix.ts";
import type { Contributions, FittedModel } from "../estimator.ts";
import { designRows, termIsEmpty, type Design, type DesignRows } from "./design.ts";

/** Stored form of a fitted regression. */
export interface LogisticDocument {
  kind: "logistic";
  design: Design;
  weights: number[];
  intercept: number;
  /** Mean of each term over the training rows, on the logit: what a contribution is measured against. */
  termMeans: number[];
}

export interface LogisticModel extends FittedModel {
  readonly kind: "logistic";
  toJSON(): LogisticDocument;
}

/** Makes a model of its stored form. */
export function logisticModel(document: LogisticDocument): LogisticModel {
  const { design, weights, intercept, termMeans } = document;
  const base = termMeans.reduce((sum, mean) => sum + mean, intercept);
  const width = design.terms.length;

  const contributions = (matrix: FeatureMatrix): Contributions => {
    const rows = designRows(design, matrix);
    const values = new Float64Array(matrix.rows * width);
    let slot = 0;
    design.terms.forEach((term, index) => {
      const slots = term.kind === "spline" ? 4 : 1;
      const feature = matrix.features[index]!;
      for (let row = 0; row < matrix.rows; row++)
        if (!termIsEmpty(term, feature, row))
          values[row * width + index] = termLogit(rows, weights, row, slot, slots) - termMeans[index]!;
      slot += slots;
    });
    return { base, values };
  };
  const predictLogit = (matrix: FeatureMatrix): Float64Array => {
    const { values } = contributions(matrix);
    return Float64Array.from({ length: matrix.rows }, (_, row) => {
      let z = base;
      for (let index = 0; index < width; index++) z += values[row * width + index]!;
      return z;
    });
  };
  return {
    kind: "logistic",
    contributions,
    predictLogit,
    predictProba: (matrix) => predictLogit(matrix).map(sigmoid),
    toJSON: () => document,
  };
}

/** Value of one term in one row, on the logit. */
export function termLogit(
  rows: DesignRows,
  weights: ArrayLike<number>,
  row: number,
  slot: number,
  slots: number,
): number {
  let z = 0;
  for (let at = row * rows.perRow + slot; at < row * rows.perRow + slot + slots; at++)
    z += weights[rows.columns[at]!]! * rows.values[at]!;
  return z;
}
