import { bulkActionRoutes } from "@forestay/contracts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { findBulkAction, forgetOldActions, listBulkActions, toBulkAction } from "./bulk-action-rows.ts";
import { bulkActionJob } from "./run-bulk-action.ts";
import { resumeBulkAction, startBulkAction, undoBulkAction } from "./start-bulk-action.ts";

function bindRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  bind(api, bulkActionRoutes.list, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await listBulkActions(tx, user.companyId, clock.now()),
    })),
  );
  bind(api, bulkActionRoutes.get, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) =>
      toBulkAction(await findBulkAction(tx, user.companyId, params.id), clock.now()),
    ),
  );
  bind(api, bulkActionRoutes.start, ({ body, user }) => startBulkAction(context, user, body));
  bind(api, bulkActionRoutes.resume, ({ params, user }) => resumeBulkAction(context, user, params.id));
  bind(api, bulkActionRoutes.undo, ({ params, user }) => undoBulkAction(context, user, params.id));
}

const retention = defineCompanyJob({
  name: "bulk-actions.retention",
  cron: "50 3 * * *",
  listCompanyIds,
  handler: ({ db, clock, payload: { companyId } }) =>
    withTenant(db, companyId, (tx) => forgetOldActions(tx, companyId, clock.now())),
});

/** One thing done with many customers at once, as a job that goes on where it stopped and can be taken back. */
export { forgetInBulkActions } from "./forget-person.ts";

export const bulkActionsModule: ServerModule = {
  name: "bulk-actions",
  routes: bindRoutes,
  jobs: [bulkActionJob, retention.cron, retention.company],
};
