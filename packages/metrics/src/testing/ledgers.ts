import * as fc from "fast-check";
import type { BillingInterval, SubscriptionLine } from "../revenue/subscription-line.ts";

const DAY_MS = 86_400_000;

/** Midnight (UTC) of an ISO date. */
export const day = (date: string): number => Date.parse(`${date}T00:00:00Z`);

export const monthly: BillingInterval = { unit: "month", count: 1 };
export const quarterly: BillingInterval = { unit: "month", count: 3 };
export const yearly: BillingInterval = { unit: "year", count: 1 };
export const weekly: BillingInterval = { unit: "week", count: 1 };

/** A line in EUR that renews; times as ISO dates. */
export function line(
  amountMinor: number,
  every: BillingInterval | null,
  start: string,
  end: string | null = null,
  more: Partial<SubscriptionLine> = {},
): SubscriptionLine {
  return {
    subscriptionId: "s1",
    currency: "EUR",
    amountMinor,
    every,
    startMs: day(start),
    endMs: end === null ? null : day(end),
    ...more,
  };
}

const intervals = fc.constantFrom<BillingInterval | null>(
  weekly,
  { unit: "week", count: 2 },
  { unit: "week", count: 4 },
  monthly,
  quarterly,
  { unit: "month", count: 6 },
  { unit: "month", count: 7 },
  yearly,
  { unit: "year", count: 3 },
  null,
);

/** Days of 2024 and 2025, mostly the first of a month, where things meet. */
const instants = fc.oneof(
  fc.nat(729).map((days) => day("2024-01-01") + days * DAY_MS),
  fc.nat(23).map((month) => Date.UTC(2024, month, 1)),
  fc.integer({ min: day("2024-01-01"), max: day("2026-01-01") }),
);
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 });

/** Lines of one customer, any that are allowed: overlapping, free, on trial, cancelled, in several currencies. */
export const anyLines: fc.Arbitrary<SubscriptionLine[]> = fc.array(
  fc
    .record({
      currency: fc.constantFrom("EUR", "EUR", "USD", "JPY"),
      amountMinor: fc.oneof(fc.nat(30), fc.nat(200_000)),
      discounted: fc.constantFrom(0, 0, 0.1, 0.33, 1),
      taxed: fc.constantFrom(0, 0, 0.19),
      every: intervals,
      from: instants,
      to: sometimes(instants),
      trialEndMs: sometimes(instants),
      cancelRequestedMs: sometimes(instants),
    })
    .map(({ amountMinor, discounted, taxed, from, to, ...line }) => {
      const discountMinor = Math.floor(amountMinor * discounted);
      return {
        ...line,
        subscriptionId: `from ${from}`,
        amountMinor,
        discountMinor,
        includedTaxMinor: Math.floor((amountMinor - discountMinor) * taxed),
        startMs: to === null ? from : Math.min(from, to),
        endMs: to === null ? null : Math.max(from, to),
      };
    }),
  { maxLength: 6 },
);

export const anyLedger: fc.Arbitrary<SubscriptionLine[][]> = fc.array(anyLines, { maxLength: 12 });
