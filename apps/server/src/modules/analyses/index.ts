import type { ConditionCheck } from "#modules/customers/index.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { runAnalysisJob } from "./job/run-analysis.ts";
import { bindAnalysesRoutes } from "./routes.ts";
import { retrainJob, retrainOnDrift } from "./schedule/retrain-on-drift.ts";
import { nightlyScoringJob } from "./schedule/run-schedules.ts";

export { forgetInAnalyses } from "./forget-person.ts";
export { churnRuleOf, readEditableScoring, writeEditableScoring } from "./edit-scoring-settings.ts";
export { analysisCompleted, analysisFailed, modelDrifted } from "./job/analysis-ended.ts";
export { retrainForChurnRule } from "./schedule/run-schedules.ts";
export { getAnalysis, isUndatedAnalysis, listAnalyses } from "./read-analyses.ts";
export { removeAnalyses } from "./remove-analyses.ts";
export {
  findLastCompleted,
  hasAnalyses,
  hasCompletedAnalysis,
  isAnalysisRunning,
  listLookBacks,
} from "./analyses-repository.ts";
export { scoringSource } from "./scoring-source.ts";
export { enqueueAnalysis, enqueueLookBacks } from "./start-analysis.ts";

/** Churn analyses: started by a person or at night, run, read, compared and taken along. */
export function createAnalysesModule(check: ConditionCheck): ServerModule {
  return {
    name: "analyses",
    routes: (api, context) => bindAnalysesRoutes(api, context, check),
    jobs: [runAnalysisJob, retrainJob, nightlyScoringJob.cron, nightlyScoringJob.company],
    subscriptions: [retrainOnDrift],
  };
}
