import type { ColumnMapping } from "@forestay/contracts";
import type { CellValue } from "@forestay/tabular";
import { readText, type CellResult } from "../cell-reader.ts";
import { meaningIn } from "./ledger-cells.ts";
import type { ConvertedLedgerRow } from "./converted-row.ts";
import { whoOf, type LedgerRow } from "./ledger-row.ts";
import { paymentResultOf } from "./ledger-words.ts";

/** A row of a table of payments: one try to collect money, whether or not it came in. */
export function convertPayment(row: LedgerRow): ConvertedLedgerRow<"payment_attempts"> {
  const customer = row.customer();
  const amountMinor = row.amount("amount", { isNeeded: true });
  const attemptedAt = row.moment("attemptedAt", { isNeeded: true });
  const declineCode = row.text("declineCode", 200);
  const result = row.has("paymentResult")
    ? row.require("paymentResult", "a word for succeeded or failed", readResult)
    : declineCode === null;
  const invoiceSourceId = row.text("invoiceId");
  const sourceId = row.idOf("paymentId", () => [
    "payment",
    whoOf(customer),
    row.written("attemptedAt"),
    amountMinor,
    row.currency,
    String(result),
  ]);
  if (row.problems.length > 0 || amountMinor === null || attemptedAt === null || result === null)
    return { ok: false, problems: row.problems };
  return {
    ok: true,
    record: {
      customer,
      sourceId,
      invoiceSourceId,
      attemptedAt,
      succeeded: result,
      currency: row.currency,
      amountMinor,
      declineCode: result ? null : declineCode,
    },
    facts: {
      key: sourceId,
      currency: row.currency,
      amountMinor,
      day: row.dayOf("attemptedAt"),
      who: whoOf(customer),
    },
  };
}

function readResult(cell: CellValue, mapping: ColumnMapping): CellResult<boolean> {
  const text = readText(cell, 200);
  if (!text.ok || text.value === null) return text as CellResult<never>;
  const result = meaningIn<0 | 1 | null>(
    mapping,
    text.value,
    (value) => (value === 0 ? 0 : 1),
    paymentResultOf,
  );
  if (result === null)
    return { ok: false, code: "not_settled", expected: "a payment that succeeded or failed" };
  return result === undefined
    ? { ok: false, code: "unknown_status", expected: "a word for succeeded or failed" }
    : { ok: true, value: result === 1 };
}
