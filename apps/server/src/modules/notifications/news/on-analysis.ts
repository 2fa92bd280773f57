import { analysisCompleted, analysisFailed, type AnalysisEnded } from "#modules/analytics/index.ts";
import { on } from "#platform/events/domain-events.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { notify, type News } from "../notify.ts";
import { tellRiskAlerts } from "../risk-alerts/tell-risk-alerts.ts";

/** The person who started it; where nobody did, everybody who could have. */
function recipientsOf({ startedByUserId }: AnalysisEnded): News["recipients"] {
  return startedByUserId === null ? { policy: "analytics:run" } : { userIds: [startedByUserId] };
}

const link = ({ analysisId }: AnalysisEnded) => ({
  actionUrl: `/analytics/churn-analysis/${analysisId}`,
  dedupeKey: `analysis:${analysisId}`,
});

export const onAnalysisCompleted = on(analysisCompleted, async (tx, ended, context) => {
  const { companyId, analysisId, customersAnalyzed, needAttention, moves } = ended;
  await tellRiskAlerts(tx, context, { companyId, analysisId, moves });
  await notify(tx, context, {
    companyId,
    recipients: recipientsOf(ended),
    kind: "analysis_completed",
    type: "Success",
    title: "Churn analysis finished",
    message: `${customersAnalyzed.toLocaleString("en-US")} customers scored, ${needAttention.toLocaleString("en-US")} at High or Critical risk.`,
    actionText: "View results",
    ...link(ended),
  });
  await publishEvent(tx, { companyId }, "analysis_completed", { analysisId });
});

export const onAnalysisFailed = on(analysisFailed, async (tx, ended, context) => {
  await notify(tx, context, {
    companyId: ended.companyId,
    recipients: recipientsOf(ended),
    kind: "analysis_failed",
    type: "Error",
    title: "Churn analysis failed",
    message: ended.failure,
    actionText: "View analysis",
    ...link(ended),
  });
});
