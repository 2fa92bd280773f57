import type { CellValue } from "@forestay/tabular";
import type { LedgerKind } from "#modules/ledger/encoding/index.ts";
import { convertEvent } from "./convert-event.ts";
import { convertInvoice } from "./convert-invoice.ts";
import { convertPayment } from "./convert-payment.ts";
import { convertSubscription } from "./convert-subscription.ts";
import type { ConvertedLedgerRow } from "./converted-row.ts";
import { ledgerColumns, LedgerRow, type LedgerConversion } from "./ledger-row.ts";
import type { LedgerImportKind } from "./ledger-synonyms.ts";

/** The ledger's own name of what a file of a kind holds. */
export const ledgerKindOf: Record<LedgerImportKind, LedgerKind> = {
  subscriptions: "subscriptions",
  invoices: "invoices",
  payments: "payment_attempts",
  events: "events",
};

const converters: Record<LedgerImportKind, (row: LedgerRow) => ConvertedLedgerRow> = {
  subscriptions: convertSubscription,
  invoices: convertInvoice,
  payments: convertPayment,
  events: convertEvent,
};

/**
 * Compiles a mapping of a kind for one order of columns. Pure: the same row always becomes the same record. A row with a
 * bad cell is a bad row, of which all problems are told: half a bill would be a wrong total.
 */
export function createLedgerConverter(
  kind: LedgerImportKind,
  names: readonly string[],
  conversion: LedgerConversion,
): (values: readonly CellValue[]) => ConvertedLedgerRow {
  const columns = ledgerColumns(names, conversion);
  const convert = converters[kind];
  return (values) => convert(new LedgerRow(columns, values));
}
