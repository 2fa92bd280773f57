import type Stripe from "stripe";
import { expect, it } from "vitest";
import { isPlainBill, readBills } from "./bill-history.ts";
import type { Catalogue } from "./catalogue.ts";
import { isKnownByBills, mapSubscription } from "./map-subscription.ts";

const price = {
  id: "price_1",
  unit_amount: 4900,
  unit_amount_decimal: null,
  recurring: { interval: "month", interval_count: 1, usage_type: "licensed" },
};
const catalogue = {
  price: () => price,
  find: () => price,
  productName: () => "Team",
} as unknown as Catalogue;

/** What an active subscription of two at 49.00 is here, with some of it otherwise. */
function mapped(changed: object) {
  const subscription = {
    id: "sub_1",
    status: "active",
    customer: "cus_1",
    currency: "usd",
    discounts: [],
    items: { data: [{ id: "si_1", price, quantity: 2, current_period_end: 1_770_000_000 }] },
    start_date: 1_767_225_600,
    ended_at: null,
    cancel_at: null,
    canceled_at: null,
    trial_end: null,
    pause_collection: null,
    ...changed,
  } as unknown as Stripe.Subscription;
  return mapSubscription(subscription, catalogue, new Date("2026-01-10T00:00:00Z")).subscriptions;
}

it("charges nothing where the first payment never came", () => {
  const chargedBy = (status: string) => mapped({ status })?.map((one) => one.price.amountMinor);
  expect(["active", "past_due", "incomplete", "incomplete_expired"].map(chargedBy)).toEqual([
    [9800],
    [9800],
    [0],
    [0],
  ]);
});

it("says of one without an end, and without a wish for one, that it goes on: an end of before was taken back", () => {
  const goesOn = (changed: object) => mapped(changed)?.map((one) => one.goesOn);
  const second = 1_768_000_000;
  expect(goesOn({})).toEqual([true]);
  expect(goesOn({ cancel_at: second + 86_400, canceled_at: second })).toEqual([false]);
  expect(goesOn({ status: "canceled", ended_at: second, canceled_at: second })).toEqual([false]);
});

it("leaves out the tax of rates that prices include, and what a discount takes of it", () => {
  const subscription = (rates: object) =>
    ({
      id: "sub_1",
      status: "active",
      customer: "cus_1",
      currency: "usd",
      discounts: [
        { end: null, source: { coupon: { duration: "forever", percent_off: null, amount_off: 1200 } } },
      ],
      items: { data: [{ id: "si_1", price, quantity: 2, current_period_end: 1_770_000_000, tax_rates: [] }] },
      start_date: 1_767_225_600,
      ended_at: null,
      ...rates,
    }) as unknown as Stripe.Subscription;
  const chargedWith = (rates: object) => {
    const { subscriptions } = mapSubscription(
      subscription(rates),
      catalogue,
      new Date("2026-01-10T00:00:00Z"),
    );
    return subscriptions?.map(({ price: { amountMinor, discountMinor } }) => [amountMinor, discountMinor]);
  };
  const rate = (inclusive: boolean) => ({ inclusive, percentage: 20, effective_percentage: null });
  expect(chargedWith({ default_tax_rates: [] })).toEqual([[9800, 1200]]);
  expect(chargedWith({ default_tax_rates: [rate(false)] })).toEqual([[9800, 1200]]);
  expect(chargedWith({ default_tax_rates: [rate(true)] })).toEqual([[8167, 1000]]);
  // What it charged before is told by its bills then.
  const isBilled = (inclusive: boolean) =>
    isKnownByBills(subscription({ automatic_tax: { enabled: false }, default_tax_rates: [rate(inclusive)] }));
  expect([isBilled(true), isBilled(false)]).toEqual([true, false]);
});

it("takes the tax out of what a bill charged, by its own lines", () => {
  const line = (taxes: object[] | null, discounts: object[] = []) => ({
    amount: 11_900,
    discount_amounts: discounts,
    taxes,
    quantity: 1,
    period: { start: 1_767_225_600, end: 1_769_904_000 },
    pricing: { price_details: { price: "price_1" } },
    parent: { subscription_item_details: { subscription_item: "si_1", proration: false } },
  });
  const chargedBy = (one: object) => {
    const bill = {
      status: "paid",
      billing_reason: "subscription_cycle",
      created: 1_767_225_600,
      currency: "eur",
      discounts: [],
      lines: { data: [one], has_more: false },
    } as unknown as Stripe.Invoice;
    const { prices, taxShares } = readBills([bill], catalogue, { customer: "cus_1", subscription: "sub_1" });
    return [prices[0]?.price.amountMinor, taxShares.get("si_1")];
  };
  const tax = (amount: number, behavior: string, taxable: number | null) => ({
    amount,
    tax_behavior: behavior,
    taxable_amount: taxable,
  });
  expect(chargedBy(line(null))).toEqual([11_900, 0]);
  expect(chargedBy(line([tax(2261, "exclusive", 11_900)]))).toEqual([11_900, 0]);
  expect(chargedBy(line([tax(1900, "inclusive", 10_000)]))).toEqual([10_000, 19 / 119]);
  // Worked out of what is left after a discount.
  expect(chargedBy(line([tax(950, "inclusive", null)], [{ amount: 5950 }]))).toEqual([10_000, 950 / 5950]);
});

it("takes the tax of a bill that a coupon paid whole from the item's other bills, else from rates", () => {
  const bill = (month: number, isFree: boolean, more: object = {}, line: object = {}) =>
    ({
      status: "paid",
      billing_reason: month === 0 ? "subscription_create" : "subscription_cycle",
      created: 1_767_225_600 + month * 2_678_400,
      currency: "eur",
      discounts: [],
      lines: {
        data: [
          {
            amount: 12_000,
            discount_amounts: isFree ? [{ amount: 12_000 }] : [],
            taxes: [{ amount: isFree ? 0 : 2000, tax_behavior: "inclusive", taxable_amount: null }],
            quantity: 1,
            period: { start: 1_767_225_600 + month * 2_678_400 },
            pricing: { price_details: { price: "price_1" } },
            parent: { subscription_item_details: { subscription_item: "si_1", proration: false } },
            ...line,
          },
        ],
        has_more: false,
      },
      ...more,
    }) as unknown as Stripe.Invoice;
  const read = (...bills: Stripe.Invoice[]) => {
    const { prices, taxShares } = readBills(bills, catalogue, { customer: "cus_1", subscription: "sub_1" });
    return [prices.map((one) => one.price.amountMinor), [...taxShares]];
  };
  const share = [["si_1", 2000 / 12_000]];
  expect(read(bill(0, true), bill(1, false))).toEqual([[10_000, 10_000], share]);
  expect(read(bill(0, false), bill(1, true))).toEqual([[10_000, 10_000], share]);
  expect(read(bill(0, true))).toEqual([[12_000], []]);
  const rated = { default_tax_rates: [{ inclusive: true, percentage: 20, effective_percentage: null }] };
  expect(read(bill(0, true, rated))).toEqual([[10_000], []]);
  // So it is read with the others.
  expect([bill(0, true), bill(1, false)].map((one) => isPlainBill(one, catalogue))).toEqual([false, true]);
  const change = {
    amount: 0,
    taxes: [],
    parent: { subscription_item_details: { subscription_item: "si_1", proration: true } },
  };
  expect(read(bill(0, false), bill(1, false, {}, change))[1]).toEqual(share);
});

it("is told no price by a first bill that was never paid", () => {
  const told = (status: string, collectionMethod = "charge_automatically") => {
    const line = {
      amount: 4900,
      quantity: 1,
      period: { start: 1_767_225_600, end: 1_769_904_000 },
      pricing: { price_details: { price: "price_1" } },
      parent: { subscription_item_details: { subscription_item: "si_1", proration: false } },
    };
    const bill = {
      status,
      billing_reason: "subscription_create",
      collection_method: collectionMethod,
      created: 1_767_225_600,
      currency: "usd",
      discounts: [],
      lines: { data: [line], has_more: false },
    } as unknown as Stripe.Invoice;
    return readBills([bill], catalogue, { customer: "cus_1", subscription: "sub_1" }).prices.length;
  };
  expect([told("paid"), told("open", "send_invoice")]).toEqual([1, 1]);
  expect([told("open"), told("void")]).toEqual([0, 0]);
});
