import type { CellValue } from "../cell-value.ts";

/** A spreadsheet would run a text that begins with one of these as a formula (OWASP, CSV injection); full-width signs too. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Writes one cell for a CSV file. Text that a spreadsheet would take for a formula gets an apostrophe in front;
 * numbers as numbers do not, so hand negative amounts over as such. `csvUnescapeCell` takes it off again.
 */
export function csvEscapeCell(value: CellValue, delimiter = ","): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  const needsQuotes =
    safe.includes(delimiter) || /["\n\r]/.test(safe) || safe.startsWith(" ") || safe.endsWith(" ");
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Takes the apostrophe of `csvEscapeCell` off, so that an exported file can be imported again unchanged. */
export function csvUnescapeCell(text: string): string {
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
}

/** One line of a CSV file, with its line break (CRLF, RFC 4180). */
export function csvLine(values: readonly CellValue[], delimiter = ","): string {
  let line = "";
  for (let place = 0; place < values.length; place++) {
    line += (place === 0 ? "" : delimiter) + csvEscapeCell(values[place] ?? null, delimiter);
  }
  // A row of one empty cell would be a blank line, which readers skip.
  return line === "" ? '""\r\n' : `${line}\r\n`;
}
