import type { PaymentAttemptInput } from "../ledger-record.ts";
import { hear, olderOf, recall, type Heard, type Older } from "./hear.ts";
import { areAmounts, isoTime, requiredMs, timeMs, type NextRow, type RowKind } from "./row-kind.ts";

interface SaidAttempt {
  invoiceSourceId: string | null;
  attemptedMs: number;
  succeeded: boolean;
  amountMinor: number;
  declineCode: string | null;
}

/** What has succeeded has succeeded. */
const holds = (field: keyof SaidAttempt, known: unknown) => field === "succeeded" && known === true;

const saidBy = (record: PaymentAttemptInput): SaidAttempt => ({
  invoiceSourceId: record.invoiceSourceId ?? null,
  attemptedMs: timeMs(record.attemptedAt) ?? Number.NaN,
  succeeded: record.succeeded,
  amountMinor: record.amountMinor,
  declineCode: record.declineCode ?? null,
});

function recalled({ columns: c }: NextRow): Heard<SaidAttempt> {
  const values: SaidAttempt = {
    invoiceSourceId: c["invoice_source_id"] as string | null,
    attemptedMs: requiredMs(c["attempted_at"]),
    succeeded: c["succeeded"] as boolean,
    amountMinor: c["amount_minor"] as number,
    declineCode: c["decline_code"] as string | null,
  };
  return recall(values, requiredMs(c["told_at"]), c["older"] as Older);
}

/** Tries to collect money. */
export const attemptRows: RowKind<"payment_attempts"> = {
  table: "payment_attempts",
  columns: ["invoice_source_id", "attempted_at", "succeeded", "currency", "amount_minor", "decline_code"],
  next(known, record, toldAtMs) {
    if (!areAmounts(record.amountMinor)) return "bad_amount";
    if (known !== null && known.columns["currency"] !== record.currency) return "other_currency";
    const heard = hear(known === null ? null : recalled(known), saidBy(record), toldAtMs, holds);
    const { said } = heard;
    return {
      columns: {
        invoice_source_id: said.invoiceSourceId,
        attempted_at: isoTime(said.attemptedMs),
        succeeded: said.succeeded,
        currency: record.currency,
        amount_minor: said.amountMinor,
        decline_code: said.declineCode,
        told_at: isoTime(heard.toldAtMs),
        older: olderOf(heard, said),
      },
    };
  },
};
