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

/** The design of a million rows would take gigabytes; of so many it takes next to nothing. */
const ROWS_AT_ONCE = 8192;

/** Makes a model of its stored form. */
export function logisticModel(document: LogisticDocument): LogisticModel {
  const { design, weights, intercept, termMeans } = document;
  const base = termMeans.reduce((sum, mean) => sum + mean, intercept);
  const width = design.terms.length;

  const contributions = (matrix: FeatureMatrix): Contributions => {
    const rows = designRows(design, matrix);
    const values = new Float64Array(matrix.rows * width);
    design.terms.forEach((term, index) => {
      const feature = matrix.features[index]!;
      for (let row = 0; row < matrix.rows; row++)
        if (!termIsEmpty(term, feature, row))
          values[row * width + index] = termLogit(rows, weights, row, index) - termMeans[index]!;
    });
    return { base, values };
  };
  const predictLogit = (matrix: FeatureMatrix): Float64Array => {
    const logits = new Float64Array(matrix.rows);
    for (let from = 0; from < matrix.rows; from += ROWS_AT_ONCE) {
      const block = rowsOf(matrix, from, Math.min(matrix.rows, from + ROWS_AT_ONCE));
      const { values } = contributions(block);
      for (let row = 0; row < block.rows; row++) {
        let z = base;
        for (let index = 0; index < width; index++) z += values[row * width + index]!;
        logits[from + row] = z;
      }
    }
    return logits;
  };
  return {
    kind: "logistic",
    contributions,
    predictLogit,
    predictProba: (matrix) => predictLogit(matrix).map(sigmoid),
    toJSON: () => document,
  };
}

/** Rows of a matrix from one number up to another, without copying. */
const rowsOf = ({ features }: FeatureMatrix, from: number, to: number): FeatureMatrix => ({
  rows: to - from,
  features: features.map((feature) =>
    feature.kind === "numeric"
      ? { ...feature, values: feature.values.subarray(from, to) }
      : { ...feature, codes: feature.codes.subarray(from, to) },
  ),
});

/** Value of one term in one row, on the logit. */
export function termLogit(
  { columns, values, places }: DesignRows,
  weights: ArrayLike<number>,
  row: number,
  term: number,
): number {
  const terms = places.length - 1;
  const start = row * places[terms]!;
  let column = columns[row * terms + term]!;
  let z = 0;
  for (let at = start + places[term]!; at < start + places[term + 1]!; at++)
    z += weights[column++]! * values[at]!;
  return z;
}
