import type { CustomerSelection } from "@forestay/contracts";
import type { LeavingRule } from "#modules/customers/index.ts";
import type { RecommendedStep } from "#modules/next-steps/index.ts";
import type { RiskBands } from "#modules/scoring-settings/index.ts";
import type { ResultRow, UnscoredRow } from "./results/result-lines.ts";
import type { ScoredCustomer, Scorer } from "./scorers/scorer.ts";
import type { InputReader } from "./scoring-inputs.ts";

/** What is scored, by what, and what is worked out beside the scores. */
export interface ScoreOptions {
  selection: CustomerSelection;
  /** Customers in the selection, for the progress bar and to decide who is explained. */
  expected: number;
  scorer: Scorer;
  readInputs: InputReader;
  /** The same scorer on an earlier day, with what had been recorded by then. */
  asOf(earlier: LeavingRule): Promise<{ scorer: Scorer; readInputs: InputReader }>;
  bands: RiskBands;
  /** The company's own, for adding up. */
  currency: string;
  withFactors: boolean;
  /** False: factors are only worked out for the next steps, and not stored. */
  keepFactors: boolean;
  withRecommendations: boolean;
  /** Customers whose factors are worked out at most; null = as many as the kind of model allows. */
  explainedAtScoring: number | null;
  /** The company's next steps. */
  nextSteps: readonly RecommendedStep[];
  /** What counts as having left: those who have are not scored. */
  rule: LeavingRule;
  onProgress(fraction: number): void;
}

/** Where results go. */
export interface ResultSink {
  /** Customers in order of id, up to and with `throughId`. */
  add(results: readonly ResultRow[], unscored: readonly UnscoredRow[], throughId: string): Promise<void>;
  /** Puts factors and next steps to results already added. */
  explain(results: readonly ResultRow[]): Promise<void>;
  /** The `limit` customers with the highest probability. */
  riskiest(limit: number): Promise<string[]>;
  /** The `limit` customers whose score moved most and is without factors, now or before. */
  moved(limit: number): Promise<string[]>;
  /** Keeps the factors of the score before this one. */
  before(results: readonly ScoredCustomer[]): Promise<void>;
}
