// The narrow door (as customers/engine-door.ts): rows and words of features, without the schema that stored plans are read by.

export { buildTable, buildTableInSlices, categoryOf, relativeChange, usualValue } from "./build-table.ts";
export { columnsOfFields } from "./columns-of-fields.ts";
export { customerFeatures, planCustomerFeatures } from "./customer-features.ts";
export { evidenceFor, quantity, rangeInWords } from "./evidence.ts";
export type { FeaturePlan, FeatureRow, FeatureValue, PlannedColumn } from "./feature-plan.ts";
export { featureWords } from "./feature-words.ts";
export { isAbout, type Subject } from "./subject-words.ts";
export { TREND_DAYS, createSnapshotPlanner, snapshotFeatures } from "./snapshot-features.ts";
