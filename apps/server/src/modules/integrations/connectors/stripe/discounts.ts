import type Stripe from "stripe";

/**
 * What recurring discounts take off an amount at a moment (seconds since 1970): 'once' is of one bill, and a repeating one ends.
 * In order, each of what is left. Discounts are opened down to their coupons.
 */
export function recurringDiscount(
  discounts: readonly (string | Stripe.Discount | Stripe.DeletedDiscount)[],
  amount: number,
  atSeconds: number,
): number {
  let left = amount;
  for (const discount of discounts) {
    if (typeof discount === "string" || discount.deleted) continue;
    const { coupon } = discount.source;
    if (coupon === null || typeof coupon === "string" || coupon.duration === "once") continue;
    if (discount.end !== null && discount.end <= atSeconds) continue;
    if (coupon.percent_off !== null) left -= Math.round((left * coupon.percent_off) / 100);
    else left -= Math.min(left, coupon.amount_off ?? 0);
  }
  return amount - left;
}
