import type Stripe from "stripe";

/**
 * The share of a line's amount that is tax (0 to below 1): what prices include of it is the state's and no revenue. Tax that is
 * added on top is not in the amount. Told by Stripe of the amount after discounts, and the same share of that before them. Null
 * where nothing is left to tax: it is not known.
 */
export function includedTaxShare({
  taxes,
  amount,
  discount_amounts: discounts,
}: Stripe.InvoiceLineItem): number | null {
  const discounted = amount - (discounts ?? []).reduce((sum, one) => sum + one.amount, 0);
  if (discounted <= 0) return null;
  const included = (taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === "inclusive");
  const tax = included.reduce((sum, one) => sum + one.amount, 0);
  if (tax === 0) return 0;
  const whole = (included[0]?.taxable_amount ?? discounted - tax) + tax;
  const share = whole === 0 ? 0 : tax / whole;
  return share > 0 && share < 1 ? share : 0;
}

/** The same of rates that somebody set on a subscription or an item by hand. */
export function includedShareOfRates(rates: readonly Stripe.TaxRate[]): number {
  const percent = rates
    .filter(({ inclusive }) => inclusive)
    .reduce((sum, { effective_percentage: effective, percentage }) => sum + (effective ?? percentage), 0);
  return percent / (100 + percent);
}

/** Whether tax that Stripe works out may be in a subscription's amounts: how much says only what was billed. */
export const mayIncludeTax = ({ automatic_tax: automatic, items }: Stripe.Subscription): boolean =>
  automatic.enabled && items.data.some(({ price }) => price.tax_behavior !== "exclusive");
