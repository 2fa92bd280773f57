import type { PriceInput } from "#modules/ledger/index.ts";
import type Stripe from "stripe";
import { currencyOf, toOurMinor } from "./currency.ts";

/** What a recurring price charges each interval; null where it is not charged ahead (metered). */
export function chargeOf(price: Stripe.Price, quantity: number): number | null {
  if (price.recurring?.usage_type === "metered") return null;
  if (price.billing_scheme === "tiered") return price.tiers ? tieredCharge(price, quantity) : null;
  const each = price.unit_amount_decimal ?? price.unit_amount;
  if (each === null) return null;
  const units = price.transform_quantity
    ? divided(quantity, price.transform_quantity.divide_by, price.transform_quantity.round)
    : quantity;
  return Math.round(Number(each) * units);
}

const divided = (quantity: number, by: number, round: string) =>
  round === "up" ? Math.ceil(quantity / by) : Math.floor(quantity / by);

/** `volume`: all units at the tier that the whole quantity falls in; `graduated`: each unit at its own. */
function tieredCharge(price: Stripe.Price, quantity: number): number {
  const tiers = price.tiers ?? [];
  const top = (tier: Stripe.Price.Tier) => tier.up_to ?? Number.POSITIVE_INFINITY;
  const unit = (tier: Stripe.Price.Tier) => Number(tier.unit_amount_decimal ?? tier.unit_amount ?? 0);
  const flat = (tier: Stripe.Price.Tier) => Number(tier.flat_amount_decimal ?? tier.flat_amount ?? 0);
  if (price.tiers_mode === "volume") {
    const tier = tiers.find((one) => quantity <= top(one));
    return tier === undefined ? 0 : Math.round(unit(tier) * quantity + flat(tier));
  }
  let from = 0;
  let sum = 0;
  for (const tier of tiers) {
    if (quantity <= from) break;
    sum += unit(tier) * (Math.min(quantity, top(tier)) - from) + flat(tier);
    from = top(tier);
  }
  return Math.round(sum);
}

type Every = NonNullable<PriceInput["every"]>;
type Recurring = Pick<Stripe.Price.Recurring, "interval" | "interval_count">;
const timesAYear: Readonly<Record<string, number>> = { day: 365, week: 52, month: 12, year: 1 };

/** How often, where our ledger counts so too: it knows weeks, months and years. */
export function everyOf({ interval, interval_count: count }: Recurring): Every | null {
  if (interval === "day") return count % 7 === 0 ? { unit: "week", count: count / 7 } : null;
  const unit: string = interval;
  return unit === "week" || unit === "month" || unit === "year" ? { unit, count } : null;
}

/** An amount of an interval as one of a month: days by 365 a year, weeks by 52. */
export function monthly(amount: number, { interval, interval_count: count }: Recurring): number {
  const perYear = timesAYear[interval];
  if (perYear === undefined)
    throw new TypeError(`Stripe counts in an interval that we do not know: ${interval}`);
  return (amount * perYear) / 12 / count;
}

/** A part of a subscription that recurs: what it charges, less nothing. */
export interface Charge {
  /** With the tax that it includes. */
  amount: number;
  /** How much of it is that tax, 0 to below 1. */
  taxShare: number;
  recurring: Recurring;
  plan: string | null;
  quantity: number;
  /** A mean of what was billed after use. */
  isEstimated?: boolean;
}

/** What was billed for a metered price, without tax, oldest first. */
export interface Usage {
  amounts: readonly number[];
  recurring: Recurring;
  plan: string | null;
}

/** What a metered price charges a month: the mean of the bills of the last three months, or of the last one where a term is longer. */
export function meanOf({ amounts, recurring, plan }: Usage): Charge {
  const termsInThreeMonths = Math.max(1, Math.round(monthly(3, recurring)));
  const last = amounts.slice(-termsInThreeMonths);
  const perTerm = last.reduce((sum, amount) => sum + amount, 0) / Math.max(1, last.length);
  return {
    amount: Math.round(monthly(perTerm, recurring)),
    taxShare: 0,
    recurring: { interval: "month", interval_count: 1 },
    plan,
    quantity: 0,
    isEstimated: true,
  };
}

/**
 * What several parts charge together: in their interval where they share it, else by the month. The plan is the one that
 * brings most. Tax that they include is left out; discounts are taken off with it, and count by what they take of the rest.
 * Null where nothing recurs.
 */
export function priceOf(
  charges: readonly Charge[],
  currency: string,
  discountOf: (amount: number) => number,
): PriceInput | null {
  const [first] = charges;
  if (first === undefined) return null;
  const dearest = charges.reduce((a, b) =>
    monthly(b.amount, b.recurring) > monthly(a.amount, a.recurring) ? b : a,
  );
  const isShared = charges.every(
    ({ recurring: { interval, interval_count: count } }) =>
      interval === first.recurring.interval && count === first.recurring.interval_count,
  );
  const every = isShared ? everyOf(first.recurring) : null;
  const sumOf = (amountOf: (charge: Charge) => number) =>
    Math.round(
      charges.reduce(
        (total, one) => total + (every === null ? monthly(amountOf(one), one.recurring) : amountOf(one)),
        0,
      ),
    );
  const whole = sumOf(({ amount }) => amount);
  const sum = sumOf(({ amount, taxShare }) => amount * (1 - taxShare));
  const off = whole === sum ? discountOf(sum) : Math.round((discountOf(whole) * sum) / whole);
  const code = currencyOf(currency);
  return {
    plan: dearest.plan,
    currency: code,
    amountMinor: toOurMinor(sum, code),
    discountMinor: toOurMinor(Math.min(sum, off), code),
    every: every ?? { unit: "month", count: 1 },
    // Units that were used are no number of seats.
    quantity: charges.reduce((total, one) => total + one.quantity, 0) || null,
    ...(charges.some((one) => one.isEstimated) && { isEstimated: true }),
  };
}
