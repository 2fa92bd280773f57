/** A numeric feature; NaN is missing, everything else finite. */
export interface NumericFeature {
  name: string;
  label: string;
  kind: "numeric";
  values: Float64Array;
}

/** A categorical feature as codes into `levels`; -1 is missing or a level not seen in training. */
export interface CategoricalFeature {
  name: string;
  label: string;
  kind: "categorical";
  codes: Int32Array;
  levels: string[];
}

export type Feature = NumericFeature | CategoricalFeature;

/** What every estimator takes: rows of finite numbers and category codes. */
export interface FeatureMatrix {
  rows: number;
  features: Feature[];
}

/** A block of memory, zeroed: this thread's own, or one that threads share instead of each having a copy. */
export const allocate = (bytes: number, shared: boolean): ArrayBuffer | SharedArrayBuffer =>
  shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);

/** Picks rows of a matrix by index. */
export function selectMatrixRows(matrix: FeatureMatrix, rows: ArrayLike<number>): FeatureMatrix {
  return {
    rows: rows.length,
    features: matrix.features.map((feature) =>
      feature.kind === "numeric"
        ? { ...feature, values: Float64Array.from(rows, (row) => feature.values[row]!) }
        : { ...feature, codes: Int32Array.from(rows, (row) => feature.codes[row]!) },
    ),
  };
}
