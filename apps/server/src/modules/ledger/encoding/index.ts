// The pure part of the door, for processes that only parse: through the whole of it they would load the database driver too.
export type { EventInput, InvoiceInput, PaymentAttemptInput, SubscriptionInput } from "../ledger-record.ts";
export { encodeLedgerWave } from "../ledger-wave.ts";
