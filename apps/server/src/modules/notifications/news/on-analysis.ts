import {
  analysisCompleted,
  analysisFailed,
  modelDrifted,
  type AnalysisEnded,
} from "#modules/analyses/index.ts";
import { on } from "#platform/events/domain-events.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { notify, type News } from "../notify.ts";
import { tellRiskAlerts } from "../risk-alerts/tell-risk-alerts.ts";

/** The person who started it; where nobody did, everybody who could have. */
function recipientsOf({ startedByUserId }: AnalysisEnded): News["recipients"] {
  return startedByUserId === null ? { policy: "analytics:run" } : { userIds: [startedByUserId] };
}

const link = ({ analysisId }: AnalysisEnded) => ({
  actionUrl: `/analytics/churn-analysis/${analysisId}` as const,
  dedupeKey: `analysis:${analysisId}`,
});

export const onAnalysisCompleted = on(analysisCompleted, async (tx, ended, context) => {
  const { companyId, analysisId, customersAnalyzed, needAttention, moves } = ended;
  await tellRiskAlerts(tx, context, { companyId, analysisId, moves });
  // Every night the same sentence would be noise: whom the night moved is told above.
  if (ended.trigger !== "nightly") {
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
  }
  await publishEvent(tx, { companyId }, "analysis_completed", { analysisId });
});

export const onModelDrifted = on(modelDrifted, async (tx, { companyId, version, messages }, context) => {
  await notify(tx, context, {
    companyId,
    recipients: { policy: "analytics:run" },
    kind: "model_drift",
    type: "Warning",
    title: "Your customers have become others than the model learned from",
    message: `${messages.slice(0, 3).join(" ")} A new model is being trained; it is used if it does better.`,
    actionUrl: `/analytics/models/${encodeURIComponent(version)}`,
    actionText: "View its card",
    dedupeKey: `model:${version}`,
  });
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
