import type { ServerModule } from "#platform/server-module.ts";
import { followAfterNews, followLedgerJob } from "./follow-ledger.ts";
import { bindLinkRoutes, bindPolicyRoutes, bindRecoveryRoutes } from "./routes.ts";

/** Payments that failed, and what becomes of them. */
export const recoveryModule: ServerModule = {
  name: "recovery",
  routes(api, context) {
    bindRecoveryRoutes(api, context);
    bindPolicyRoutes(api, context);
    bindLinkRoutes(api, context);
  },
  jobs: [followLedgerJob.cron, followLedgerJob.company],
  subscriptions: followAfterNews,
};
