export type CsvValue = string | number | boolean | null | undefined;

/** Spreadsheets read the full-width signs as the plain ones. */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NEEDS_QUOTES = /[",\n\r]/;

/**
 * One CSV line. Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers
 * stay numbers, also negative ones.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return values.map(csvCell).join(",") + "\r\n";
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
