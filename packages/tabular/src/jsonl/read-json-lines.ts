import type { CellValue } from "../cell-value.ts";
import type { ReadTuning } from "../csv/read-csv.ts";
import type { RowBatch, RowError, RowErrorCode, TableLimits, TableRow } from "../table-batch.ts";
import type { TableFormat } from "../table-format.ts";
import { TabularError } from "../tabular-error.ts";
import { openBytes } from "../text/byte-source.ts";
import type { TableSource } from "../text/byte-source.ts";
import { decodeBinaryText, readTextBlocks } from "../text/text-blocks.ts";
import { textFault } from "../text/text-fault.ts";
import { flattenRecord, isRecord } from "./flatten-record.ts";
import { nextInList } from "./next-in-list.ts";

/** Of a broken line, as much as tells a person which one it is. */
const MAX_SHOWN_CHARS = 80;

type LineResult =
  | { values: CellValue[] }
  | { code: RowErrorCode; expected: string; found: string; column?: string };

/** Columns grow as objects bring new keys; a column keeps its place for good. */
class JsonLineParser {
  readonly columns: string[];
  private readonly places: Map<string, number>;
  private readonly limits: TableLimits;

  constructor(limits: TableLimits, columns: readonly string[]) {
    this.limits = limits;
    this.columns = [...columns];
    this.places = new Map(columns.map((name, place) => [name, place]));
  }

  parse(line: string): LineResult {
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      return {
        code: "bad_json",
        expected: "one JSON object on a line of its own",
        found: foundInstead(line),
      };
    }
    if (!isRecord(parsed)) {
      const found = parsed === null ? "null" : Array.isArray(parsed) ? "a list" : `a ${typeof parsed}`;
      return { code: "not_an_object", expected: "one JSON object", found };
    }
    const cells = flattenRecord(parsed);
    let added = 0;
    for (const [column, value] of cells) {
      const fault = textFault(column) ?? (typeof value === "string" ? textFault(value) : undefined);
      if (fault) return { ...fault, column: column.toWellFormed().replaceAll("\0", "") };
      if (typeof value === "string" && value.length > this.limits.maxFieldChars) {
        const expected = `a value of at most ${this.limits.maxFieldChars} characters`;
        return { code: "field_too_long", expected, found: `${value.length} characters`, column };
      }
      if (!this.places.has(column)) added++;
    }
    if (this.columns.length + added > this.limits.maxColumns) {
      const expected = `at most ${this.limits.maxColumns} different keys in the file`;
      return { code: "too_many_columns", expected, found: `${added} keys more` };
    }
    const values: CellValue[] = Array.from({ length: this.columns.length }, () => null);
    for (const [column, value] of cells) {
      let place = this.places.get(column);
      if (place === undefined) {
        place = this.columns.push(column) - 1;
        this.places.set(column, place);
      }
      values[place] = value;
    }
    return { values };
  }
}

/** Reads JSON lines, or a list of objects; see `readRows`. */
export async function* readJsonLines(
  source: TableSource,
  format: Extract<TableFormat, { format: "jsonl" }>,
  { limits, resumeAt, maxBatchRows, blockBytes }: ReadTuning,
): AsyncGenerator<RowBatch, void, undefined> {
  const startByte = resumeAt?.byteOffset ?? format.startByte;
  const parser = new JsonLineParser(limits, resumeAt?.columns ?? []);
  let line = resumeAt?.line ?? format.startLine;
  let rows: TableRow[] = [];
  let errors: RowError[] = [];
  let isSkipping = false;
  /** The list has ended, whatever follows it. */
  let isClosed = false;
  let blockStart = startByte;
  const takeBatch = (byteOffset: number): RowBatch => {
    const columns = [...parser.columns];
    for (const row of rows) while (row.values.length < columns.length) row.values.push(null);
    const batch = { columns, rows, errors, notices: [], resumeAt: { byteOffset, line, columns } };
    rows = [];
    errors = [];
    return batch;
  };

  for await (const block of readTextBlocks(openBytes(source, startByte), format.encoding, blockBytes)) {
    const { text, isFinal, isBinary } = block;
    let at = 0;
    const accept = (raw: string) => {
      const decoded = isBinary ? decodeBinaryText(raw) : raw;
      if (decoded === undefined) {
        const found = "bytes that are not UTF-8";
        errors.push({ line, code: "invalid_encoding", expected: "text in UTF-8", found, raw });
      } else if (decoded !== "") {
        const result = parser.parse(decoded);
        if ("values" in result) rows.push({ line, values: result.values });
        else errors.push({ line, ...result, raw: decoded });
      }
    };
    while (format.isList === true && !isClosed) {
      const entry = nextInList(text, at);
      if (entry.kind === "closed") isClosed = true;
      if (entry.kind === "closed") break;
      at = entry.start;
      if (entry.kind === "incomplete") {
        // What follows a text that is never closed belongs to it: nothing behind it can be told apart any more.
        if (!isFinal && text.length - at <= limits.maxRowChars) break;
        if (at === text.length) {
          const found = "the end of the file, which may be cut off";
          errors.push({ line, code: "bad_json", expected: "a bracket that closes the list", found, raw: "" });
          isClosed = true;
          break;
        }
        const found = foundInstead(text.slice(at, at + 1_000));
        const expected = `an object of at most ${limits.maxRowChars} characters; nothing behind it can be read`;
        errors.push({ line, code: "bad_json", expected, found, raw: text.slice(at, at + 1_000) });
        isClosed = true;
        break;
      }
      accept(text.slice(entry.start, entry.end));
      line++;
      at = entry.end;
      if (rows.length + errors.length >= maxBatchRows) yield takeBatch(blockStart + block.bytesOf(at));
    }
    while (format.isList !== true && at < text.length) {
      const found = text.indexOf("\n", at);
      const isComplete = found !== -1 || isFinal;
      const end = found === -1 ? text.length : found;
      const next = Math.min(end + 1, text.length);
      if (isSkipping) {
        at = next;
        isSkipping = !isComplete;
        if (isComplete) line++;
        continue;
      }
      if (end - at > limits.maxRowChars) {
        const expected = `a line of at most ${limits.maxRowChars} characters`;
        const shown = { found: "a longer line", raw: text.slice(at, at + 1_000) };
        errors.push({ line, code: "row_too_long", expected, ...shown });
        at = next;
        isSkipping = !isComplete;
        if (isComplete) line++;
        continue;
      }
      if (!isComplete) break;
      const raw = text.slice(at, end).trim();
      accept(raw);
      line++;
      at = next;
      if (rows.length + errors.length >= maxBatchRows) yield takeBatch(blockStart + block.bytesOf(at));
    }
    block.consumedChars = at;
    blockStart += block.bytesOf(at);
    if (!isSkipping && rows.length + errors.length > 0) yield takeBatch(blockStart);
    if (isClosed) break;
  }
  if (parser.columns.length === 0 && resumeAt === undefined) {
    throw new TabularError("no_header", "There is no JSON object with values in the file.");
  }
}

/** A broken line in words and its own beginning: a parser's message speaks of tokens and positions. */
function foundInstead(line: string): string {
  const start = line.trim().slice(0, MAX_SHOWN_CHARS);
  const shown = start.length < line.trim().length ? `${start}…` : start;
  const opened = (line.match(/[{[]/g) ?? []).length;
  const closed = (line.match(/[}\]]/g) ?? []).length;
  return opened > closed ? `an object that is not closed: ${shown}` : `text that is not JSON: ${shown}`;
}
