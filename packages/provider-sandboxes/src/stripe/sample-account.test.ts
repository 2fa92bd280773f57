import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { stripeClient } from "../testing/stripe-client.ts";
import { startStripe, type StripePeer } from "./start-stripe.ts";

let peer: StripePeer;
let stripe: Stripe;
let subscriptions: Stripe.Subscription[];
let invoices: Stripe.Invoice[];

beforeAll(async () => {
  peer = await startStripe({ clock: peerClock("2026-03-17T12:00:00Z") });
  stripe = stripeClient(peer, peer.keys.restricted);
  subscriptions = await all(stripe.subscriptions.list({ status: "all", limit: 100 }));
  invoices = await all(stripe.invoices.list({ limit: 100 }));
});
afterAll(() => peer.close());

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

it("has 300 customers and a subscription of every status", async () => {
  expect(await all(stripe.customers.list({ limit: 100 }))).toHaveLength(300);
  expect([...new Set(subscriptions.map((one) => one.status))].sort()).toEqual([
    "active",
    "canceled",
    "incomplete",
    "incomplete_expired",
    "past_due",
    "paused",
    "trialing",
    "unpaid",
  ]);
  expect(subscriptions.some((one) => one.pause_collection !== null)).toBe(true);
  expect(subscriptions.some((one) => one.cancel_at_period_end)).toBe(true);
  expect(subscriptions.every((one) => !one.livemode)).toBe(true);
});

it("has prices of every kind, discounts, and several currencies", async () => {
  const prices = await all(stripe.prices.list({ limit: 100, expand: ["data.tiers"] }));
  expect(new Set(prices.map((one) => one.recurring?.interval))).toEqual(
    new Set(["month", "year", "week", undefined]),
  );
  expect(prices.some((one) => one.recurring?.usage_type === "metered")).toBe(true);
  expect(prices.find((one) => one.billing_scheme === "tiered")?.tiers).toHaveLength(3);
  expect(new Set(invoices.map((one) => one.currency))).toEqual(new Set(["usd", "eur", "gbp", "jpy"]));
  const durations = (await all(stripe.coupons.list())).map(
    (one) => `${one.duration} ${one.percent_off === null ? "amount" : "percent"}`,
  );
  expect(durations.sort()).toEqual(["forever amount", "forever percent", "once amount", "repeating percent"]);
  expect(
    invoices.some((one) => (one.total_discount_amounts ?? []).some((discount) => discount.amount > 0)),
  ).toBe(true);
});

it("has failed, open, void and paid bills, prorations, refunds, disputes and credit notes", async () => {
  expect(new Set(invoices.map((one) => one.status))).toEqual(
    new Set(["open", "paid", "uncollectible", "void"]),
  );
  expect(invoices.some((one) => one.status === "open" && one.next_payment_attempt !== null)).toBe(true);
  expect(
    invoices.some(
      (one) => one.collection_method === "send_invoice" && (one.due_date ?? Infinity) < peer.clock.seconds(),
    ),
  ).toBe(true);
  expect(
    invoices.some((one) => one.lines.data.some((line) => line.parent?.subscription_item_details?.proration)),
  ).toBe(true);
  expect((await all(stripe.refunds.list())).length).toBeGreaterThan(0);
  expect((await all(stripe.disputes.list())).length).toBeGreaterThan(0);
  expect((await all(stripe.creditNotes.list())).length).toBeGreaterThan(0);
  expect((await all(stripe.events.list({ type: "invoice.payment_failed" }))).length).toBeGreaterThan(0);
});

it("adds up: what bills were paid is what charges took", async () => {
  const charges = await all(stripe.charges.list({ limit: 100 }));
  const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
  const byCard = invoices.filter(
    (one) => one.status === "paid" && one.collection_method === "charge_automatically",
  );
  expect(sum(byCard.map((one) => one.amount_paid))).toBe(
    sum(charges.filter((one) => one.paid).map((one) => one.amount)),
  );
  for (const one of invoices)
    expect(one.total).toBe(
      sum(one.lines.data.map((line) => line.amount)) -
        sum((one.total_discount_amounts ?? []).map((off) => off.amount)),
    );
});

it("has an MRR of plain monthly dollar plans that its last bills confirm", () => {
  const plain = subscriptions.filter(
    ({ status, currency, discounts, items: { data } }) =>
      status === "active" &&
      currency === "usd" &&
      discounts.length === 0 &&
      data[0]?.price.recurring?.interval === "month" &&
      data[0].price.unit_amount !== null &&
      data[0].price.recurring.usage_type === "licensed",
  );
  expect(plain.length).toBeGreaterThan(30);
  for (const subscription of plain) {
    const [item] = subscription.items.data;
    const last = invoices.find((one) => one.parent?.subscription_details?.subscription === subscription.id);
    // A bill in mid-period is a difference, not a month.
    if (last?.billing_reason === "subscription_update") continue;
    if (subscription.pause_collection !== null || last?.total_discount_amounts?.length) continue;
    expect([subscription.id, last?.total]).toEqual([
      subscription.id,
      (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1),
    ]);
  }
});

it("is the same account for the same seed", async () => {
  const again = await startStripe({ clock: peerClock("2026-03-17T12:00:00Z") });
  const read = await stripeClient(again).customers.list({ limit: 100 });
  const { data } = await stripe.customers.list({ limit: 100 });
  expect(read.data).toEqual(data);
  await again.close();
});
