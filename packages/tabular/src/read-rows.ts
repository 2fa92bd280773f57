import { readCsv } from "./csv/read-csv.ts";
import type { ReadTuning } from "./csv/read-csv.ts";
import { readJsonLines } from "./jsonl/read-json-lines.ts";
import { defaultTableLimits } from "./table-batch.ts";
import type { ResumePoint, RowBatch, TableLimits } from "./table-batch.ts";
import type { TableFormat } from "./table-format.ts";
import type { TableSource } from "./text/byte-source.ts";
import { readXlsx } from "./xlsx/read-xlsx.ts";

export interface ReadRowsOptions {
  limits?: Partial<TableLimits>;
  /** `resumeAt` of the last batch that was dealt with; reading goes on behind it without reading what lies before. */
  resumeAt?: ResumePoint | undefined;
  /** Name of a workbook's sheet; its first visible one by default. `listSheets` names them. */
  sheet?: string | undefined;
  /** Most rows and errors of one batch. */
  maxBatchRows?: number;
  /** Bytes read before rows are cut out of them; the memory of a read is a small multiple of it. */
  blockBytes?: number;
}

/**
 * Reads a table of any size as batches of rows and row errors, in the order of the file, in bounded memory.
 * A bad row is reported and the rows around it are read. Spreadsheets need a path, because they are read out of order.
 * Cells are as they stand in the file: not trimmed and not typed. Throws `TabularError` when the file as a whole
 * cannot be read, and the error of the source when that fails.
 */
export function readRows(
  source: TableSource,
  format: TableFormat,
  options: ReadRowsOptions = {},
): AsyncGenerator<RowBatch, void, undefined> {
  const tuning: ReadTuning = {
    limits: { ...defaultTableLimits, ...options.limits },
    resumeAt: options.resumeAt,
    maxBatchRows: options.maxBatchRows ?? 5_000,
    blockBytes: options.blockBytes ?? 512 * 1024,
  };
  if (format.format === "jsonl") return readJsonLines(source, format, tuning);
  if (format.format === "xlsx") {
    if (typeof source !== "string")
      throw new TypeError("A spreadsheet is read out of order, so it needs a path.");
    return readXlsx(
      source,
      options.sheet === undefined ? format : { ...format, sheet: options.sheet },
      tuning,
    );
  }
  return readCsv(source, format, tuning);
}
