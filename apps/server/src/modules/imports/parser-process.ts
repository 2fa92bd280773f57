import { profileRows } from "@forestay/import-mapping";
import {
  cellText,
  listSheets,
  readRows,
  seemsHeadless,
  TabularError,
  type CellValue,
  type RowBatch,
} from "@forestay/tabular";
import { customersConverter, type BatchConverter } from "./convert-batch.ts";
import type { BadRow, FromParser, ParsedBatch, ParseTask, ProfileTask } from "./parse-protocol.ts";
import { ParserInbox } from "./parser-inbox.ts";
import type { ConversionOptions } from "./row-converter.ts";

// Parsing, typing and encoding in a process of its own: a request never waits behind a file, and a
// file that brings a parser down brings nothing else down. Not a worker thread: V8 aborts the whole process where
// threads come and go while WebAssembly is compiled, which type stripping does in each (seen: jit_page.has_value).

function send(message: FromParser): void {
  process.send?.(message);
}
// Whoever asked is gone, killed perhaps: nobody will read on.
process.on("disconnect", () => process.exit());
const inbox = new ParserInbox(process, (task) => void run(task));

async function run(task: ParseTask | ProfileTask): Promise<void> {
  try {
    await (task.kind === "profile" ? profile(task) : parse(task));
  } catch (error) {
    const isRefusal = error instanceof TabularError;
    send({ type: "error", message: error instanceof Error ? error.message : String(error), isRefusal });
  }
}

async function profile({ path, format, maxRows }: ProfileTask): Promise<void> {
  let columns: readonly string[] = [];
  const rows: CellValue[][] = [];
  const notices: string[] = [];
  for await (const batch of readRows(path, format, { maxBatchRows: maxRows })) {
    const nothing = batch.notices.find((notice) => notice.code === "no_rows");
    // Named now, and not after a mapping and a dry run of nothing.
    if (nothing) return send({ type: "error", message: nothing.message, isRefusal: true });
    columns = batch.columns;
    for (const row of batch.rows) rows.push(row.values);
    notices.push(...batch.notices.map((notice) => notice.message));
    if (rows.length >= maxRows) break;
  }
  const sample = rows.slice(0, maxRows);
  const profiled = profileRows(columns, sample);
  const sheets =
    format.format === "xlsx"
      ? (await listSheets(path)).flatMap(({ name, isHidden }) => (isHidden ? [] : [name]))
      : [];
  // JSON names its values itself.
  const mayLackHeadings = format.format !== "jsonl" && format.hasHeadings !== false;
  send({
    type: "profile",
    profile: {
      columns: profiled,
      sheets,
      seemsHeadless: mayLackHeadings && seemsHeadless(profiled),
      notices,
      rowCount: sample.length,
    },
  });
}

async function parse(task: ParseTask): Promise<void> {
  const { path, format, conversion, resumeAt, maxBatchRows } = task;
  const prepare = await preparerOf(task);
  const batches = readRows(path, format, {
    maxBatchRows,
    // About as many bytes as a batch has rows, so that one block is one batch.
    blockBytes: 512 * 1024,
    ...(resumeAt === null ? {} : { resumeAt }),
  });
  let converterKey = "";
  let convert: BatchConverter = () => ({ waves: [], ledger: null, badRows: [], lostValues: [] });
  // Rows stay until the batch after the next is asked for: the writer may still want their cells for the error file.
  const recent: RowBatch[] = [];
  inbox.onCells = (wanted) => {
    const rows = new Set(wanted);
    const cells = recent.flatMap((batch) => batch.rows.filter((row) => rows.has(row.line)));
    send({ type: "cells", cells: cells.map((row) => [row.line, row.values.map(cellText)]) });
  };
  for await (const batch of batches) {
    const key = JSON.stringify(batch.columns);
    // JSON lines may bring new columns later.
    if (key !== converterKey) {
      convert = prepare(batch.columns, conversion);
      converterKey = key;
    }
    const parsed = convertBatch(batch, convert);
    await inbox.nextRequested();
    recent.push(batch);
    if (recent.length > 3) recent.shift();
    send({ type: "batch", batch: parsed });
  }
  await inbox.nextRequested();
  send({ type: "end" });
}

/** Loaded when it is needed: most files are of customers, and the figures of revenue that a ledger asks cost 0.2 s. */
async function preparerOf({
  rows: kind,
  wantsFacts,
}: ParseTask): Promise<(columns: readonly string[], conversion: ConversionOptions) => BatchConverter> {
  if (kind === "customers") return customersConverter;
  const { ledgerConverter } = await import("./kinds/convert-ledger-batch.ts");
  return (columns, conversion) => ledgerConverter(kind, columns, { ...conversion, wantsFacts });
}

function convertBatch(batch: RowBatch, convert: BatchConverter): ParsedBatch {
  const unreadable: BadRow[] = batch.errors.map((error) => ({
    row: error.line,
    problems: [
      { column: error.column ?? null, code: "unreadable_row", expected: error.expected, found: error.found },
    ],
    cells: error.values?.map(cellText) ?? [error.raw],
  }));
  const converted = convert(batch);
  const lines = [...batch.rows.map((row) => row.line), ...batch.errors.map((error) => error.line)];
  return {
    ...converted,
    rowCount: lines.length,
    firstRow: lines.reduce((a, b) => Math.min(a, b), lines[0] ?? 0),
    lastRow: lines.reduce((a, b) => Math.max(a, b), 0),
    badRows: [...unreadable, ...converted.badRows].sort((a, b) => a.row - b.row),
    notices: batch.notices.map((notice) => notice.message),
    resumeAt: batch.resumeAt,
  };
}
