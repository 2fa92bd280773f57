import { formatCount, formatCounted, HIGH_RISK_WORDS } from "@forestay/contracts/words";
import { z } from "zod";
import { analysisCompleted, analysisFailed, modelDrifted } from "#modules/analyses/index.ts";
import { later, on } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { News } from "../notify.ts";
import { decideRiskNews } from "../risk-alerts/decide-risk-news.ts";
import { tellRiskAlerts } from "../risk-alerts/tell-risk-alerts.ts";
import { tellOnce, TELLING } from "../tell-once.ts";

const endedSchema = z.object({
  companyId: z.uuid(),
  analysisId: z.uuid(),
  startedBy: z.object({ userId: z.uuid().nullable() }),
});
type Ended = z.output<typeof endedSchema>;

/** The person who started it, or who made the API key that did; where nobody did, everybody who could have. */
function recipientsOf({ startedBy: { userId } }: Ended): News["recipients"] {
  return userId === null ? { policy: "analytics:run" } : { userIds: [userId] };
}

const link = ({ analysisId }: Ended) => ({
  actionUrl: `/analytics/churn-analysis/${analysisId}` as const,
  dedupeKey: `analysis:${analysisId}`,
});

export const tellAnalysisCompleted = defineJob({
  name: "notifications.tell-analysis-completed",
  schema: endedSchema.extend({ trigger: z.string(), customersAnalyzed: z.int(), needAttention: z.int() }),
  ...TELLING,
  async handler(run) {
    const { trigger, customersAnalyzed, needAttention } = run.payload;
    // Every night the same sentence would be noise: whom the night moved is told by the risk alerts.
    if (trigger === "nightly") return;
    await tellOnce(run, {
      recipients: recipientsOf(run.payload),
      kind: "analysis_completed",
      type: "Success",
      title: "Churn analysis finished",
      message: `${formatCounted(customersAnalyzed, "customer")} scored, ${formatCount(needAttention)} at ${HIGH_RISK_WORDS} risk.`,
      actionText: "View results",
      ...link(run.payload),
    });
  },
});

export const tellAnalysisFailed = defineJob({
  name: "notifications.tell-analysis-failed",
  schema: endedSchema.extend({ failure: z.string() }),
  ...TELLING,
  handler: (run) =>
    tellOnce(run, {
      recipients: recipientsOf(run.payload),
      kind: "analysis_failed",
      type: "Error",
      title: "Churn analysis failed",
      message: run.payload.failure,
      actionText: "View analysis",
      ...link(run.payload),
    }),
});

export const tellModelDrifted = defineJob({
  name: "notifications.tell-model-drifted",
  schema: z.object({ companyId: z.uuid(), version: z.string(), messages: z.array(z.string()) }),
  ...TELLING,
  handler(run) {
    const { version, messages } = run.payload;
    return tellOnce(run, {
      recipients: { policy: "analytics:run" },
      kind: "model_drift",
      type: "Warning",
      title: "Your customers have become others than the model learned from",
      message: `${messages.slice(0, 3).join(" ")} A new model is being trained; it is used if it does better.`,
      actionUrl: `/analytics/models/${encodeURIComponent(version)}`,
      actionText: "View its card",
      dedupeKey: `model:${version}`,
    });
  },
});

export const analysisNews = [
  on(analysisCompleted, async (tx, { companyId, analysisId, moves }, { jobs, clock }) => {
    // In the transaction: whose score moved can only be asked before it ends. Telling them is a job of its own.
    const news = await decideRiskNews(tx, { companyId, analysisId, moves, now: clock.now() });
    if (news !== null) await jobs.enqueue(tx, tellRiskAlerts, news);
    // Screens refresh when the scores are there, and never for scores that were rolled back.
    await publishEvent(tx, { companyId }, "analysis_completed", { analysisId });
  }),
  later(analysisCompleted, tellAnalysisCompleted),
  later(analysisFailed, tellAnalysisFailed),
  later(modelDrifted, tellModelDrifted),
];
