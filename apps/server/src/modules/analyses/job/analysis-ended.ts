import type { KeptActor } from "#modules/companies/index.ts";
import { defineEvent } from "#platform/events/domain-events.ts";
import type { AnalysisTrigger } from "../analyses-repository.ts";
import type { ScoreMoves } from "#modules/scoring/index.ts";

export interface AnalysisEnded {
  companyId: string;
  analysisId: string;
  startedBy: KeptActor;
  scope: string;
  /** A nightly scoring is no news in itself; whom it moved is. */
  trigger: AnalysisTrigger;
}

/** Told in the transaction that publishes the scores: exactly once per completed analysis. */
export const analysisCompleted = defineEvent<
  AnalysisEnded & {
    customersAnalyzed: number;
    needAttention: number;
    /** Whose score changed; to be asked while the event is being told. */
    moves: ScoreMoves;
  }
>("analytics.analysis_completed");

/** Told once when what is scored has become another population than the model learned from; it is then retrained. */
export const modelDrifted = defineEvent<{ companyId: string; version: string; messages: string[] }>(
  "analytics.model_drifted",
);

/** Told in the transaction that marks it Failed. A cancelled analysis tells nothing: a person did it. */
export const analysisFailed = defineEvent<AnalysisEnded & { failure: string }>("analytics.analysis_failed");
