import type { ServerModule } from "#platform/server-module.ts";
import { followAfterNews, followLedgerJob } from "./follow-ledger.ts";
import { bindRecoveryRoutes } from "./routes.ts";

/** Payments that failed, and what becomes of them. */
export const recoveryModule: ServerModule = {
  name: "recovery",
  routes: bindRecoveryRoutes,
  jobs: [followLedgerJob.cron, followLedgerJob.company],
  subscriptions: followAfterNews,
};
