import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";

/** What an estimator learns from. */
export interface TrainingRows {
  matrix: FeatureMatrix;
  /** 0 or 1 per row of the matrix. */
  labels: Uint8Array;
  /** Rows to learn from; all when absent. */
  rows?: Int32Array;
  /** Rows to choose the strength or the length of the fit on (early stopping); without them the parameters' own values hold. */
  validation?: Int32Array;
}

/** Additive explanation: base + the row's values = its logit. `values` is row-major, one column per feature. */
export interface Contributions {
  base: number;
  values: Float64Array;
}

/** A fitted model: immutable, knows nothing of how it was fitted. */
export interface FittedModel {
  readonly kind: string;
  /** Log odds per row of the matrix. */
  predictLogit(matrix: FeatureMatrix): Float64Array;
  /** Probability per row of the matrix, 0-1. */
  predictProba(matrix: FeatureMatrix): Float64Array;
  /** Exact additive contributions on the logit. */
  contributions(matrix: FeatureMatrix): Contributions;
  /** Plain data that the model's own reader turns back into an equal model. */
  toJSON(): unknown;
}

/** Parameters live in the object that has this shape; `fit` does not change it and gives a separate model. */
export interface Estimator<M extends FittedModel = FittedModel> {
  readonly name: string;
  /** Same rows and seed, same model. */
  fit(data: TrainingRows, seed: number): M;
}

/** All row numbers, 0 to count - 1. */
export function allRows(count: number): Int32Array {
  const rows = new Int32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}
