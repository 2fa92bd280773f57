import type { ServerModule } from "#platform/server-module.ts";
import { captureHistoryJob } from "./capture-history.ts";

export { LEARNING_DAYS, MIN_DAYS_APART, closedSnapshots } from "./closed-snapshots.ts";
export { isHistoryOfRecords, isOfRecord, readDataTime } from "./data-time.ts";
export { dataReachSql, recordedSilenceSql, snapshotHorizonSql } from "./leaving-sql.ts";
export {
  FEWEST_OUTCOMES,
  chooseTrainingSource,
  countOutcomes,
  type OutcomeCounts,
  type TrainingSource,
} from "./outcome-counts.ts";
export { knownInWords, neededInWords } from "./outcomes-in-words.ts";
export { previewChurn } from "./preview-churn.ts";
export { snapshotTimeMs, type Snapshot } from "./snapshot.ts";

/** What became of customers: their recorded past, who left when, and how far that is known. */
export const outcomesModule: ServerModule = {
  name: "outcomes",
  jobs: [captureHistoryJob.cron, captureHistoryJob.company],
};
