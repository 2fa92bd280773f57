import type { ServerModule } from "#platform/server-module.ts";
import { cleanUpJob } from "./clean-up.ts";
import { joinAfterNews, joinJob } from "./join-job.ts";
import { bindTrackingRoutes } from "./routes.ts";
import { takeInJob } from "./take-in-job.ts";

export { forgetInTracking } from "./forget-customer.ts";

/** Events as a company's own product sends them: taken at the door, and into the ledger by a job. */
export const trackingModule: ServerModule = {
  name: "tracking",
  routes: bindTrackingRoutes,
  jobs: [takeInJob.cron, takeInJob.company, joinJob, cleanUpJob.cron, cleanUpJob.company],
  subscriptions: joinAfterNews,
};
