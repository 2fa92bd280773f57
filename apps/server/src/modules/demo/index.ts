import { demoRoutes } from "@forestay/contracts";
import { bind } from "#platform/http/bind.ts";
import type { ServerModule } from "#platform/module.ts";
import { removeDemoCompany } from "./remove-demo.ts";
import { loadSampleJob } from "./sample-data.ts";

export { loadDemoCustomers, loadOtherCustomers } from "./load-demo.ts";
export { enqueueSampleLoad, loadSampleJob } from "./sample-data.ts";
export { simulateCompany, type DemoCompanyOptions } from "./simulator/simulate-company.ts";
export { loadSimulatedCustomers } from "./load-customers.ts";
export { trueRisks } from "./simulator/true-risks.ts";

/** The sample company, sample customers for a newcomer's own, and the removal of both. */
export const demoModule: ServerModule = {
  name: "demo",
  routes: (api, context) => {
    bind(api, demoRoutes.remove, ({ user }) => removeDemoCompany(context, user));
  },
  jobs: [loadSampleJob],
};
