import type {
  Counterfactual,
  Explanation,
  FeatureBaseline,
  Refusal,
  Table,
  TrainingReport,
  TrainingSet,
} from "@forestay/churn-model";

/** What the job asks of the engine's thread. One at a time. */
export type EngineRequest =
  | { kind: "train"; set: TrainingSet; seed: number; horizonDays: number }
  | { kind: "load"; documentText: string }
  | { kind: "score"; table: Table; explainRows: Int32Array }
  | { kind: "counterfactuals"; table: Table; actionable: string[] };

export type EngineReply =
  | { kind: "progress"; stage: "screening" | "training" | "measuring"; fraction: number }
  | {
      kind: "trained";
      documentText: string;
      report: TrainingReport;
      baseProbability: number;
      heldOutProbabilities: Float64Array;
      /** How the columns were spread: what their drift is measured against. */
      featureBaselines: FeatureBaseline[];
    }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "loaded"; report: TrainingReport; baseProbability: number }
  | { kind: "unusable"; message: string }
  | {
      kind: "scored";
      probabilities: Float64Array;
      explanations: Explanation[];
      unseen: { feature: string; rows: number }[];
    }
  | { kind: "counterfactuals"; found: Counterfactual[] }
  | { kind: "failed"; message: string };
