import type { ServerModule } from "#platform/server-module.ts";
import { keepAfterNews, keepAudiencesJob } from "./keep-audiences.ts";
import { bindAudienceRoutes } from "./routes.ts";

/** Audiences of segments and campaigns, kept in connected systems where a company wants that. */
export const audiencesModule: ServerModule = {
  name: "audiences",
  routes: bindAudienceRoutes,
  jobs: [keepAudiencesJob.cron, keepAudiencesJob.company],
  subscriptions: keepAfterNews,
};
