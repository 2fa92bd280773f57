import type { CellValue } from "../cell-value.ts";
import { currencyOfMark, splitCurrencyMark } from "./currencies.ts";
import { parseDecimal } from "./parse-number.ts";
import type { NumberStyle } from "./parse-number.ts";

export interface NumberEvidence {
  /** Cells that are numbers in at least one style. */
  numbers: number;
  withCurrency: number;
  /** Cells with a fraction, in whichever style reads them. */
  withFraction: number;
  withLeadingZero: number;
  style: NumberStyle | "ambiguous";
  /** The commonest currency named. */
  currency?: string;
}

/**
 * Weighs which number style a column uses. A cell that only one style can read is evidence; one that both read, but
 * to different values (`1.234`), leaves the style open until another cell settles it. Evidence for both is ambiguous.
 */
export function weighNumbers(cells: readonly CellValue[]): NumberEvidence {
  const evidence: NumberEvidence = {
    numbers: 0,
    withCurrency: 0,
    withFraction: 0,
    withLeadingZero: 0,
    style: "us",
  };
  const currencies = new Map<string, number>();
  let us = 0;
  let eu = 0;
  let open = 0;
  for (const cell of cells) {
    if (typeof cell === "number") {
      evidence.numbers++;
      if (!Number.isInteger(cell)) evidence.withFraction++;
    }
    if (typeof cell !== "string") continue;
    const { amount, mark } = splitCurrencyMark(cell.trim());
    const currency = mark === undefined ? undefined : currencyOfMark(mark);
    if (mark !== undefined && currency === undefined) continue;
    const text = amount.replace(/\s*%$/, "");
    const isScientific = /^[+-]?\d+(\.\d+)?e[+-]?\d{1,3}$/i.test(text);
    const asUs = isScientific ? parseDecimal("1", "us") : parseDecimal(text, "us");
    const asEu = isScientific ? asUs : parseDecimal(text, "eu");
    if (!asUs && !asEu) continue;
    evidence.numbers++;
    if (asUs && !asEu) us++;
    else if (asEu && !asUs) eu++;
    else if (asUs?.whole !== asEu?.whole) open++;
    // A number open to both styles counts as one with a fraction: whether it is is what must be asked.
    if ((asUs && asUs.fraction !== "") || (asEu && asEu.fraction !== "")) evidence.withFraction++;
    if (/^0\d/.test(text)) evidence.withLeadingZero++;
    if (currency !== undefined) {
      evidence.withCurrency++;
      currencies.set(currency, (currencies.get(currency) ?? 0) + 1);
    }
  }
  if (us > 0 && eu > 0) evidence.style = "ambiguous";
  else if (eu > 0) evidence.style = "eu";
  else if (us === 0 && open > 0) evidence.style = "ambiguous";
  const [commonest] = [...currencies].sort((a, b) => b[1] - a[1]);
  if (commonest) evidence.currency = commonest[0];
  return evidence;
}
