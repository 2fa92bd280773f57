import { demoRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind } from "#platform/http/bind.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { removeDemoCompany } from "./remove-demo.ts";
import { loadSampleJob } from "./sample-data.ts";
import { readSampleShare } from "./sample-mark.ts";

export { loadDemoCustomers, loadOtherCustomers, loadSampleCustomers } from "./load-demo.ts";
export { enqueueSampleLoad, loadSampleJob } from "./sample-data.ts";
export { simulateCompany } from "./simulator/simulate-company.ts";
export { loadSimulatedCustomers } from "./load-customers.ts";
export { trueRisks } from "./simulator/true-risks.ts";

/** The sample company, sample customers for a newcomer's own, and the removal of both. */
export const demoModule: ServerModule = {
  name: "demo",
  routes: (api, context) => {
    bind(api, demoRoutes.progress, async ({ user }) => ({
      share: await withTenant(context.db, user.companyId, (tx) => readSampleShare(tx, user.companyId)),
    }));
    bind(api, demoRoutes.remove, ({ user }) => removeDemoCompany(context, user));
  },
  jobs: [loadSampleJob],
};
