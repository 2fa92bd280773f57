// The narrow door: what reads, selects and names customers, for the process that trains and scores. It is loaded anew for
// every analysis, and behind the wide door (index.ts) stand routes, schemas and the hub.

export type { AttributeValue, CustomerRecord } from "./customer-record.ts";
export { readCompanyContext } from "./company-context.ts";
export { copyLine } from "./copy-line.ts";
export { listAttributes } from "./define-attributes.ts";
export {
  hasLeftSql,
  leavingOf,
  leftAtSql,
  sqlLeavingRule,
  startedAtSql,
  type Left,
  type LeavingRule,
} from "./leaving.ts";
export { toMajorUnits, toMinorUnits } from "./money.ts";
export { readSelection } from "./select-customers.ts";
export { timeCells, type LeavingTimes } from "./leaving-times.ts";
export { ATTRIBUTE_PREFIX, snapshotFields, snapshotRecord } from "./snapshot-record.ts";
