import type { ServerModule } from "#platform/server-module.ts";
import { followAfterNews, followJob } from "./follow/follow-campaigns.ts";
import { bindCampaignRoutes } from "./routes.ts";
import { takeStepsJob } from "./steps/take-steps.ts";

export { campaignPaused, campaignRead } from "./events.ts";
export { followJob } from "./follow/follow-campaigns.ts";
export { takeStepsJob } from "./steps/take-steps.ts";

/** What is done with whom and in which order, with some held out at random, and what it changed. */
export const campaignsModule: ServerModule = {
  name: "campaigns",
  routes: bindCampaignRoutes,
  jobs: [takeStepsJob.cron, takeStepsJob.company, followJob.cron, followJob.company],
  subscriptions: followAfterNews,
};
