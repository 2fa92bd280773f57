import type {
  Counterfactual,
  Explanation,
  FeatureBaseline,
  Refusal,
  Table,
  TrainingReport,
} from "@forestay/churn-model";
import type { LeavingRule } from "#modules/customers/index.ts";
import type { ScoringResult, ScoringTask } from "../job/score-selection.ts";
import type { ResultCall } from "../job/result-lines.ts";
import type { FeaturePlan } from "../features/feature-plan.ts";
import type { ColumnChoices } from "../features/column-choices.ts";
import type { TrainingDescription } from "../quality/describe-training.ts";
import type { LoadedTrainingSet } from "./load-labels.ts";

/** What to train on: the process reads the records itself, so that they never pass through the one that answers people. */
export interface TrainingTask {
  companyId: string;
  /** What counts as having left. */
  rule: LeavingRule;
  source: "history" | "labels";
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

/** What is asked of the engine's process. One at a time, except for the answers to its own calls. */
export type EngineRequest =
  | { kind: "database"; connectionString: string; statementTimeoutMs: number }
  | { kind: "train"; task: TrainingTask }
  | { kind: "scoreUnseen"; documentText: string }
  | { kind: "load"; documentText: string }
  | { kind: "scoreSelection"; task: ScoringTask }
  | { kind: "taken"; riskiest: string[] }
  | { kind: "score"; table: Table }
  | { kind: "explain"; table: Table }
  | { kind: "counterfactuals"; table: Table; actionable: string[] };

export type EngineReply =
  | {
      kind: "progress";
      stage: "reading" | "screening" | "training" | "measuring" | "scoring";
      fraction: number;
    }
  | TrainedModel
  | { kind: "refused"; refusal: Refusal }
  | { kind: "loaded"; report: TrainingReport; baseProbability: number }
  | { kind: "unusable"; message: string }
  /** Results on their way to the store; waits for `taken`. */
  | { kind: "results"; call: ResultCall }
  | { kind: "scoredSelection"; result: ScoringResult }
  | { kind: "scored"; probabilities: Float64Array }
  | { kind: "explained"; explanation: Explanation | null }
  | { kind: "counterfactuals"; found: Counterfactual[] }
  | { kind: "failed"; message: string };
