export * from "./engine-door.ts";
export type { CustomerEventInput, CustomerInput, CustomerSnapshotInput } from "./customer-record.ts";
export { appendEvents, appendSnapshots } from "./append-history.ts";
export { captureSnapshots, forgetSnapshots, newestSnapshotDay } from "./capture-snapshots.ts";
export { findCustomerIds, findCustomerName, hasCustomers } from "./find-customer.ts";
export { addTimelineEntry, removeTimelineEntry } from "./timeline-entry.ts";
export { compareDatedWaves, upsertDatedWaves } from "./dated-rows.ts";
export { changeCustomerTotals } from "./customer-totals.ts";
export { defineAttributes } from "./define-attributes.ts";
export { formatCents } from "./money.ts";
export { readActivityUntil, readLeavingRule } from "./leaving.ts";
export type { ScoringSource } from "./scoring-source.ts";
export { countSelection, resolveSelection } from "./select-customers.ts";
export {
  COMPARED_ROWS,
  compareCustomerWaves,
  upsertCustomerBatch,
  upsertCustomerWaves,
  type RowOutcome,
  type UpsertResult,
} from "./upsert-customers.ts";
export { writeScores, writeScoresFrom, type ScoreOrigin } from "./write-scores.ts";
export { csvLine, type CsvValue } from "#platform/csv-line.ts";
export { createCustomersModule } from "./routes.ts";
export { copyInto } from "./copy-text.ts";
export { restoreCustomers } from "./restore-customers.ts";
export { countByLevel, relevelCustomers } from "./relevel-customers.ts";
export { removeCustomersWithoutFile } from "./remove-without-file.ts";
export { refreshStatistics } from "./refresh-statistics.ts";
