import type { Company } from "../../companies/index.ts";
import type { Price } from "../objects.ts";
import { newCoupon, newPrice, newProduct } from "../routes/catalogue.ts";
import type { StripeAccount } from "../stripe-account.ts";

type Currency = Company["currency"];

/** What the sandbox's company sells. */
export interface SampleCatalogue {
  monthly(plan: Plan, currency: Currency): Price;
  yearly(plan: Plan, currency: Currency): Price;
  weekly: Price;
  quarterly: Price;
  /** Billed by what was used. */
  metered: Price;
  /** Seats that get cheaper by the dozen. */
  tiered: Price;
}

export type Plan = "Starter" | "Team" | "Business";

const plans: Record<Plan, Record<Currency, number>> = {
  Starter: { usd: 2900, eur: 2700, gbp: 2400, jpy: 4200 },
  Team: { usd: 9900, eur: 9200, gbp: 8100, jpy: 14_500 },
  Business: { usd: 34_900, eur: 32_500, gbp: 28_500, jpy: 51_000 },
};

/** Makes products, prices and coupons as of a second long ago. */
export function sampleCatalogue(account: StripeAccount): SampleCatalogue {
  const made = new Map<string, Price>();
  for (const [plan, amounts] of Object.entries(plans)) {
    const product = newProduct(account, `Canopy ${plan}`);
    for (const [currency, amount] of Object.entries(amounts)) {
      const base = { product: product.id, currency };
      made.set(
        `${plan} ${currency} month`,
        newPrice(account, { ...base, unit_amount: amount, interval: "month" }),
      );
      made.set(
        `${plan} ${currency} year`,
        newPrice(account, { ...base, unit_amount: amount * 10, interval: "year" }),
      );
    }
    product.default_price = made.get(`${plan} usd month`)?.id ?? null;
  }
  const other = newProduct(account, "Canopy Field Kit");
  const usage = newProduct(account, "API calls");
  const seats = newProduct(account, "Seats");
  const setup = newProduct(account, "Onboarding day");
  newPrice(account, { product: setup.id, currency: "usd", unit_amount: 120_000 });
  const months = { id: "SPRING20", name: "Spring 20", duration: "repeating", duration_in_months: 6 } as const;
  newCoupon(account, { ...months, percent_off: 20, amount_off: null, currency: null });
  const good = {
    id: "PARTNER10",
    name: "Partner 10",
    duration: "forever",
    duration_in_months: null,
  } as const;
  newCoupon(account, { ...good, percent_off: 10, amount_off: null, currency: null });
  const once = { id: "HELLO50", name: "Hello 50", duration: "once", duration_in_months: null } as const;
  newCoupon(account, { ...once, percent_off: null, amount_off: 5000, currency: "usd" });
  const off = { id: "LOYAL15", name: "Loyal 15", duration: "forever", duration_in_months: null } as const;
  newCoupon(account, { ...off, percent_off: null, amount_off: 1500, currency: "usd" });
  const find = (plan: Plan, currency: Currency, interval: string) => {
    const price = made.get(`${plan} ${currency} ${interval}`);
    if (!price) throw new Error(`There is no ${plan} in ${currency}.`);
    return price;
  };
  return {
    monthly: (plan, currency) => find(plan, currency, "month"),
    yearly: (plan, currency) => find(plan, currency, "year"),
    weekly: newPrice(account, { product: other.id, currency: "usd", unit_amount: 1900, interval: "week" }),
    quarterly: newPrice(account, {
      product: other.id,
      currency: "eur",
      unit_amount: 24_000,
      interval: "month",
      intervalCount: 3,
    }),
    metered: newPrice(account, {
      product: usage.id,
      currency: "usd",
      unit_amount: 2,
      interval: "month",
      metered: true,
    }),
    tiered: newPrice(account, {
      product: seats.id,
      currency: "usd",
      unit_amount: null,
      interval: "month",
      tiersMode: "graduated",
      tiers: [
        { upTo: 5, unit: 1500, flat: 0 },
        { upTo: 20, unit: 1200 },
        { upTo: null, unit: 900 },
      ],
    }),
  };
}
