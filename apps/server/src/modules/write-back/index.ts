import type { ServerModule } from "#platform/server-module.ts";
import { bindWriteBackRoutes } from "./routes.ts";
import { writeAfterNews, writeScoresJob } from "./write-scores.ts";

/** Scores written into connected systems, where a company wants that. */
export const writeBackModule: ServerModule = {
  name: "write-back",
  routes: bindWriteBackRoutes,
  jobs: [writeScoresJob.cron, writeScoresJob.company],
  subscriptions: writeAfterNews,
};
