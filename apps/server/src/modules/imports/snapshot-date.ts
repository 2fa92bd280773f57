import type { ColumnMapping } from "@forestay/contracts";
import { readMonth } from "@forestay/import-mapping";
import { cellText, isBlank, type CellValue } from "@forestay/tabular";
import { readDate, type CellResult } from "./cell-reader.ts";

/**
 * The day a row stands for, `YYYY-MM-DD`. A month without a day is its last day, for what is known of a month is known
 * at its end; of the month of the upload, the day of the upload. Blank and future dates are problems: nothing can be
 * learned from a row whose day is not known or has not come.
 */
export function readSnapshotDate(
  cell: CellValue,
  mapping: ColumnMapping,
  uploadedOn: string,
): CellResult<string> {
  if (isBlank(cell)) return { ok: false, code: "missing_date", expected: "the date that the row stands for" };
  const month = readMonth(cellText(cell));
  let day: string;
  if (month) {
    const last = new Date(Date.UTC(month.year, month.month, 0)).toISOString().slice(0, 10);
    day = last.slice(0, 7) === uploadedOn.slice(0, 7) && last > uploadedOn ? uploadedOn : last;
  } else {
    const date = readDate(cell, mapping);
    if (!date.ok) return { ...date, expected: `${date.expected}, or a month such as 2026-01` };
    day = (date.value ?? "").slice(0, 10);
  }
  return day > uploadedOn
    ? { ok: false, code: "future_date", expected: `a date up to ${uploadedOn}` }
    : { ok: true, value: day };
}
