import type { StripeAccount } from "../stripe-account.ts";
import type { Invoice, InvoiceLine, LineTax, Subscription, SubscriptionItem } from "../objects.ts";
import { amountOf, discountsOn, livingDiscounts, unitsOf } from "./line-amounts.ts";

/** A change in the middle of a period, waiting for the next bill. */
export interface PendingProration {
  item: SubscriptionItem;
  /** Negative for what is given back. */
  amount: number;
  description: string;
  period: { start: number; end: number };
}

const DAY_S = 86_400;
/** A bill stays a draft for an hour. */
const DRAFT_S = 3600;

/** Makes a subscription's bill for the period that its items are in, as a draft, and says so. */
export function makeInvoice(
  account: StripeAccount,
  subscription: Subscription,
  reason: "subscription_create" | "subscription_cycle" | "subscription_update",
  prorations: readonly PendingProration[] = [],
): Invoice {
  const now = account.now();
  const id = account.newId("in");
  const isTrial = subscription.status === "trialing";
  const [first] = subscription.items.data;
  const lines = [
    ...prorations.map((one) => prorationLine(account, id, subscription, one)),
    ...(reason === "subscription_update"
      ? []
      : subscription.items.data.map((item) => periodLine(account, id, subscription, item, isTrial))),
  ];
  const taxes = subscription.automatic_tax.enabled ? taxLines(account, lines) : [];
  const onTop = taxes.reduce((sum, one) => sum + (one.tax_behavior === "exclusive" ? one.amount : 0), 0);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const discounts = livingDiscounts(account, subscription.discounts, now);
  const totalDiscounts = discountsOn(subtotal, subscription.currency, discounts);
  const total = subtotal - totalDiscounts.reduce((sum, one) => sum + one.amount, 0) + onTop;
  const customer = account.customers.get(subscription.customer);
  const bySending = subscription.collection_method === "send_invoice";
  const amountDue = Math.max(total, 0);
  const invoice: Invoice = {
    id,
    object: "invoice",
    amount_due: amountDue,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amountDue,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: now + DRAFT_S,
    billing_reason: reason,
    collection_method: subscription.collection_method,
    created: now,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    default_payment_method: null,
    description: null,
    discounts: discounts.map(({ discount }) => discount.id),
    due_date: bySending ? now + (subscription.days_until_due ?? 30) * DAY_S : null,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: bySending ? null : now + DRAFT_S,
    number: null,
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { metadata: {}, subscription: subscription.id },
    },
    period_end: now,
    period_start: reason === "subscription_cycle" ? (first?.current_period_start ?? now) : now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    test_clock: subscription.test_clock,
    total,
    total_discount_amounts: totalDiscounts,
    total_taxes: taxes,
  };
  account.invoices.put(invoice);
  subscription.latest_invoice = id;
  // A coupon for one bill has done its part, and what has ended is taken off.
  subscription.discounts = discounts
    .filter(({ coupon }) => coupon.duration !== "once" || subtotal <= 0)
    .map(({ discount }) => discount.id);
  account.emit("invoice.created", invoice);
  return invoice;
}

const TAX_PERCENT = 20;

/** Works out each line's tax by the behavior of its price, puts it on the line and hands them all out. Discounts are left aside. */
function taxLines(account: StripeAccount, lines: readonly InvoiceLine[]): LineTax[] {
  return lines.flatMap((line) => {
    const behavior = account.prices.get(line.pricing?.price_details.price ?? "")?.tax_behavior;
    const isIncluded = behavior === "inclusive";
    const amount = Math.round((line.amount * TAX_PERCENT) / (isIncluded ? 100 + TAX_PERCENT : 100));
    line.taxes = [
      {
        amount,
        tax_behavior: isIncluded ? "inclusive" : "exclusive",
        tax_rate_details: null,
        taxability_reason: "standard_rated",
        taxable_amount: isIncluded ? line.amount - amount : line.amount,
        type: "tax_rate_details",
      },
    ];
    return line.taxes;
  });
}

function periodLine(
  account: StripeAccount,
  invoiceId: string,
  subscription: Subscription,
  item: SubscriptionItem,
  isTrial: boolean,
): InvoiceLine {
  const units = unitsOf(account, item);
  const amount = isTrial ? 0 : amountOf(item.price, units);
  const product = account.products.get(item.price.product)?.name ?? item.price.product;
  if (item.price.recurring?.usage_type === "metered") account.usage.delete(item.id);
  return lineOf(account, invoiceId, subscription, item, {
    amount,
    quantity: units,
    description: isTrial ? `Trial period for ${product}` : `${units} × ${product}`,
    period: { start: item.current_period_start, end: item.current_period_end },
    proration: false,
  });
}

function prorationLine(
  account: StripeAccount,
  invoiceId: string,
  subscription: Subscription,
  { item, amount, description, period }: PendingProration,
): InvoiceLine {
  return lineOf(account, invoiceId, subscription, item, {
    amount,
    quantity: item.quantity ?? 1,
    description,
    period,
    proration: true,
  });
}

function lineOf(
  account: StripeAccount,
  invoiceId: string,
  subscription: Subscription,
  item: SubscriptionItem,
  line: Pick<InvoiceLine, "amount" | "quantity" | "description" | "period"> & { proration: boolean },
): InvoiceLine {
  return {
    id: account.newId("il"),
    object: "line_item",
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice: invoiceId,
    livemode: false,
    metadata: {},
    parent: {
      type: "subscription_item_details",
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
    },
    period: line.period,
    pricing: {
      type: "price_details",
      price_details: { price: item.price.id, product: item.price.product },
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: line.quantity,
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
}
