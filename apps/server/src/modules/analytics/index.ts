import type { ServerModule } from "#platform/server-module.ts";
import { captureHistoryJob } from "./history/capture-history.ts";
import { nightlyScoringJob } from "./life/run-schedules.ts";
import { retrainOnDrift } from "./life/retrain-on-drift.ts";
import { runAnalysisJob } from "./job/run-analysis.ts";
import { bindAnalyticsRoutes } from "./routes.ts";
import { matureScoresJob } from "./track-record/mature-scores.ts";

export { analysisCompleted, analysisFailed, modelDrifted, type AnalysisEnded } from "./job/analysis-ended.ts";
export type { ScoreMove, ScoreMoves } from "./job/score-moves.ts";
export { retrainForChurnRule } from "./life/run-schedules.ts";
export { previewChurn } from "./scoring/preview-churn.ts";
export {
  churnRuleOf,
  readEditableScoring,
  writeEditableScoring,
  type EditableScoring,
} from "./scoring/edit-scoring-settings.ts";
export type { RiskBands } from "./scoring/risk-bands.ts";
export { scoringSource } from "./service/scoring-source.ts";
export { enqueueAnalysis } from "./service/start-analysis.ts";

/** The churn analysis domain. */
export const analyticsModule: ServerModule = {
  name: "analytics",
  routes: bindAnalyticsRoutes,
  jobs: [runAnalysisJob, captureHistoryJob, matureScoresJob, nightlyScoringJob],
  subscriptions: [retrainOnDrift],
};
