import type { ModelDocument } from "../document/document.ts";
import type { Refusal, TrainingReport } from "../report.ts";

/**
 * Which method to train.
 * `auto` picks by size: `small` (fewer than 1,000 customers or 50 of the rarer outcome, however many rows each has) else `stack` (recipe R); `logistic` and `gbdt` are single models.
 */
export type Recipe = "auto" | "logistic" | "small" | "stack" | "gbdt";

export interface TrainingProgress {
  stage: "prepare" | "screen" | "evaluate" | "fit" | "explain" | "done";
  /** 0-1 over the whole training. */
  fraction: number;
  message: string;
}

export interface TrainingOptions {
  /** Same data, seed and version give the same document, whatever the thread count. */
  seed: number;
  /** Days after the row's date within which leaving counts; kept in the document's card. */
  horizonDays?: number;
  recipe?: Recipe;
  /** 1 (the default): everything on the calling thread. More: fits run on so many threads of their own and the caller's stays free. */
  threads?: number;
  /** True base rate, 0-1, when the labels are a sample ("half our file is churners"). */
  truePriorRate?: number;
  /**
   * How held-out quality is measured. `full` (the default): on the latest snapshot, or by cross-validating the whole
   * method, which costs several times the training itself. `folds`: on the training's own inner folds, at no cost.
   */
  evaluation?: "full" | "folds";
  /** Above so many rows a sample is learned from (`sampleTrainingSet`); 200,000 unless given, Infinity for all there are. */
  mostRows?: number;
  /** Columns to leave out, by name. */
  drop?: string[];
  /** Columns that are known before a customer leaves, as a person says: kept whatever the leak guard finds, and no longer asked about. */
  keep?: string[];
  onProgress?: (progress: TrainingProgress) => void;
  signal?: AbortSignal;
}

export interface Trained {
  kind: "trained";
  document: ModelDocument;
  report: TrainingReport;
  /** Held-out probability per row of the training set, in its order: no row is scored by a model that saw it. */
  heldOutProbabilities: Float64Array;
  /** The rows that the report's figures are measured on, ascending: those of the latest snapshot, or all. */
  measuredRows: Int32Array;
}

export type TrainingOutcome = Trained | Refusal;
