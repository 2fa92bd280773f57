import type Stripe from "stripe";
import { afterEach, beforeEach, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { stripeClient, stripeRefusal } from "../testing/stripe-client.ts";
import { startStripe, type StripePeer } from "./start-stripe.ts";

const DAY_MS = 86_400_000;
let peer: StripePeer;
let stripe: Stripe;
let price: string;

beforeEach(async () => {
  peer = await startStripe({ clock: peerClock("2026-01-31T09:00:00Z"), data: "empty" });
  stripe = stripeClient(peer);
  const product = await stripe.products.create({ name: "Plan" });
  price = (
    await stripe.prices.create({
      product: product.id,
      currency: "usd",
      unit_amount: 5000,
      recurring: { interval: "month" },
    })
  ).id;
});
afterEach(() => peer.close());

async function subscribed(more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await stripe.customers.create({ name: "Ada", email: "ada@one.example" });
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    ...more,
  });
  return { customer, card, subscription };
}

it("bills the first month at once, with the shapes of 2025 and later", async () => {
  const { subscription, customer } = await subscribed();
  expect(subscription.status).toBe("active");
  expect(subscription.items.data[0]?.current_period_end).toBe(Date.parse("2026-02-28T09:00:00Z") / 1000);
  const { data } = await stripe.invoices.list({ customer: customer.id, expand: ["data.payments"] });
  const [invoice] = data;
  expect(invoice).toMatchObject({ status: "paid", amount_paid: 5000, billing_reason: "subscription_create" });
  expect(invoice?.parent?.subscription_details?.subscription).toBe(subscription.id);
  expect(invoice).not.toHaveProperty("subscription");
  expect(invoice).not.toHaveProperty("payment_intent");
  expect(invoice?.payments?.data[0]?.payment.type).toBe("payment_intent");
  const whole = await stripe.invoices.retrieve(invoice?.id ?? "", {
    expand: ["payments.data.payment.payment_intent"],
  });
  expect(whole.payments?.data[0]?.payment.payment_intent).toMatchObject({
    status: "succeeded",
    amount: 5000,
  });
});

it("opens what is asked for, four levels deep and no deeper", async () => {
  await subscribed();
  const { data } = await stripe.subscriptions.list({ expand: ["data.customer", "data.items.data.price"] });
  expect(data[0]?.customer).toMatchObject({ object: "customer", name: "Ada" });
  const deep = stripe.subscriptions.list({ expand: ["data.items.data.price.product"] });
  expect((await stripeRefusal(deep)).status).toBe(400);
  expect((await stripeRefusal(stripe.customers.list({ expand: ["data.wings"] }))).status).toBe(400);
});

it("renews month by month, the last day kept, and keeps the day", async () => {
  const { customer } = await subscribed();
  peer.clock.advance(95 * DAY_MS);
  peer.data.bill();
  const { data } = await stripe.invoices.list({ customer: customer.id });
  expect(data.map((one) => new Date(one.created * 1000).toISOString().slice(0, 10))).toEqual([
    "2026-04-30",
    "2026-03-31",
    "2026-02-28",
    "2026-01-31",
  ]);
  expect(data.every((one) => one.status === "paid")).toBe(true);
});

it("tries a failing card after 3, 5 and 7 days, then ends the subscription", async () => {
  const { customer, subscription } = await subscribed();
  peer.data.letCard(customer.id, "insufficient_funds");
  peer.clock.advance(29 * DAY_MS);
  peer.data.bill();
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
  const [invoice] = (await stripe.invoices.list({ customer: customer.id, status: "open" })).data;
  expect(invoice).toMatchObject({ attempt_count: 1, attempted: true, amount_remaining: 5000 });
  expect(invoice?.next_payment_attempt).toBe(Date.parse("2026-03-03T10:00:00Z") / 1000);
  peer.clock.advance(16 * DAY_MS);
  peer.data.bill();
  expect(await stripe.invoices.retrieve(invoice?.id ?? "")).toMatchObject({
    attempt_count: 4,
    next_payment_attempt: null,
    status: "uncollectible",
  });
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "payment_failed" },
  });
  const failures = await stripe.events.list({ types: ["invoice.payment_failed"] });
  expect(failures.data.map((one) => (one.data.object as Stripe.Invoice).attempt_count)).toEqual([4, 3, 2, 1]);
});

it.each([
  ["insufficient_funds", "card_declined", "insufficient_funds", "try_again_later"],
  ["lost_card", "card_declined", "lost_card", "do_not_try_again"],
  ["expired_card", "expired_card", "expired_card", "confirm_card_data"],
  ["authentication_required", "invoice_payment_intent_requires_action", "authentication_required", undefined],
] as const)("says why a card was declined when a bill is paid: %s", async (code, error, decline, advice) => {
  const { customer } = await subscribed();
  peer.data.letCard(customer.id, code);
  peer.clock.advance(29 * DAY_MS);
  peer.data.bill();
  const [invoice] = (await stripe.invoices.list({ status: "open" })).data;
  const id = invoice?.id ?? "";
  expect(await stripeRefusal(stripe.invoices.pay(id))).toMatchObject({
    type: "StripeCardError",
    status: 402,
    code: error,
    decline,
  });
  const { data } = await stripe.invoicePayments.list({
    invoice: id,
    expand: ["data.payment.payment_intent"],
  });
  const intent = data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent.last_payment_error?.advice_code).toBe(advice);
});

it("replays a decline under its key, and takes the money under the next once the card is good", async () => {
  const { customer, subscription } = await subscribed();
  peer.data.letCard(customer.id, "generic_decline");
  peer.clock.advance(29 * DAY_MS);
  peer.data.bill();
  const id = (await stripe.invoices.list({ status: "open" })).data[0]?.id ?? "";
  const pay = (n: number) => stripe.invoices.pay(id, {}, { idempotencyKey: `rec:${id}:${n}` });
  expect((await stripeRefusal(pay(1))).status).toBe(402);
  peer.data.letCard(customer.id, null);
  expect((await stripeRefusal(pay(1))).status).toBe(402);
  expect(await pay(2)).toMatchObject({ status: "paid", amount_paid: 5000, attempt_count: 1 });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  expect((await stripeRefusal(pay(3))).status).toBe(400);
});

it("goes by the subscription's own card before the customer's", async () => {
  const { customer, card, subscription } = await subscribed();
  await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id });
  peer.data.letCard(customer.id, "expired_card");
  peer.data.changeCard(customer.id, "pm_card_visa");
  peer.clock.advance(29 * DAY_MS);
  peer.data.bill();
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
});

it("advances a test clock two intervals at most, and bills its customers alone", async () => {
  const frozen = peer.clock.seconds();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: frozen });
  const customer = await stripe.customers.create({ name: "On a clock", test_clock: clock.id });
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    default_payment_method: card.id,
  });
  const advance = (days: number) =>
    stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen + days * 86_400 });
  expect((await stripeRefusal(advance(90))).status).toBe(400);
  expect((await advance(45)).status).toBe("ready");
  expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2);
  expect((await stripe.customers.list()).data).toEqual([]);
});

it("takes discounts off: once, for months, for good", async () => {
  const coupons = await Promise.all([
    stripe.coupons.create({ amount_off: 1000, currency: "usd", duration: "once" }),
    stripe.coupons.create({ percent_off: 50, duration: "repeating", duration_in_months: 2 }),
    // From January 31: until February 28, the day of the second bill.
    stripe.coupons.create({ percent_off: 50, duration: "repeating", duration_in_months: 1 }),
    stripe.coupons.create({ percent_off: 10, duration: "forever" }),
  ]);
  const customers = [];
  for (const { id } of coupons)
    customers.push((await subscribed({ discounts: [{ coupon: id }] })).customer.id);
  peer.clock.advance(95 * DAY_MS);
  peer.data.bill();
  const totals = [];
  for (const customer of customers)
    totals.push((await stripe.invoices.list({ customer })).data.map((one) => one.total).reverse());
  expect(totals).toEqual([
    [4000, 5000, 5000, 5000],
    [2500, 2500, 5000, 5000],
    [2500, 5000, 5000, 5000],
    [4500, 4500, 4500, 4500],
  ]);
});

it("bills the difference when a plan is changed in mid-period", async () => {
  const { customer, subscription } = await subscribed();
  peer.clock.advance(14 * DAY_MS);
  await stripe.subscriptions.update(subscription.id, { items: [{ quantity: 3 }] });
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
  expect(invoice).toMatchObject({ billing_reason: "subscription_update", total: 5000, status: "paid" });
  expect(
    invoice?.lines.data.map((line) => [line.amount, line.parent?.subscription_item_details?.proration]),
  ).toEqual([
    [-2500, true],
    [7500, true],
  ]);
});

it("voids the bills of a paused collection, and leaves a trial without a card paused", async () => {
  const { customer, subscription } = await subscribed();
  await stripe.subscriptions.update(subscription.id, { pause_collection: { behavior: "void" } });
  const bare = await stripe.customers.create({ name: "No card" });
  const trial = await stripe.subscriptions.create({
    customer: bare.id,
    items: [{ price }],
    trial_period_days: 14,
  });
  expect(trial.status).toBe("trialing");
  peer.clock.advance(30 * DAY_MS);
  peer.data.bill();
  expect((await stripe.invoices.list({ customer: customer.id })).data[0]?.status).toBe("void");
  expect((await stripe.subscriptions.retrieve(trial.id)).status).toBe("paused");
  const told = await stripe.events.list({ type: "customer.subscription.trial_will_end" });
  expect(told.data).toHaveLength(1);
});

it("gives money back and takes it off the charge", async () => {
  await subscribed();
  const [charge] = (await stripe.charges.list()).data;
  await stripe.refunds.create({ charge: charge?.id ?? "", amount: 2000 });
  expect(await stripe.charges.retrieve(charge?.id ?? "", { expand: ["refunds"] })).toMatchObject({
    amount_refunded: 2000,
    refunded: false,
    refunds: { data: [{ amount: 2000 }] },
  });
  expect(
    (await stripeRefusal(stripe.refunds.create({ charge: charge?.id ?? "", amount: 9000 }))).status,
  ).toBe(400);
});

it("makes a portal link that ends, and saves a card there", async () => {
  const { customer } = await subscribed();
  const session = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: "https://app.example.test/thanks",
    flow_data: { type: "payment_method_update" },
  });
  expect(session.flow?.type).toBe("payment_method_update");
  const saved = await fetch(session.url, {
    method: "POST",
    body: new URLSearchParams({ card: "pm_card_visa" }),
    redirect: "manual",
  });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "https://app.example.test/thanks"]);
  peer.clock.advance(301_000);
  expect((await fetch(session.url)).status).toBe(410);
});
