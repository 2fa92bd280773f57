import { InvoiceStatus, type InvoiceStatusValue } from "@forestay/contracts/vocabulary";
import type { SubscriptionInput } from "#modules/ledger/index.ts";
import type Stripe from "stripe";
import type { SourceRecord } from "../../connector.ts";
import type { Catalogue } from "./catalogue.ts";
import { amountInWords, currencyOf, toOurMinor } from "./currency.ts";
import { recurringDiscount } from "./discounts.ts";
import { idOf, isoOf } from "./moments.ts";
import { chargeOf, priceOf, type Charge } from "./price-amount.ts";

const statuses: Readonly<Record<string, InvoiceStatusValue>> = {
  draft: InvoiceStatus.Draft,
  open: InvoiceStatus.Open,
  paid: InvoiceStatus.Paid,
  void: InvoiceStatus.Void,
  uncollectible: InvoiceStatus.Uncollectible,
};
/** Bills that charge whole terms of a subscription, with all that it then sold. */
const wholeTerms = new Set(["subscription_create", "subscription_cycle"]);

/**
 * A bill in its shape since 2025 (`parent`, `payments`): what it asks for and what came in, the payments that are of it, and what
 * its subscription charged and since when.
 */
export function mapInvoice(invoice: Stripe.Invoice, catalogue: Catalogue): SourceRecord {
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
  const subscription = idOf(invoice.parent?.subscription_details?.subscription);
  // A bill below zero credits the balance: nothing is asked for, and nothing came in.
  const total = Math.max(0, invoice.total - (invoice.pre_payment_credit_notes_amount ?? 0));
  return {
    ...record,
    invoice: {
      customer: { sourceId: customer },
      sourceId: id,
      kind: "invoice",
      subscriptionSourceId: subscription,
      status: statuses[invoice.status ?? ""] ?? null,
      currency,
      amountMinor: minor(total),
      paidMinor: minor(Math.min(total, Math.max(0, invoice.amount_paid))),
      issuedAt: isoOf(invoice.status_transitions.finalized_at ?? invoice.created) ?? "",
      dueAt: isoOf(invoice.due_date),
      paidAt: isoOf(invoice.status_transitions.paid_at),
    },
    subscriptions: subscription === null ? [] : pricesOf(invoice, catalogue, customer, subscription),
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

/**
 * What the subscription charged, and since when, as lines of the bill say: from the beginning of a term that it bills whole, and
 * from the moment of a change that it bills the rest of a term for. A trial's lines charge nothing and say nothing.
 */
function pricesOf(
  invoice: Stripe.Invoice,
  catalogue: Catalogue,
  customer: string,
  subscription: string,
): SubscriptionInput[] {
  const whole: Charge[] = [];
  const changes = new Map<number, Charge[]>();
  let termBegan = Number.POSITIVE_INFINITY;
  for (const line of invoice.lines.data) {
    const id = idOf(line.pricing?.price_details?.price);
    const price = id === null ? null : catalogue.find(id);
    if (!price?.recurring || price.recurring.usage_type === "metered" || line.amount <= 0) continue;
    const charge = {
      recurring: price.recurring,
      plan: catalogue.productName(price),
      quantity: line.quantity ?? 1,
    };
    if (isPartOfTerm(line)) {
      const amount = chargeOf(price, charge.quantity);
      if (amount !== null)
        changes.set(line.period.start, [...(changes.get(line.period.start) ?? []), { ...charge, amount }]);
    } else if (wholeTerms.has(invoice.billing_reason ?? "")) {
      whole.push({ ...charge, amount: line.amount });
      termBegan = Math.min(termBegan, line.period.start);
    }
  }
  const since = (charges: readonly Charge[], fromSeconds: number): SubscriptionInput[] => {
    const price = priceOf(charges, invoice.currency, (amount) =>
      recurringDiscount(invoice.discounts, amount, fromSeconds),
    );
    const priceFrom = isoOf(fromSeconds);
    if (price === null || priceFrom === null) return [];
    return [
      { customer: { sourceId: customer }, sourceId: subscription, startedAt: priceFrom, price, priceFrom },
    ];
  };
  return [
    ...(Number.isFinite(termBegan) ? since(whole, termBegan) : []),
    // Of several items only the changed one is billed: what the others charge is not said, and the next term tells.
    ...(whole.length > 1
      ? []
      : [...changes].flatMap(([from, charges]) => (charges.length === 1 ? since(charges, from) : []))),
  ];
}

const isPartOfTerm = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  (parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration) === true;
