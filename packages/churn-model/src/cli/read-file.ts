import { closeSync, openSync, readSync, statSync } from "node:fs";

import {
  cellText,
  inferColumns,
  readRows,
  sniffFile,
  SNIFF_BYTES,
  TabularError,
  type CellValue,
} from "@forestay/tabular";

import { CommandError } from "./command-error.ts";
import { SAMPLED_ROWS, type FileCells } from "../typed-table.ts";

export { typedTable, type FileCells } from "../typed-table.ts";

/** Reads a table of any format whole. Rows that cannot be read are an error here: a prediction file must match its data row by row. */
export async function readFileCells(path: string): Promise<FileCells> {
  const format = sniffFile(headOf(path), path);
  if ("refused" in format) throw new CommandError(`${path}: ${format.refused.message}`);
  let names: string[] = [];
  const cells: CellValue[][] = [];
  let rows = 0;
  try {
    for await (const batch of readRows(path, format)) {
      const [error] = batch.errors;
      if (error !== undefined)
        throw new CommandError(
          `${path}, line ${error.line}: expected ${error.expected}, found ${error.found}`,
        );
      names = [...batch.columns];
      while (cells.length < names.length) cells.push(Array.from({ length: rows }, () => null));
      for (const row of batch.rows) names.forEach((_, i) => cells[i]!.push(row.values[i] ?? null));
      rows += batch.rows.length;
    }
  } catch (error) {
    if (error instanceof TabularError) throw new CommandError(`${path}: ${error.message}`);
    throw error;
  }
  return { path, names, cells, rows };
}

function headOf(path: string): Uint8Array {
  let file: number;
  try {
    file = openSync(path, "r");
    if (statSync(path).isDirectory()) throw new Error("it is a directory");
  } catch (error) {
    throw new CommandError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const head = new Uint8Array(SNIFF_BYTES);
  const length = readSync(file, head);
  closeSync(file);
  return head.subarray(0, length);
}

/** Cells of a named column; an error that lists the names there are when it is missing. */
export function cellsOf(file: FileCells, name: string): CellValue[] {
  const index = file.names.indexOf(name);
  if (index < 0)
    throw new CommandError(`${file.path} has no column "${name}"; it has ${file.names.join(", ")}`);
  return file.cells[index]!;
}

/** Ids of the rows: a column's values, or the row number from 0. */
export function rowIdsOf(file: FileCells, idColumn: string | null): string[] {
  if (idColumn === null) return Array.from({ length: file.rows }, (_, row) => String(row));
  return cellsOf(file, idColumn).map((cell) => cellText(cell).trim());
}

/** The file without some of its rows, by number from 0. */
export function withoutRows(file: FileCells, rows: number[]): FileCells {
  const left = new Set(rows);
  const cells = file.cells.map((column) => column.filter((_, row) => !left.has(row)));
  return { ...file, cells, rows: file.rows - left.size };
}

/** Names of the columns that hold dates, which a typed table has as days since 1970. */
export function dateColumns(file: FileCells): Set<string> {
  const step = Math.max(1, Math.floor(file.rows / SAMPLED_ROWS));
  return new Set(
    file.names.filter((name, index) => {
      const sample = file.cells[index]!.filter((_, row) => row % step === 0).map((cell) => [cell]);
      const kind = inferColumns([name], sample)[0]?.kind;
      return kind === "date" || kind === "datetime";
    }),
  );
}
