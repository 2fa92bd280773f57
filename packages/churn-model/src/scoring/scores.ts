import type { LeavingTimes } from "../survival/timing.ts";

/** Probabilities per row, and what the model had not seen in training (shown as drift). */
export interface Scores {
  probabilities: Float64Array;
  /** Per feature of the model: rows with a category not seen in training, and rows without a value. */
  inputs: { feature: string; unseen: number; missing: number; absent: boolean }[];
  /** When each leaves: chances within 30, 60 and 90 days, and the median; left out by a model that cannot say it. */
  times?: LeavingTimes;
}
