import type { ColumnMapping } from "@forestay/contracts";
import { cellText, isBlank, type CellValue } from "@forestay/tabular";
import { readDate, type CellResult } from "./cell-reader.ts";

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Year and month (1-12) of a cell that names a month and no day: 2026-03, 202603, 03/2026, Mar 2026. */
export function readMonth(text: string): { year: number; month: number } | null {
  const trimmed = text.trim();
  const named = /^([a-z]{3,9})\.?[ -](\d{4})$/i.exec(trimmed);
  const yearFirst = /^(\d{4})[-/.]?(\d{2})$/.exec(trimmed);
  const monthFirst = /^(\d{1,2})[-/.](\d{4})$/.exec(trimmed);
  const year = Number(named?.[2] ?? yearFirst?.[1] ?? monthFirst?.[2] ?? Number.NaN);
  const month = named
    ? monthNames.indexOf((named[1] ?? "").slice(0, 3).toLowerCase()) + 1
    : Number(yearFirst?.[2] ?? monthFirst?.[1] ?? Number.NaN);
  return year >= 1900 && year <= 2200 && month >= 1 && month <= 12 ? { year, month } : null;
}

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
