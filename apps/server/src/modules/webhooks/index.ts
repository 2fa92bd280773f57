import type { ServerModule } from "#platform/server-module.ts";
import { deliverJob } from "./deliver/deliver.ts";
import { spreadJob } from "./messages/spread-messages.ts";
import { news, newsJobs } from "./news/news.ts";
import { webhookRetention } from "./retention.ts";
import { bindWebhookRoutes } from "./routes.ts";
import { rewrapJob } from "./sealed-columns.ts";

export { webhookSeals } from "./sealed-columns.ts";

/** Webhooks out: a company's own systems are told what happens, signed, and told again until it has arrived. */
export const webhooksModule: ServerModule = {
  name: "webhooks",
  routes: bindWebhookRoutes,
  jobs: [
    ...newsJobs,
    spreadJob.cron,
    spreadJob.company,
    deliverJob,
    webhookRetention.cron,
    webhookRetention.company,
    rewrapJob.cron,
    rewrapJob.company,
  ],
  subscriptions: news,
};
