import type { RowErrorCode, TableLimits } from "../table-batch.ts";

export interface CsvDialect {
  delimiter: string;
  quote: string;
  newline: "\n" | "\r";
}

/** `next` is where the following row begins; a failed row is left at the first line break after `resyncFrom`. */
export type ScannedRow =
  | { status: "row"; cells: string[]; next: number; end: number; tooLongCell: number }
  | {
      status: "failed";
      code: RowErrorCode;
      cell: number;
      expected: string;
      resyncFrom: number;
    }
  | { status: "incomplete" };

const incomplete: ScannedRow = { status: "incomplete" };

/**
 * Cuts one row that holds a quote somewhere into cells, by RFC 4180 with two habits of real files allowed:
 * spaces around a quoted cell, and a quote inside an unquoted one (`5" pipe`).
 *
 * A cell may only stay open for `maxFieldChars`: that bounds how far a forgotten closing quote can reach, and the
 * reader goes on at the line after the one where the cell was opened, so the rows it swallowed are read again.
 * The answer never depends on where the text was cut into blocks: what cannot be decided yet is `incomplete`.
 */
export function scanQuotedRow(
  text: string,
  start: number,
  dialect: CsvDialect,
  limits: TableLimits,
  isFinal: boolean,
): ScannedRow {
  const { delimiter, quote, newline } = dialect;
  const length = text.length;
  const cells: string[] = [];
  let tooLongCell = -1;
  let at = start;
  let nextDelimiter = -2;
  let nextNewline = -2;
  const failed = (code: RowErrorCode, expected: string, resyncFrom: number): ScannedRow => ({
    status: "failed",
    code,
    cell: cells.length,
    expected,
    resyncFrom,
  });

  for (;;) {
    const cellStart = at;
    let opening = at;
    while (text[opening] === " ") opening++;
    if (opening === length && !isFinal && length - start <= limits.maxRowChars) return incomplete;

    if (text[opening] === quote) {
      let searchFrom = opening + 1;
      let hasEscapes = false;
      let closing: number;
      for (;;) {
        closing = text.indexOf(quote, searchFrom);
        if ((closing === -1 ? length : closing) - opening > limits.maxFieldChars) {
          const expected = `a quoted cell that ends within ${limits.maxFieldChars} characters`;
          return failed("field_too_long", expected, opening);
        }
        if (closing === -1 || (closing + 1 === length && !isFinal)) {
          if (!isFinal) return incomplete;
          return failed("unterminated_quote", "a closing quote before the end of the file", opening);
        }
        if (text[closing + 1] !== quote) break;
        hasEscapes = true;
        searchFrom = closing + 2;
      }
      const inner = text.slice(opening + 1, closing);
      cells.push(hasEscapes ? inner.replaceAll(quote + quote, quote) : inner);
      at = closing + 1;
      while (text[at] === " ") at++;
      if (at - start > limits.maxRowChars) return rowTooLong(limits, cells.length, cellStart);
      if (at === length)
        return isFinal ? { status: "row", cells, next: at, end: at, tooLongCell } : incomplete;
      if (text[at] === delimiter) {
        at++;
        continue;
      }
      let end = at;
      if (newline === "\n" && text[at] === "\r") {
        if (at + 1 === length && !isFinal) return incomplete;
        at++;
      }
      if (at === length || text[at] === newline) {
        return { status: "row", cells, next: Math.min(at + 1, length), end, tooLongCell };
      }
      cells.pop();
      return failed("bad_quote", "a delimiter or the end of the line after a closing quote", opening);
    }

    if (nextDelimiter !== -1 && nextDelimiter < at) nextDelimiter = text.indexOf(delimiter, at);
    if (nextNewline !== -1 && nextNewline < at) nextNewline = text.indexOf(newline, at);
    const isLast = nextDelimiter === -1 || (nextNewline !== -1 && nextNewline < nextDelimiter);
    if (isLast && nextNewline === -1 && !isFinal) {
      return length - start > limits.maxRowChars ? rowTooLong(limits, cells.length, cellStart) : incomplete;
    }
    const stop = isLast ? (nextNewline === -1 ? length : nextNewline) : nextDelimiter;
    if (stop - start > limits.maxRowChars) return rowTooLong(limits, cells.length, cellStart);
    const end = isLast && newline === "\n" && stop > at && text[stop - 1] === "\r" ? stop - 1 : stop;
    if (end - at > limits.maxFieldChars && tooLongCell === -1) tooLongCell = cells.length;
    cells.push(text.slice(at, end));
    if (isLast) return { status: "row", cells, next: Math.min(stop + 1, length), end, tooLongCell };
    at = stop + 1;
  }
}

export function rowTooLong(limits: TableLimits, cell: number, resyncFrom: number): ScannedRow {
  const expected = `a row of at most ${limits.maxRowChars} characters`;
  return { status: "failed", code: "row_too_long", cell, expected, resyncFrom };
}
