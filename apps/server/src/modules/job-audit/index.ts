import { analysisCompleted, analysisFailed } from "#modules/analyses/index.ts";
import { recordAudit } from "#modules/audit/index.ts";
import { importCompleted, importFailed } from "#modules/imports/index.ts";
import { on, type Subscription } from "#platform/events/domain-events.ts";
import type { ServerModule } from "#platform/server-module.ts";

const importEnded = (
  event: typeof importCompleted,
  action: "import.completed" | "import.failed",
): Subscription =>
  on(event, (tx, ended) =>
    recordAudit(
      tx,
      { job: true, companyId: ended.companyId, askedBy: ended.startedBy },
      {
        action,
        target: ended.fileName,
        targetId: ended.importId,
        after: { created: ended.createdCount, updated: ended.updatedCount, errors: ended.errorCount },
      },
    ),
  );

/** What jobs did for whoever asked, in the transaction that ends them: above the modules whose jobs they are. */
export const jobAuditModule: ServerModule = {
  name: "job-audit",
  subscriptions: [
    importEnded(importCompleted, "import.completed"),
    importEnded(importFailed, "import.failed"),
    on(analysisCompleted, (tx, ended) =>
      recordAudit(
        tx,
        { job: true, companyId: ended.companyId, askedBy: ended.startedBy },
        {
          action: "analysis.completed",
          target: ended.scope,
          targetId: ended.analysisId,
          after: { customersAnalyzed: ended.customersAnalyzed, needAttention: ended.needAttention },
        },
      ),
    ),
    on(analysisFailed, (tx, ended) =>
      recordAudit(
        tx,
        { job: true, companyId: ended.companyId, askedBy: ended.startedBy },
        { action: "analysis.failed", target: ended.scope, targetId: ended.analysisId },
      ),
    ),
  ],
};
