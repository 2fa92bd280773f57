import type { StripeAccount } from "../stripe-account.ts";
import type { Coupon, Discount, Price, SubscriptionItem } from "../objects.ts";

/** What a quantity of a price costs for one period, in minor units. */
export function amountOf(price: Price, quantity: number): number {
  if (price.billing_scheme !== "tiered") return Math.round(Number(price.unit_amount_decimal ?? 0) * quantity);
  const tiers = price.tiers ?? [];
  if (price.tiers_mode === "volume") {
    const tier = tiers.find((one) => one.up_to === null || quantity <= one.up_to);
    return (tier?.flat_amount ?? 0) + Math.round(Number(tier?.unit_amount_decimal ?? 0) * quantity);
  }
  let [from, amount] = [0, 0];
  for (const tier of tiers) {
    const units = Math.min(quantity, tier.up_to ?? quantity) - from;
    if (units <= 0 && from > 0) break;
    amount += (tier.flat_amount ?? 0) + Number(tier.unit_amount_decimal ?? 0) * Math.max(units, 0);
    from = tier.up_to ?? quantity;
  }
  return Math.round(amount);
}

/** Units that an item is billed for: its quantity, or what was used and told since the last bill. */
export function unitsOf(account: StripeAccount, item: SubscriptionItem): number {
  return item.price.recurring?.usage_type === "metered"
    ? (account.usage.get(item.id) ?? 0)
    : (item.quantity ?? 1);
}

/** The end of a period that begins at `start` (seconds), a month kept within its last day. */
export function periodEnd(start: number, price: Price, anchor: number): number {
  const interval = price.recurring?.interval ?? "month";
  const count = price.recurring?.interval_count ?? 1;
  if (interval === "day" || interval === "week") return start + count * (interval === "day" ? 1 : 7) * 86_400;
  return monthsLater(start, count * (interval === "year" ? 12 : 1), anchor);
}

/** So many months after `start`, on the day of `anchor` or the last one of a shorter month; all in seconds. */
export function monthsLater(start: number, months: number, anchor = start): number {
  const from = new Date(start * 1000);
  const day = new Date(anchor * 1000).getUTCDate();
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return Math.floor(end.getTime() / 1000);
}

/** A discount that counts at `at`, with its coupon. */
export interface LivingDiscount {
  discount: Discount;
  coupon: Coupon;
}

/** The discounts of a subscription that count at `at` (seconds). */
export function livingDiscounts(
  account: StripeAccount,
  ids: readonly string[],
  at: number,
): LivingDiscount[] {
  return ids.flatMap((id) => {
    const discount = account.discounts.get(id);
    const coupon = discount && account.coupons.get(discount.source.coupon);
    if (!discount || !coupon || (discount.end !== null && discount.end <= at)) return [];
    return [{ discount, coupon }];
  });
}

/** What discounts take off an amount, one after the other, never more than there is. */
export function discountsOn(
  amount: number,
  currency: string,
  discounts: readonly LivingDiscount[],
): { amount: number; discount: string }[] {
  let left = Math.max(amount, 0);
  return discounts.map(({ discount, coupon }) => {
    const wanted =
      coupon.percent_off !== null
        ? Math.round((left * coupon.percent_off) / 100)
        : coupon.currency === currency
          ? (coupon.amount_off ?? 0)
          : 0;
    const taken = Math.min(wanted, left);
    left -= taken;
    return { amount: taken, discount: discount.id };
  });
}
