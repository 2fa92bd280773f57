import { formatMoney } from "@forestay/contracts/words";
import { currencyMinorDigits } from "@forestay/tabular";

/** Minor-unit digits of a currency by ISO 4217, as files are read: 2 for USD and IDR, 0 for JPY, 3 for KWD; 2 for codes nobody knows. */
export const currencyDigits = currencyMinorDigits;

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
