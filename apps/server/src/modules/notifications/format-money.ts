import { toMajorUnits } from "#modules/customers/index.ts";

/** Minor units in words, whole major units as the product shows money: "$12,400". */
export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits: 0 }).format(
    toMajorUnits(cents, currency),
  );
}
