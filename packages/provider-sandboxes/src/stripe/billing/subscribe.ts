import type { Coupon, Discount, Price, Subscription, SubscriptionItem } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { collect, finalizeInvoice } from "./collect.ts";
import { monthsLater, periodEnd } from "./line-amounts.ts";
import { makeInvoice } from "./make-invoice.ts";

const DAY_S = 86_400;

/** What a new subscription is made of. */
export interface NewSubscription {
  customer: string;
  items: { price: string; quantity?: number }[];
  trialDays?: number;
  coupon?: string;
  defaultPaymentMethod?: string;
  collectionMethod?: "charge_automatically" | "send_invoice";
  daysUntilDue?: number;
  automaticTax?: boolean;
  metadata?: Record<string, string>;
}

/** Starts a subscription now and collects its first bill: `incomplete` where that fails. */
export function subscribe(account: StripeAccount, asked: NewSubscription): Subscription {
  const now = account.now();
  const id = account.newId("sub");
  const trialEnd = asked.trialDays ? now + asked.trialDays * DAY_S : null;
  const items = asked.items.map(({ price, quantity }) => {
    const found = account.prices.get(price);
    if (!found) throw new Error(`There is no price ${price}.`);
    return itemOf(account, id, found, quantity ?? 1, now, trialEnd);
  });
  const [first] = items;
  if (!first) throw new Error("A subscription has an item.");
  const customer = account.customers.get(asked.customer);
  const subscription: Subscription = {
    id,
    object: "subscription",
    automatic_tax: { disabled_reason: null, enabled: asked.automaticTax === true, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: asked.collectionMethod ?? "charge_automatically",
    created: now,
    currency: first.price.currency,
    customer: asked.customer,
    days_until_due: asked.collectionMethod === "send_invoice" ? (asked.daysUntilDue ?? 30) : null,
    default_payment_method: asked.defaultPaymentMethod ?? null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    items: { object: "list", data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    metadata: asked.metadata ?? {},
    pause_collection: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? "active" : "trialing",
    test_clock: customer?.test_clock ?? null,
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : now,
  };
  account.subscriptions.put(subscription);
  if (customer && !customer.currency) customer.currency = subscription.currency;
  if (asked.coupon) discountSubscription(account, subscription, asked.coupon);
  const byCard = subscription.collection_method === "charge_automatically";
  if (trialEnd === null && byCard) subscription.status = "incomplete";
  account.emit("customer.subscription.created", subscription);
  const invoice = makeInvoice(account, subscription, "subscription_create");
  finalizeInvoice(account, invoice);
  if (invoice.status === "open" && byCard) collect(account, invoice, { schedule: true });
  return subscription;
}

/** Puts a coupon on a subscription: for one bill, for its months, or for good. */
export function discountSubscription(
  account: StripeAccount,
  subscription: Subscription,
  couponId: string,
): Discount {
  const coupon = account.coupons.get(couponId);
  if (!coupon) throw new Error(`There is no coupon ${couponId}.`);
  const now = account.now();
  const discount: Discount = {
    id: account.newId("di"),
    object: "discount",
    checkout_session: null,
    customer: subscription.customer,
    end: discountEnd(coupon, now),
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: "coupon" },
    start: now,
    subscription: subscription.id,
    subscription_item: null,
  };
  account.discounts.set(discount.id, discount);
  coupon.times_redeemed += 1;
  subscription.discounts = [...subscription.discounts, discount.id];
  account.emit("customer.discount.created", discount);
  return discount;
}

/** A new item of a subscription, in its first period. */
export function itemOf(
  account: StripeAccount,
  subscription: string,
  price: Price,
  quantity: number,
  now: number,
  trialEnd: number | null,
): SubscriptionItem {
  return {
    id: account.newId("si"),
    object: "subscription_item",
    created: now,
    current_period_end: trialEnd ?? periodEnd(now, price, now),
    current_period_start: now,
    discounts: [],
    metadata: {},
    price,
    ...(price.recurring?.usage_type !== "metered" && { quantity }),
    subscription,
    tax_rates: [],
  };
}

function discountEnd(coupon: Coupon, start: number): number | null {
  // One for a single bill is taken off with that bill.
  if (coupon.duration !== "repeating") return null;
  return monthsLater(start, coupon.duration_in_months ?? 1);
}
