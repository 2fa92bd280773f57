import type { ServerModule } from "#platform/server-module.ts";
import { drawJob } from "./enrol/draw-later.ts";
import { followAfterNews, followJob } from "./follow/follow-campaigns.ts";
import { bindCampaignRoutes } from "./routes.ts";
import { takeStepsJob } from "./steps/take-steps.ts";
import { learnAfterNews, learnUpliftJob } from "./uplift/learn-uplift.ts";

export { listOpenCampaigns, sentAmong } from "./audience.ts";
export { listCampaigns, readCampaign } from "./campaign-view.ts";
export { campaignNotStarted, campaignPaused, campaignRead, campaignStepReached } from "./events.ts";
export { forgetInCampaigns } from "./forget-person.ts";
export { followJob } from "./follow/follow-campaigns.ts";
export { readResults } from "./results/read-results.ts";
export { takeStepsJob } from "./steps/take-steps.ts";
export { listCampaignLines } from "./timeline-campaigns.ts";

export { removeSampleCampaigns, writePastCampaign } from "./sample/write-past-campaign.ts";

/** What is done with whom and in which order, with some held out at random, and what it changed. */
export const campaignsModule: ServerModule = {
  name: "campaigns",
  routes: bindCampaignRoutes,
  jobs: [
    drawJob,
    takeStepsJob.cron,
    takeStepsJob.company,
    followJob.cron,
    followJob.company,
    learnUpliftJob.cron,
    learnUpliftJob.company,
  ],
  subscriptions: [...followAfterNews, ...learnAfterNews],
};
