import { formatMoney } from "@forestay/contracts/words";

const digitsByCurrency = new Map<string, number>();

/** Minor-unit digits of an ISO currency: 2 for USD, 0 for JPY, 3 for KWD; 2 for codes nobody knows. */
export function currencyDigits(currency: string): number {
  let digits = digitsByCurrency.get(currency);
  if (digits === undefined) {
    try {
      const format = new Intl.NumberFormat("en", { style: "currency", currency });
      digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    } catch {
      digits = 2;
    }
    digitsByCurrency.set(currency, digits);
  }
  return digits;
}

/** Minor units (cents) as the major units that cross the wire. */
export function toMajorUnits(minor: number, currency: string): number {
  return minor / 10 ** currencyDigits(currency);
}

/** Minor units in words, whole major units as the product shows money: "$12,400". */
export function formatCents(minor: number, currency: string): string {
  return formatMoney(toMajorUnits(minor, currency), currency);
}

/** Major units as minor ones, rounded to the nearest. */
export function toMinorUnits(major: number, currency: string): number {
  return Math.round(major * 10 ** currencyDigits(currency));
}
