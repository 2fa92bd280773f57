import { InvoiceStatus, type InvoiceStatusValue } from "@forestay/contracts/vocabulary";
import type { InvoiceInput } from "../ledger-record.ts";
import { hear, olderOf, recall, type Heard, type Older } from "./hear.ts";
import { areAmounts, isoTime, requiredMs, storedMs, timeMs, type NextRow, type RowKind } from "./row-kind.ts";

interface SaidInvoice {
  kind: "invoice" | "order";
  subscriptionSourceId: string | null;
  status: InvoiceStatusValue | null;
  amountMinor: number;
  paidMinor: number | null;
  refundedMinor: number | null;
  issuedMs: number;
  dueMs: number | null;
  paidMs: number | null;
}

const final: readonly unknown[] = [InvoiceStatus.Paid, InvoiceStatus.Void];
const holds = (field: keyof SaidInvoice, known: unknown) => field === "status" && final.includes(known);

/** What nobody said follows from the rest: a bill that is paid had its amount come in, an order is paid. */
function settled(said: SaidInvoice): SaidInvoice {
  const isPaid =
    said.kind === "order" ||
    said.paidMs !== null ||
    (said.paidMinor !== null && said.paidMinor > 0 && said.paidMinor >= said.amountMinor);
  const status = said.status ?? (isPaid ? InvoiceStatus.Paid : InvoiceStatus.Open);
  return {
    ...said,
    status,
    paidMinor: said.paidMinor ?? (status === InvoiceStatus.Paid ? said.amountMinor : 0),
    refundedMinor: said.refundedMinor ?? 0,
  };
}

const saidBy = (record: InvoiceInput): SaidInvoice => ({
  kind: record.kind,
  subscriptionSourceId: record.subscriptionSourceId ?? null,
  status: record.status ?? null,
  amountMinor: record.amountMinor,
  paidMinor: record.paidMinor ?? null,
  refundedMinor: record.refundedMinor ?? null,
  issuedMs: timeMs(record.issuedAt) ?? Number.NaN,
  dueMs: timeMs(record.dueAt),
  paidMs: timeMs(record.paidAt),
});

function recalled({ columns: c }: NextRow): Heard<SaidInvoice> {
  const values: SaidInvoice = {
    kind: c["kind"] as SaidInvoice["kind"],
    subscriptionSourceId: c["subscription_source_id"] as string | null,
    status: c["status"] as InvoiceStatusValue,
    amountMinor: c["amount_minor"] as number,
    paidMinor: c["paid_minor"] as number,
    refundedMinor: c["refunded_minor"] as number,
    issuedMs: requiredMs(c["issued_at"]),
    dueMs: storedMs(c["due_at"]),
    paidMs: storedMs(c["paid_at"]),
  };
  return recall(values, requiredMs(c["told_at"]), c["older"] as Older);
}

/** Bills and orders. */
export const invoiceRows: RowKind<"invoices"> = {
  table: "invoices",
  columns: [
    "kind",
    "subscription_source_id",
    "status",
    "currency",
    "amount_minor",
    "paid_minor",
    "refunded_minor",
    "issued_at",
    "due_at",
    "paid_at",
  ],
  next(known, record, toldAtMs) {
    if (!areAmounts(record.amountMinor, record.paidMinor, record.refundedMinor)) return "bad_amount";
    if (known !== null && known.columns["currency"] !== record.currency) return "other_currency";
    const heard = hear(known === null ? null : recalled(known), saidBy(record), toldAtMs, holds);
    const values = settled(heard.said);
    if ((values.refundedMinor ?? 0) > (values.paidMinor ?? 0)) return "refund_above_paid";
    return {
      columns: {
        kind: values.kind,
        subscription_source_id: values.subscriptionSourceId,
        status: values.status,
        currency: record.currency,
        amount_minor: values.amountMinor,
        paid_minor: values.paidMinor,
        refunded_minor: values.refundedMinor,
        issued_at: isoTime(values.issuedMs),
        due_at: isoTime(values.dueMs),
        paid_at: isoTime(values.paidMs),
        told_at: isoTime(heard.toldAtMs),
        older: olderOf(heard, values),
      },
    };
  },
};
