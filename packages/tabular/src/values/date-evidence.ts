import type { CellValue } from "../cell-value.ts";
import { digitDate, hasTwoDigitYear, parseDate } from "./parse-date.ts";
import type { DateOrder } from "./parse-date.ts";

export interface DateEvidence {
  /** Cells that are dates in at least one order. */
  dates: number;
  withTime: number;
  /** Cells of digits only (20260131, seconds since 1970), which may be plain numbers. */
  bareDigits: number;
  /** Cells whose year has two digits. */
  withShortYear: number;
  order: DateOrder | "ambiguous";
}

const orders: DateOrder[] = ["YMD", "DMY", "MDY"];

/**
 * Weighs which order the dates of a column have. A part over 12 must be the day; dots mean day first. Without such
 * evidence, or with evidence for both, the order is ambiguous; a column of unmistakable dates is YMD.
 */
export function weighDates(cells: readonly CellValue[]): DateEvidence {
  const evidence: DateEvidence = { dates: 0, withTime: 0, bareDigits: 0, withShortYear: 0, order: "YMD" };
  let dayFirst = 0;
  let monthFirst = 0;
  let digitDates = 0;
  for (const cell of cells) {
    if (typeof cell !== "string" && typeof cell !== "number") continue;
    const text = String(cell).trim();
    let iso: string | undefined;
    for (const order of orders) {
      const parsed = parseDate(text, order);
      if (parsed.ok && parsed.value !== null) iso ??= parsed.value;
    }
    if (iso === undefined) continue;
    evidence.dates++;
    if (iso.includes("T")) evidence.withTime++;
    if (/^\d+$/.test(text)) evidence.bareDigits++;
    if (hasTwoDigitYear(text)) evidence.withShortYear++;
    const digits = digitDate(text);
    if (!digits) continue;
    digitDates++;
    if (digits.hasDots || digits.first > 12) dayFirst++;
    else if (digits.second > 12) monthFirst++;
  }
  if (digitDates > 0) {
    evidence.order =
      dayFirst > 0 && monthFirst === 0 ? "DMY" : monthFirst > 0 && dayFirst === 0 ? "MDY" : "ambiguous";
  }
  return evidence;
}
