import type { ServerModule } from "#platform/server-module.ts";
import { followAfterNews, followJob } from "./follow-segments.ts";
import { bindSegmentRoutes } from "./routes.ts";

export { readBrokenLines } from "./broken-lines.ts";
export { followJob } from "./follow-segments.ts";
export { forgetInSegments } from "./forget-person.ts";
export { getSegment, listSegments } from "./list-segments.ts";
export { readSegmentSentence } from "./read-segment-sentence.ts";
export { createSegment } from "./save-segment.ts";
export { checkConditions, checkRule, checkSelection } from "./check-rule.ts";
export { readFlow, readMovesPerWeek } from "./segment-flow.ts";
export { membersAmong } from "./members-among.ts";
export { listMoved } from "./list-moved.ts";
export { listSegmentLines } from "./timeline-segments.ts";
export { segmentMoved } from "./segment-moved.ts";
export {
  campaignsSaying,
  findSegment,
  listSegmentNames,
  listSegmentRules,
  readSegmentsOf,
} from "./segment-rows.ts";

/** Named rules over customers, who is in them, and who comes and goes. */
export const segmentsModule: ServerModule = {
  name: "segments",
  routes: bindSegmentRoutes,
  jobs: [followJob.cron, followJob.company],
  subscriptions: followAfterNews,
};
