import { InvoiceStatus, type InvoiceStatusValue } from "@forestay/contracts/wire";
import type { ColumnMapping } from "@forestay/contracts";
import type { CellValue } from "@forestay/tabular";
import { readText, type CellResult } from "../cell-reader.ts";
import { meaningIn } from "./ledger-cells.ts";
import type { ConvertedLedgerRow } from "./converted-row.ts";
import { whoOf, type LedgerRow } from "./ledger-row.ts";
import { billStatusOf, type BillStatus } from "./ledger-words.ts";

/** A row of a table of invoices, or of a shop's orders. */
export function convertInvoice(row: LedgerRow): ConvertedLedgerRow<"invoices"> {
  // A shop's export has a row for each thing that was bought, and the order's total and date on the first of them.
  if (!row.isBlank("invoiceId") && row.isBlank("amount") && row.isBlank("issuedAt"))
    return { ok: true, record: null };
  const isOrder = row.columns.options.areOrders === true;
  const customer = row.customer();
  const amountMinor = row.amount("amount", { isNeeded: true });
  const givenPaid = row.amount("paidAmount");
  const givenRefund = row.amount("refundedAmount");
  const issuedAt = row.moment("issuedAt", { isNeeded: true });
  const dueAt = row.moment("dueAt", { mayCome: true });
  const givenPaidAt = row.moment("paidAt");
  const said = row.read("invoiceStatus", readBillStatus);
  const subscriptionSourceId = row.text("subscriptionId");
  const sourceId = row.idOf("invoiceId", () => [
    isOrder ? "order" : "invoice",
    whoOf(customer),
    row.written("issuedAt"),
    amountMinor,
    row.currency,
  ]);
  const status = statusOf(said, givenPaidAt, isOrder);
  const isPaid = status === InvoiceStatus.Paid;
  const paidMinor = givenPaid ?? (isPaid ? amountMinor : null);
  const refundedMinor = givenRefund ?? (said?.refunded ? paidMinor : null);
  if (refundedMinor !== null && refundedMinor > (paidMinor ?? 0))
    row.fail("refundedAmount", "refund_above_paid", "not more than was paid");
  if (row.problems.length > 0 || amountMinor === null || issuedAt === null)
    return { ok: false, problems: row.problems };
  return {
    ok: true,
    record: {
      customer,
      sourceId,
      kind: isOrder ? "order" : "invoice",
      subscriptionSourceId,
      status,
      currency: row.currency,
      amountMinor,
      paidMinor,
      refundedMinor,
      issuedAt,
      dueAt,
      // An order is paid when it is placed, unless the shop says when.
      paidAt: givenPaidAt ?? (isOrder && isPaid ? issuedAt : null),
    },
    facts: {
      key: sourceId,
      currency: row.currency,
      amountMinor,
      day: row.dayOf("issuedAt"),
      who: whoOf(customer),
    },
  };
}

/** What the row says of being paid; null where it says nothing. */
function statusOf(
  said: BillStatus | null,
  paidAt: string | null,
  isOrder: boolean,
): InvoiceStatusValue | null {
  if (said) return said.status;
  return paidAt !== null || isOrder ? InvoiceStatus.Paid : null;
}

function readBillStatus(cell: CellValue, mapping: ColumnMapping): CellResult<BillStatus> {
  const text = readText(cell, 200);
  if (!text.ok || text.value === null) return text as CellResult<never>;
  const status = meaningIn(
    mapping,
    text.value,
    (value): BillStatus => ({ status: value as InvoiceStatusValue }),
    billStatusOf,
  );
  return status === undefined
    ? { ok: false, code: "unknown_status", expected: "a word for Draft, Open, Paid, Void or Uncollectible" }
    : { ok: true, value: status };
}
