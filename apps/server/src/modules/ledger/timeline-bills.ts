import { InvoiceStatus, invoiceStatusLabel, type InvoiceStatusValue } from "@forestay/contracts";
import { formatMoney, formatShortDate } from "@forestay/contracts/words";
import { sql } from "kysely";
import {
  isBefore,
  placeTime,
  toMajorUnits,
  type PlacedLine,
  type TimelineBound,
} from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

type Where = TimelineBound & { now: Date; timeZone: string };

/** A customer's bills and orders as lines of its timeline, on the day they were issued; drafts are none yet. */
export async function listBillLines(
  tx: Tx,
  companyId: string,
  customerId: string,
  bound: Where,
): Promise<PlacedLine[]> {
  const key = sql`('bill:' || id)`;
  const { rows } = await sql<{
    key: string;
    at: string;
    kind: string;
    number: string;
    status: InvoiceStatusValue;
    currency: string;
    amountMinor: number;
    refundedMinor: number;
    dueAt: Date | null;
    paidAt: Date | null;
  }>`
    select ${key} as key, ${placeTime(sql`issued_at`)} as at, kind, source_id as number, status, currency,
      amount_minor as "amountMinor", refunded_minor as "refundedMinor", due_at as "dueAt", paid_at as "paidAt"
    from invoices where company_id = ${companyId} and customer_id = ${customerId} and status <> ${InvoiceStatus.Draft}
      and ${isBefore(bound, sql`issued_at`, key)}
    order by issued_at desc, id desc limit ${bound.limit}`.execute(tx);
  const day = (moment: Date) => formatShortDate(moment, bound.now, bound.timeZone);
  return rows.map(
    ({ key: ownKey, at, kind, number, status, currency, amountMinor, refundedMinor, dueAt, paidAt }) => {
      const became =
        status === InvoiceStatus.Paid
          ? paidAt === null
            ? "Paid"
            : `Paid ${day(paidAt)}`
          : status === InvoiceStatus.Open && dueAt !== null
            ? `Open, due ${day(dueAt)}`
            : invoiceStatusLabel(status);
      const refunded =
        refundedMinor > 0
          ? `, ${formatMoney(toMajorUnits(refundedMinor, currency), currency, 2)} refunded`
          : "";
      return {
        key: ownKey,
        at,
        part: "billing",
        type: "invoice",
        title: `${kind === "order" ? "Order" : "Bill"} ${number}`,
        detail: `${became}${refunded}`,
        amount: toMajorUnits(amountMinor, currency),
        currency,
        about: null,
      };
    },
  );
}

/** Tries to collect a customer's bills as lines of its timeline: what came in, what failed and why, and what was disputed since. */
export async function listPaymentLines(
  tx: Tx,
  companyId: string,
  customerId: string,
  bound: Where,
): Promise<PlacedLine[]> {
  const key = sql`('payment:' || id)`;
  const { rows } = await sql<{
    key: string;
    at: string;
    succeeded: boolean;
    invoice: string | null;
    declineCode: string | null;
    currency: string;
    amountMinor: number;
    disputedAt: Date | null;
  }>`
    select ${key} as key, ${placeTime(sql`attempted_at`)} as at, succeeded, invoice_source_id as invoice,
      decline_code as "declineCode", currency, amount_minor as "amountMinor", disputed_at as "disputedAt"
    from payment_attempts where company_id = ${companyId} and customer_id = ${customerId}
      and ${isBefore(bound, sql`attempted_at`, key)}
    order by attempted_at desc, id desc limit ${bound.limit}`.execute(tx);
  return rows.map(
    ({ key: ownKey, at, succeeded, invoice, declineCode, currency, amountMinor, disputedAt }) => ({
      key: ownKey,
      at,
      part: "billing",
      type: succeeded ? "payment" : "payment_failed",
      title: succeeded ? "Payment received" : "Payment failed",
      detail:
        [
          invoice === null ? null : `Bill ${invoice}`,
          // As the provider says it: 'insufficient_funds'.
          succeeded ? null : (declineCode?.replaceAll("_", " ") ?? null),
          disputedAt === null ? null : `disputed ${formatShortDate(disputedAt, bound.now, bound.timeZone)}`,
        ]
          .filter((part) => part !== null)
          .join(", ") || null,
      amount: toMajorUnits(amountMinor, currency),
      currency,
      about: null,
    }),
  );
}
