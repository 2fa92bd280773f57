import type { CellValue } from "../cell-value.ts";
import { currencyMinorDigits, currencyOfMark, splitCurrencyMark } from "./currencies.ts";
import { parseDecimal } from "./parse-number.ts";
import type { NumberStyle } from "./parse-number.ts";
import { blank, isMissing } from "./parsed.ts";
import type { Parsed } from "./parsed.ts";

export interface Money {
  /** In the smallest unit of the currency (cents, yen). */
  amountMinor: number;
  /** ISO 4217, when the cell names one; otherwise the amount is in the currency asked for. */
  currency?: string;
}

/**
 * Reads an amount in the given style, exactly: the digits are shifted in decimal, a fraction of the smallest unit is
 * rounded half away from zero. A mark such as `€` or `SEK` sets the currency; `$`, `kr` and `¥` mean `companyCurrency` if it uses them.
 */
export function parseMoney(cell: CellValue, style: NumberStyle, companyCurrency: string): Parsed<Money> {
  if (isMissing(cell)) return blank;
  const expected = style === "us" ? "an amount such as 1,234.56" : "an amount such as 1.234,56";
  if (typeof cell === "boolean" || cell === null) return { ok: false, expected };
  let currency: string | undefined;
  let amount: string;
  if (typeof cell === "number") {
    if (!Number.isFinite(cell) || Math.abs(cell) > 1e15) return { ok: false, expected };
    // toFixed would show binary tails; the shortest form has them not, but may be exponential below 1e-6.
    amount = Math.abs(cell) < 1e-6 ? "0" : String(cell);
    style = "us";
  } else if (/^\d[\d.,]*$/.test(cell)) {
    amount = cell;
  } else {
    const split = splitCurrencyMark(cell.trim());
    if (split.mark !== undefined) {
      currency = currencyOfMark(split.mark, companyCurrency);
      if (currency === undefined) return { ok: false, expected };
    }
    amount = split.amount;
  }
  const decimal = parseDecimal(amount, style);
  if (!decimal) return { ok: false, expected };
  const digits = currencyMinorDigits(currency ?? companyCurrency);
  const kept = decimal.fraction.slice(0, digits).padEnd(digits, "0");
  const roundsUp = (decimal.fraction.charCodeAt(digits) || 0) >= "5".charCodeAt(0);
  const magnitude = Number(decimal.whole + kept) + (roundsUp ? 1 : 0);
  if (!Number.isSafeInteger(magnitude))
    return { ok: false, expected: `${expected}, not larger than 90 trillion` };
  const amountMinor = decimal.isNegative && magnitude !== 0 ? -magnitude : magnitude;
  return { ok: true, value: { amountMinor, ...(currency !== undefined && { currency }) } };
}
