import type {
  Counterfactual,
  Explanation,
  Refusal,
  Table,
  TrainingReport,
  Uplift,
  UpliftQuality,
} from "@forestay/churn-model";
import type { TrainedModel, TrainingStage, TrainingTask } from "#modules/models/index.ts";
import type { ResultCall, ScoringResult, ScoringTask } from "#modules/scoring/index.ts";

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
  | { kind: "counterfactuals"; table: Table; actionable: string[] }
  | { kind: "learnUplift"; task: UpliftTask }
  | { kind: "tellUplift"; facts: Float64Array };

/** Customers of campaigns with a holdout: what was known of each on entering, row after row (NaN: not known), and what became of them. */
export interface UpliftTask {
  names: readonly string[];
  facts: Float64Array;
  /** 1: drawn to get it; 0: held out. */
  treated: Uint8Array;
  kept: Uint8Array;
  campaignOf: string[];
  seed: number;
}

export type EngineReply =
  | {
      kind: "progress";
      stage: TrainingStage | "scoring";
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
  /** Null: too little to learn anything from. */
  | { kind: "learntUplift"; learnt: { quality: UpliftQuality | null } | null }
  | { kind: "toldUplift"; uplift: Uplift }
  | { kind: "failed"; message: string };
