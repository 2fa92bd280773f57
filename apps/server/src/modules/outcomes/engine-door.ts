// The narrow door (as customers/engine-door.ts): what is known of outcomes, without the job that captures history.

export { LEARNING_DAYS, MIN_DAYS_APART, closedSnapshots, type ClosedSnapshot } from "./closed-snapshots.ts";
export { isOfRecord, readDataTime } from "./data-time.ts";
export { landmarks } from "./landmarks.ts";
export { snapshotHorizonSql } from "./leaving-sql.ts";
export { silenceFeatures, snapshotTimeMs, type Snapshot } from "./snapshot.ts";
