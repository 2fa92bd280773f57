import type { ServerModule } from "#platform/server-module.ts";
import { captureHistoryJob } from "./capture-history.ts";

export * from "./engine-door.ts";
export { isHistoryOfRecords } from "./data-time.ts";
export { dataReachSql, recordedSilenceSql } from "./leaving-sql.ts";
export {
  FEWEST_OUTCOMES,
  chooseTrainingSource,
  countOutcomes,
  type OutcomeCounts,
  type TrainingSource,
} from "./outcome-counts.ts";
export { knownInWords, neededInWords } from "./outcomes-in-words.ts";
export { previewChurn } from "./preview-churn.ts";

/** What became of customers: their recorded past, who left when, and how far that is known. */
export const outcomesModule: ServerModule = {
  name: "outcomes",
  jobs: [captureHistoryJob.cron, captureHistoryJob.company],
};
