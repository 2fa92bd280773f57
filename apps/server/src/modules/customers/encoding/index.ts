// The pure part of the door, for processes that only parse: through the whole of it they would load the web server,
// the database driver and the contracts as well (0.4 s of processor time at each start).
export { encodeFileWaves, type DatedRow, type CustomerWave, type IndexedCustomer } from "../customer-wave.ts";
export type { AttributeValue, CustomerInput } from "../customer-record.ts";
export { copyLine } from "../copy-line.ts";
export { toMajorUnits } from "../money.ts";
