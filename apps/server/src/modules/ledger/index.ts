import type { ServerModule } from "#platform/server-module.ts";
import { turnOverJob } from "./turn-over.ts";
import { bindLedgerRoutes } from "./routes.ts";

export { forgetInLedger } from "./forget-customer.ts";
export { mergeInLedger } from "./merge-customers.ts";
export { COMPARED_LEDGER_ROWS, compareLedger, compareLedgerWave } from "./compare-ledger.ts";
export { customersWithRows } from "./customers-with-rows.ts";
export { hasAmountsIn } from "./amounts-in.ts";
export { joinParkedRows } from "./join-parked.ts";
export type {
  DisputeState,
  InvoiceInput,
  LedgerCounts,
  LedgerInputs,
  LedgerKind,
  LedgerOptions,
  LedgerRefusal,
  PaymentAttemptInput,
  PriceInput,
  SubscriptionInput,
} from "./ledger-record.ts";
export { forgetLedgerSource } from "./forget-source.ts";
export { removeLedgerOfSource } from "./remove-source.ts";
export { refreshStaleCustomers } from "./refresh-customers.ts";
export { subscriptionBegan } from "./subscription-began.ts";
export { subscriptionLinesOf, type SoldLine } from "./subscription-lines.ts";
export { findLaterLedgerImport, forgetLedgerUndo, undoLedgerImport } from "./undo-import.ts";
export {
  hasImportedLedger,
  readFirstOrder,
  readRecordedKinds,
  readWholeLedgers,
  type WholeLedger,
} from "./whole-ledgers.ts";
export { writeLedger, writeLedgerWave } from "./write-ledger.ts";
export { countParkedRows } from "./count-parked-rows.ts";
export { readBilling } from "./read-billing.ts";
export { forgetParkedRows, listParkedPeople, listParkedRows } from "./parked-people.ts";
export { readEventTypeNames } from "./event-type-names.ts";
export { failedBillsOf, type FailedBill } from "./failed-bills.ts";
export { billsByMonth, type MonthOfBills } from "./bills-by-month.ts";
export { retryCounts, type RetryCount } from "./retry-counts.ts";
export { failedBillStories, type FailedBillStory } from "./failed-bill-stories.ts";
export { customersInDispute, recentTries, type RecentTry } from "./recent-tries.ts";
export { ledgerIdsOf } from "./ledger-ids.ts";
export { readLedgerInvoices } from "./ledger-invoices.ts";
export { ledgerCustomerIds } from "./ledger-customers.ts";
export { listBillLines, listPaymentLines } from "./timeline-bills.ts";
export { listEventKinds, listUseLines, type EventKind } from "./timeline-use.ts";

/** What customers were sold, billed and did. */
export const ledgerModule: ServerModule = {
  name: "ledger",
  routes: bindLedgerRoutes,
  jobs: [turnOverJob.cron, turnOverJob.company],
};
