export { cardEndsSql, cardSettledSql, cardUnaskedSql, hasCardSource } from "./cards/ending-card.ts";
export { listCases } from "./list-cases.ts";
export { readRecovery } from "./read-recovery.ts";
export { readResults as readRecoveryResults } from "./work/read-results.ts";
export { rebuildRecoverySums } from "./sums/keep-sums.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { followAfterNews, followLedgerJob } from "./follow-ledger.ts";
import { followCancelFlow } from "./on-cancel.ts";
import { learnJob } from "./learning/learn-job.ts";
import { cardsJob } from "./cards/cards-job.ts";
import {
  bindCardRoutes,
  bindLinkRoutes,
  bindPolicyRoutes,
  bindRecoveryRoutes,
  bindWorkRoutes,
} from "./routes.ts";
import { workJob } from "./work/work-cases.ts";

/** Payments that failed, and what becomes of them. */
export const recoveryModule: ServerModule = {
  name: "recovery",
  routes(api, context) {
    bindRecoveryRoutes(api, context);
    bindPolicyRoutes(api, context);
    bindLinkRoutes(api, context);
    bindWorkRoutes(api, context);
    bindCardRoutes(api, context);
  },
  jobs: [
    followLedgerJob.cron,
    followLedgerJob.company,
    workJob.cron,
    workJob.company,
    cardsJob.cron,
    cardsJob.company,
    learnJob.cron,
    learnJob.company,
  ],
  subscriptions: [...followAfterNews, followCancelFlow],
};
