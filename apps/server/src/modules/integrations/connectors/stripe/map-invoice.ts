import { InvoiceStatus, type InvoiceStatusValue } from "@forestay/contracts/vocabulary";
import type { SubscriptionInput } from "#modules/ledger/index.ts";
import type Stripe from "stripe";
import type { SourceRecord } from "../../connector.ts";
import { amountInWords, currencyOf, toOurMinor } from "./currency.ts";
import { idOf, isoOf } from "./moments.ts";

const statuses: Readonly<Record<string, InvoiceStatusValue>> = {
  draft: InvoiceStatus.Draft,
  open: InvoiceStatus.Open,
  paid: InvoiceStatus.Paid,
  void: InvoiceStatus.Void,
  uncollectible: InvoiceStatus.Uncollectible,
};

/** The subscription that a bill is of; null where it is of none. */
export const subscriptionOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription);

/**
 * A bill in its shape since 2025 (`parent`, `payments`): what it asks for and what came in, and the payments that are of it.
 * `prices`: what its subscription charged and since when.
 */
export function mapInvoice(invoice: Stripe.Invoice, prices: SubscriptionInput[]): SourceRecord {
  const id = invoice.id ?? "";
  const currency = currencyOf(invoice.currency);
  const minor = (amount: number) => toOurMinor(amount, currency);
  const customer = idOf(invoice.customer);
  const record = {
    object: "invoices",
    sourceId: id,
    label: invoice.number ?? id,
    detail: amountInWords(invoice.total, currency),
    ofCustomers: customer === null ? [] : [customer],
  };
  if (customer === null) return { ...record, problem: "The invoice is of no customer." };
  // A bill below zero credits the balance: nothing is asked for, and nothing came in.
  const total = Math.max(0, invoice.total - (invoice.pre_payment_credit_notes_amount ?? 0));
  return {
    ...record,
    invoice: {
      customer: { sourceId: customer },
      sourceId: id,
      kind: "invoice",
      subscriptionSourceId: subscriptionOf(invoice),
      status: statuses[invoice.status ?? ""] ?? null,
      currency,
      amountMinor: minor(total),
      paidMinor: minor(Math.min(total, Math.max(0, invoice.amount_paid))),
      issuedAt: isoOf(invoice.status_transitions.finalized_at ?? invoice.created) ?? "",
      dueAt: isoOf(invoice.due_date),
      paidAt: isoOf(invoice.status_transitions.paid_at),
    },
    subscriptions: prices,
    references: paymentsOf(invoice).map((sourceId) => ({ sourceId, targetId: id })),
  };
}

/** The payments of a bill, by what a charge names: a payment intent, or the charge itself. */
function paymentsOf(invoice: Stripe.Invoice): string[] {
  return (invoice.payments?.data ?? []).flatMap(({ payment }) => {
    const id = idOf(payment.payment_intent) ?? idOf(payment.charge);
    return id === null ? [] : [id];
  });
}
