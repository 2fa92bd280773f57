import type { TrainingReport } from "./report.ts";

/** A trained model as data: versioned JSON, never code. Its parts are private to this package; read `card`, keep the rest. */
export interface ModelDocument {
  format: "forestay-churn-model";
  version: 1;
  /** SHA-256 of the document without this field, keys in their written order. */
  checksum: string;
  card: TrainingReport;
  /** What the model is made of, each part read back by the code that wrote it. */
  model: unknown;
}
