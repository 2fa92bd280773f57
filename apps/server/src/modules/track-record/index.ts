import type { ServerModule } from "#platform/server-module.ts";
import { keepTrackRecordJob } from "./keep-track-record.ts";
import { matureScoresJob } from "./mature-scores.ts";
import { bindTrackRecordRoutes } from "./routes.ts";

export { forgetTrackRecord } from "./keep-track-record.ts";
export { matureScores, matureScoresJob } from "./mature-scores.ts";
export { countLatestScored, latestScored } from "./read-track-record.ts";
export { readLeaving } from "./read-leaving.ts";

/** What became of scores: whether whom they named left. */
export const trackRecordModule: ServerModule = {
  name: "track-record",
  routes: bindTrackRecordRoutes,
  jobs: [matureScoresJob.cron, matureScoresJob.company, keepTrackRecordJob.cron, keepTrackRecordJob.company],
};
