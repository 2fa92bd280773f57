import type { ServerModule } from "#platform/server-module.ts";
import { turnOverJob } from "./turn-over.ts";

export { COMPARED_LEDGER_ROWS, compareLedgerWave } from "./compare-ledger.ts";
export { customersWithRows } from "./customers-with-rows.ts";
export { joinParkedRows } from "./join-parked.ts";
export type {
  LedgerCounts,
  LedgerInputs,
  LedgerKind,
  LedgerOptions,
  LedgerRefusal,
} from "./ledger-record.ts";
export { forgetLedgerSource } from "./forget-source.ts";
export { refreshStaleCustomers } from "./refresh-customers.ts";
export { subscriptionLinesOf } from "./subscription-lines.ts";
export { findLaterLedgerImport, forgetLedgerUndo, undoLedgerImport } from "./undo-import.ts";
export { writeLedger, writeLedgerWave } from "./write-ledger.ts";

/** What customers were sold, billed and did. */
export const ledgerModule: ServerModule = { name: "ledger", jobs: [turnOverJob.cron, turnOverJob.company] };
