import { listCompanyIds } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { forgetOldActions } from "./bulk-action-rows.ts";
import { bulkActionJob } from "./run-bulk-action.ts";
import { bindBulkActionRoutes } from "./routes.ts";

const retention = defineCompanyJob({
  name: "bulk-actions.retention",
  cron: "50 3 * * *",
  listCompanyIds,
  handler: ({ db, clock, payload: { companyId } }) =>
    withTenant(db, companyId, (tx) => forgetOldActions(tx, companyId, clock.now())),
});

export { forgetInBulkActions } from "./forget-person.ts";

/** One thing done with many customers at once, as a job that goes on where it stopped and can be taken back. */
export const bulkActionsModule: ServerModule = {
  name: "bulk-actions",
  routes: bindBulkActionRoutes,
  jobs: [bulkActionJob, retention.cron, retention.company],
};
