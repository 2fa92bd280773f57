import type { ScoreFactor } from "@forestay/contracts";
import type { CustomerRecord, LeavingTimes } from "#modules/customers/index.ts";
import type { FeatureRow } from "#modules/features/index.ts";
import type { ScoredSample } from "#modules/models/index.ts";

/** A customer to be scored, with what is known of it; `row` null = nothing to score from, and why. */
export interface ScoringInput {
  customer: CustomerRecord;
  row: FeatureRow | null;
  /** Why there is no row, in words. */
  missing: string | null;
}

export interface ScoredCustomer {
  customerId: string;
  probability: number;
  /** Null: what scored says nothing of when. */
  times: LeavingTimes | null;
  /** Empty where factors were not asked for. */
  factors: ScoreFactor[];
  /** Half width in points; null for rules. */
  probabilityRange: number | null;
}

/** Model or rules behind one face: callers neither know nor care which. */
export interface Scorer {
  source: "model" | "rules";
  /** Null for rules, and for a model trained just now. */
  modelVersion: string | null;
  /** True where the factors of a customer take milliseconds: trees. */
  isCostlyToExplain: boolean;
  /** Probability that explanations start from: the average customer. */
  baseRate: number;
  /** Answers for every input with a row that can be scored; the others are left out of the answer. */
  score(inputs: readonly ScoringInput[], options: { withFactors: boolean }): Promise<ScoredCustomer[]>;
  /** A sample of what was scored, to measure drift on; null for rules. */
  sample(): ScoredSample | null;
  /** Notices gathered while scoring, in words. */
  warnings(): string[];
}
