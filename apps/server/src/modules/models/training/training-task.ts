import type { FeatureBaseline, TrainingReport } from "@forestay/churn-model";
import type { LeavingRule } from "#modules/customers/index.ts";
import type { FeaturePlan } from "#modules/features/index.ts";
import type { ColumnChoices } from "../column-choices.ts";
import type { TrainingDescription } from "../quality/describe-training.ts";
import type { LoadedTrainingSet } from "./load-labels.ts";

/** What to train on: the process reads the records itself, so that they never pass through the one that answers people. */
export interface TrainingTask {
  companyId: string;
  /** What counts as having left. */
  rule: LeavingRule;
  source: "history" | "dates" | "labels";
  expectedRows: number;
  horizonDays: number;
  seed: number;
  /** Share of customers that really leaves, 0-1, where undated labels are no fair sample; null: theirs. */
  trueLeavingShare: number | null;
  /** What the company says of fields: to be left out, or learned from though they look as if they gave the answer away. */
  columns: ColumnChoices;
  /** For values named in words. */
  currency: string;
  /** The model in use: what it did not learn from is kept in its columns too, to compare on. `heldOut`: packed. */
  champion: { plan: FeaturePlan; learnedUntilMs: number | null; heldOut: Uint8Array | null } | null;
}

/** What is reported of a training, on its way. */
export type TrainingStage = "reading" | "screening" | "training" | "measuring";

export interface TrainedModel {
  kind: "trained";
  plan: FeaturePlan;
  trainingSource: LoadedTrainingSet["trainingSource"];
  dataWindow: LoadedTrainingSet["dataWindow"];
  documentText: string;
  report: TrainingReport;
  baseProbability: number;
  /** Per row learned from: the outcome, the date (null for undated labels) and a probability by models that had not seen it. */
  labels: Uint8Array;
  times: Float64Array | null;
  heldOutProbabilities: Float64Array;
  /** Of these rows, those that the report is measured on. */
  measuredRows: Int32Array;
  /** What is measured by field and by group. */
  description: TrainingDescription;
  /** Customer of each row; null where each row is one of its own. */
  customers: Uint32Array | null;
  /** `heldOutProbabilities` with their rows' ids, packed for storing. */
  heldOut: Uint8Array;
  /** Rows that the champion did not learn from; `scoreUnseen` gives its probabilities of them. */
  unseen: Int32Array | null;
  /** Per row what models of the champion's making that had not seen it said of it, NaN where nothing; null = not kept. */
  heldOutByChampion: Float64Array | null;
  /** How the columns were spread: what their drift is measured against. */
  featureBaselines: FeatureBaseline[];
}
