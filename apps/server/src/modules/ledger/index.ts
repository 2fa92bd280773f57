export { COMPARED_LEDGER_ROWS, compareLedgerWave } from "./compare-ledger.ts";
export { joinParkedRows } from "./join-parked.ts";
export type { LedgerInputs, LedgerKind, LedgerOptions } from "./ledger-record.ts";
export { refreshStaleCustomers } from "./refresh-customers.ts";
export { subscriptionLinesOf } from "./subscription-lines.ts";
export { findLaterLedgerImport, forgetLedgerUndo, undoLedgerImport } from "./undo-import.ts";
export { writeLedger, writeLedgerWave } from "./write-ledger.ts";
