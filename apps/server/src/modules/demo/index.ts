import type { ServerModule } from "#platform/server-module.ts";
import { bindDemoRoutes } from "./routes.ts";
import { loadSampleJob } from "./sample-data.ts";
import { followUp, followUpJob } from "./sample-past.ts";

export { loadDemoCustomers, loadOtherCustomers, loadSampleCustomers } from "./load-demo.ts";
export { isSampleItself } from "./sample-mark.ts";
export { enqueueSampleLoad, loadSampleJob } from "./sample-data.ts";
export { simulateCompany } from "./simulator/simulate-company.ts";
export { loadSimulatedCustomers } from "./load-customers.ts";
export { trueRisks } from "./simulator/true-risks.ts";

/** The sample company, sample customers for a newcomer's own, and the removal of both. */
export const demoModule: ServerModule = {
  name: "demo",
  routes: bindDemoRoutes,
  jobs: [loadSampleJob, followUpJob],
  subscriptions: [followUp],
};
