import { readRows } from "../read-rows.ts";
import type { ReadRowsOptions } from "../read-rows.ts";
import type { RowBatch, RowError, TableNotice, TableRow } from "../table-batch.ts";
import type { TableFormat } from "../table-format.ts";
import { sniffFile } from "../sniff/sniff-file.ts";
import type { TableSource } from "../text/byte-source.ts";

export interface WholeTable {
  format: TableFormat;
  columns: readonly string[];
  rows: TableRow[];
  errors: RowError[];
  notices: TableNotice[];
  batches: RowBatch[];
}

/** Serves bytes in chunks of the given size, from any offset, as a file would. */
export function bytesSource(bytes: Uint8Array, chunkBytes = bytes.length || 1): TableSource {
  return async function* open(startByte) {
    for (let at = startByte; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
}

/** Sniffs and reads a whole table; throws when it is refused. */
export async function readAll(
  content: string | Uint8Array,
  options: ReadRowsOptions & { chunkBytes?: number; fileName?: string; format?: TableFormat } = {},
): Promise<WholeTable> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const format = options.format ?? sniffFile(bytes, options.fileName ?? "table.csv");
  if ("refused" in format) throw new Error(`${format.refused.code}: ${format.refused.message}`);
  return readSource(bytesSource(bytes, options.chunkBytes), format, options);
}

/** Reads every batch of a source. */
export async function readSource(
  source: TableSource,
  format: TableFormat,
  options: ReadRowsOptions = {},
): Promise<WholeTable> {
  const table: WholeTable = { format, columns: [], rows: [], errors: [], notices: [], batches: [] };
  for await (const batch of readRows(source, format, options)) {
    table.columns = batch.columns;
    table.rows.push(...batch.rows);
    table.errors.push(...batch.errors);
    table.notices.push(...batch.notices);
    table.batches.push(batch);
  }
  return table;
}
