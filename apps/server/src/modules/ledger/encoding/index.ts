// The pure part of the door, for processes that only parse: through the whole of it they would load the database driver too.
export type {
  CustomerRef,
  InvoiceInput,
  LedgerInputs,
  LedgerKind,
  SubscriptionInput,
} from "../ledger-record.ts";
export { MOST_PRICE_MINOR } from "../ledger-record.ts";
export { encodeLedgerWave, type LedgerWave } from "../ledger-wave.ts";
