import type { RowError, RowErrorCode, TableLimits, TableNotice, TableRow } from "../table-batch.ts";
import { TabularError } from "../tabular-error.ts";
import { decodeBinaryText } from "../text/text-blocks.ts";
import type { TextBlock } from "../text/text-blocks.ts";
import { textFault } from "../text/text-fault.ts";
import { headerNames } from "./header-names.ts";
import { rowTooLong, scanQuotedRow } from "./scan-quoted-row.ts";
import type { CsvDialect, ScannedRow } from "./scan-quoted-row.ts";

/** An error row over the limits is shown by its beginning only. */
const RAW_CHARS_OF_OVERLONG_ROW = 1_000;

/**
 * Turns blocks of text into rows and row errors. Lines without a quote, nearly all of them, take a short path of
 * `indexOf` calls; the others go through `scanQuotedRow`.
 */
export class CsvScanner {
  columns: string[] = [];
  notices: TableNotice[] = [];
  rows: TableRow[] = [];
  errors: RowError[] = [];
  /** Line of the next row. */
  line: number;
  /** The rest of an overlong row is being thrown away; no resume point may be taken meanwhile. */
  isSkipping = false;
  private requiredWidth = 0;
  private readonly dialect: CsvDialect;
  private readonly limits: TableLimits;
  private readonly hasHeadings: boolean;

  constructor(
    dialect: CsvDialect & { hasHeadings: boolean },
    limits: TableLimits,
    line: number,
    columns?: string[],
  ) {
    this.dialect = dialect;
    this.hasHeadings = dialect.hasHeadings;
    this.limits = limits;
    this.line = line;
    if (columns) this.setColumns(columns);
  }

  get hasHeader(): boolean {
    return this.columns.length > 0;
  }

  /**
   * Reads rows from `from` until the block has no complete row left or `maxRows` rows and errors are waiting.
   * Returns where the next row begins.
   */
  scan(block: TextBlock, from: number, maxRows: number): number {
    const { text, isFinal } = block;
    const { delimiter, quote, newline } = this.dialect;
    let at = this.isSkipping ? this.skipLine(text, from, isFinal) : from;
    let nextQuote = -2;
    let nextDelimiter = -2;
    while (at < text.length && !this.isSkipping && this.rows.length + this.errors.length < maxRows) {
      if (nextQuote !== -1 && nextQuote < at) nextQuote = text.indexOf(quote, at);
      let stop = text.indexOf(newline, at);
      if (stop === -1 && isFinal) stop = text.length;
      if (nextQuote !== -1 && (stop === -1 || nextQuote < stop)) {
        const row = scanQuotedRow(text, at, this.dialect, this.limits, isFinal);
        const next = this.acceptScanned(block, at, row);
        if (next === -1) return at;
        at = next;
        continue;
      }
      if ((stop === -1 ? text.length : stop) - at > this.limits.maxRowChars) {
        at = this.acceptScanned(block, at, rowTooLong(this.limits, 0, at));
        continue;
      }
      if (stop === -1) return at;

      const end = newline === "\n" && stop > at && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
      if (end > at) {
        const cells: string[] = [];
        let cellStart = at;
        if (nextDelimiter !== -1 && nextDelimiter < at) nextDelimiter = text.indexOf(delimiter, at);
        while (nextDelimiter !== -1 && nextDelimiter < end) {
          cells.push(text.slice(cellStart, nextDelimiter));
          cellStart = nextDelimiter + 1;
          nextDelimiter = text.indexOf(delimiter, cellStart);
        }
        cells.push(text.slice(cellStart, end));
        this.acceptCells(
          block,
          cells,
          at,
          end,
          end - at > this.limits.maxFieldChars ? this.findTooLong(cells) : -1,
        );
      }
      this.line++;
      at = Math.min(stop + 1, text.length);
    }
    return at;
  }

  /** Takes a row of the careful path; returns where to go on, or -1 when more text is needed. */
  private acceptScanned(block: TextBlock, at: number, row: ScannedRow): number {
    const { text, isFinal } = block;
    const { newline } = this.dialect;
    if (row.status === "incomplete") return -1;
    if (row.status === "row") {
      const isRagged = this.hasHeader && row.cells.length !== this.columns.length;
      if (isRagged && this.isSwallowedRows(text.slice(at, row.end))) {
        const failed = { code: "unterminated_quote", expected: "a closing quote on the same line" } as const;
        return this.acceptScanned(block, at, { status: "failed", cell: 0, resyncFrom: at, ...failed });
      }
      this.acceptCells(block, row.cells, at, row.end, row.tooLongCell);
      this.line += countLines(text, at, row.next, newline);
      return row.next;
    }
    const lineEnd = text.indexOf(newline, row.resyncFrom);
    const isOverlong = row.code === "row_too_long" || row.code === "field_too_long";
    // The rest of the line belongs into the error file too, so wait for it, unless the line itself is overlong.
    if (lineEnd === -1 && !isFinal && !isOverlong && text.length - at <= this.limits.maxRowChars) return -1;
    const rawEnd = lineEnd === -1 ? text.length : lineEnd;
    const raw = text.slice(at, isOverlong ? Math.min(rawEnd, at + RAW_CHARS_OF_OVERLONG_ROW) : rawEnd);
    if (!this.hasHeader) throw this.badHeader(row.expected);
    const error = this.makeError(block, row.code, row.expected, "", raw);
    const column = this.columns[row.cell];
    if (column !== undefined && row.code !== "row_too_long") error.column = column;
    error.found = shorten(error.raw);
    this.errors.push(error);
    if (lineEnd === -1) {
      this.line += countLines(text, at, text.length, newline);
      this.isSkipping = !isFinal;
      return text.length;
    }
    this.line += countLines(text, at, lineEnd + 1, newline);
    return lineEnd + 1;
  }

  private skipLine(text: string, from: number, isFinal: boolean): number {
    const lineEnd = text.indexOf(this.dialect.newline, from);
    if (lineEnd === -1 && !isFinal) return text.length;
    this.isSkipping = false;
    this.line++;
    return lineEnd === -1 ? text.length : lineEnd + 1;
  }

  private acceptCells(block: TextBlock, cells: string[], at: number, end: number, tooLongCell: number): void {
    const first = cells[0] ?? "";
    if ((first === "" || first.charCodeAt(0) <= 32) && cells.every((cell) => cell.trim() === "")) return;
    if (block.isSuspect && !this.acceptSuspect(block, cells, at, end)) return;
    if (!this.hasHeader) {
      this.setColumns(this.hasHeadings ? cells : cells.map(() => ""), this.hasHeadings);
      if (this.hasHeadings) return;
    }
    const width = this.columns.length;
    if (tooLongCell !== -1) {
      const expected = `a cell of at most ${this.limits.maxFieldChars} characters`;
      const raw = block.text.slice(at, at + RAW_CHARS_OF_OVERLONG_ROW);
      const column = this.columns[tooLongCell];
      const found = `${cells[tooLongCell]?.length ?? 0} characters`;
      this.errors.push({
        ...this.makeError(block, "field_too_long", expected, found, raw),
        ...(column && { column }),
      });
      return;
    }
    if (cells.length !== width) {
      while (cells.length > width && cells.at(-1)?.trim() === "") cells.pop();
      while (cells.length < width && cells.length >= this.requiredWidth) cells.push("");
    }
    if (cells.length === width) {
      this.rows.push({ line: this.line, values: cells });
      return;
    }
    const code = cells.length > width ? "too_many_cells" : "too_few_cells";
    const raw = block.text.slice(at, end);
    const error = this.makeError(block, code, `${width} cells`, `${cells.length} cells`, raw);
    if (cells.length <= this.limits.maxColumns) error.values = cells;
    this.errors.push(error);
  }

  /** Decodes and checks the cells of a block with bad bytes in it; false when this row has them. */
  private acceptSuspect(block: TextBlock, cells: string[], at: number, end: number): boolean {
    for (const [index, cell] of cells.entries()) {
      const text = block.isBinary ? decodeBinaryText(cell) : cell;
      const fault = text === undefined ? invalidBytes(cell) : textFault(text);
      if (fault !== undefined) {
        if (!this.hasHeader) throw this.badHeader(`${fault.expected}, found ${fault.found}`);
        const column = this.columns[index];
        const error = this.makeError(
          block,
          fault.code,
          fault.expected,
          fault.found,
          block.text.slice(at, end),
        );
        this.errors.push({ ...error, ...(column !== undefined && { column }) });
        return false;
      }
      if (text !== undefined) cells[index] = text;
    }
    return true;
  }

  /**
   * A stray opening quote can swallow whole rows up to the next quote. When a row over several lines has the wrong
   * width and each of its lines alone has the right one, those lines are rows; text with line breaks in it is not.
   */
  private isSwallowedRows(text: string): boolean {
    const { newline, delimiter } = this.dialect;
    const width = this.columns.length;
    if (width < 2 || !text.includes(newline)) return false;
    return text.split(newline).every((line) => line.split(delimiter).length === width);
  }

  private findTooLong(cells: readonly string[]): number {
    return cells.findIndex((cell) => cell.length > this.limits.maxFieldChars);
  }

  private setColumns(cells: readonly string[], isNew = false): void {
    if (cells.length > this.limits.maxColumns) {
      const message = `The header row has ${cells.length} columns; at most ${this.limits.maxColumns} can be read.`;
      throw new TabularError("too_many_columns", message);
    }
    const names = headerNames(cells);
    this.columns = names.columns;
    this.requiredWidth = names.requiredWidth;
    if (isNew) this.notices.push(...names.notices);
  }

  private makeError(
    block: TextBlock,
    code: RowErrorCode,
    expected: string,
    found: string,
    raw: string,
  ): RowError {
    const readable = block.isBinary ? (decodeBinaryText(raw) ?? raw) : raw;
    return { line: this.line, code, expected, found, raw: readable };
  }

  private badHeader(expected: string): TabularError {
    return new TabularError(
      "bad_header",
      `The header row (line ${this.line}) cannot be read: expected ${expected}.`,
    );
  }
}

function invalidBytes(cell: string): { code: RowErrorCode; expected: string; found: string } {
  const bytes = [...cell].map((character) => character.charCodeAt(0)).filter((byte) => byte >= 0x80);
  const shown = bytes.slice(0, 4).map((byte) => `0x${byte.toString(16).toUpperCase()}`);
  const found = `the bytes ${shown.join(" ")}, which are not UTF-8 (the file may be in another encoding)`;
  return { code: "invalid_encoding", expected: "text in UTF-8", found };
}

function countLines(text: string, from: number, to: number, newline: string): number {
  let lines = 0;
  for (let at = text.indexOf(newline, from); at !== -1 && at < to; at = text.indexOf(newline, at + 1))
    lines++;
  return lines;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
