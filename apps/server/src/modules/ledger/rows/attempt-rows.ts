import type { DisputeState, PaymentAttemptInput } from "../ledger-record.ts";
import { hear, olderOf, recall, type Heard, type Older } from "./hear.ts";
import { areAmounts, isoTime, requiredMs, storedMs, timeMs, type NextRow, type RowKind } from "./row-kind.ts";

interface SaidAttempt {
  invoiceSourceId: string | null;
  attemptedMs: number;
  succeeded: boolean;
  amountMinor: number;
  declineCode: string | null;
  adviceCode: string | null;
  networkAdviceCode: string | null;
  cardBrand: string | null;
  cardKey: string | null;
  disputedMs: number | null;
  disputeState: DisputeState | null;
}

/** What has succeeded has succeeded, and a dispute that was decided is over. */
const holds = (field: keyof SaidAttempt, known: unknown) =>
  (field === "succeeded" && known === true) ||
  (field === "disputeState" && (known === "won" || known === "lost"));

const saidBy = (record: PaymentAttemptInput): SaidAttempt => ({
  invoiceSourceId: record.invoiceSourceId ?? null,
  attemptedMs: timeMs(record.attemptedAt) ?? Number.NaN,
  succeeded: record.succeeded,
  amountMinor: record.amountMinor,
  declineCode: record.declineCode ?? null,
  adviceCode: record.adviceCode ?? null,
  networkAdviceCode: record.networkAdviceCode ?? null,
  cardBrand: record.cardBrand ?? null,
  cardKey: record.cardKey ?? null,
  disputedMs: timeMs(record.disputedAt),
  disputeState: record.disputeState ?? null,
});

function recalled({ columns: c }: NextRow): Heard<SaidAttempt> {
  const values: SaidAttempt = {
    invoiceSourceId: c["invoice_source_id"] as string | null,
    attemptedMs: requiredMs(c["attempted_at"]),
    succeeded: c["succeeded"] as boolean,
    amountMinor: c["amount_minor"] as number,
    declineCode: c["decline_code"] as string | null,
    adviceCode: c["advice_code"] as string | null,
    networkAdviceCode: c["network_advice_code"] as string | null,
    cardBrand: c["card_brand"] as string | null,
    cardKey: c["card_key"] as string | null,
    disputedMs: storedMs(c["disputed_at"]),
    disputeState: c["dispute_state"] as DisputeState | null,
  };
  return recall(values, requiredMs(c["told_at"]), c["older"] as Older);
}

/** Tries to collect money. */
export const attemptRows: RowKind<"payment_attempts"> = {
  table: "payment_attempts",
  columns: [
    "invoice_source_id",
    "attempted_at",
    "succeeded",
    "currency",
    "amount_minor",
    "decline_code",
    "advice_code",
    "network_advice_code",
    "card_brand",
    "card_key",
    "disputed_at",
    "dispute_state",
  ],
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
        advice_code: said.adviceCode,
        network_advice_code: said.networkAdviceCode,
        card_brand: said.cardBrand,
        card_key: said.cardKey,
        disputed_at: isoTime(said.disputedMs),
        dispute_state: said.disputeState,
        told_at: isoTime(heard.toldAtMs),
        older: olderOf(heard, said),
      },
    };
  },
};
