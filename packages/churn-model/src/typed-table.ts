import {
  inferColumns,
  isBlank,
  parseNumber,
  typedColumn,
  type CellValue,
  type ColumnProfile,
  type ColumnReading,
} from "@forestay/tabular";

import type { Column, Table } from "./table.ts";

/** A file's cells by column, as text and numbers came. */
export interface FileCells {
  path: string;
  names: string[];
  cells: CellValue[][];
  rows: number;
}

/** Rows looked at to tell what a column holds. */
export const SAMPLED_ROWS = 20_000;

/** Types every column but the ones left out: text numbers, money and dates to numbers, the rest to words. */
export function typedTable(file: FileCells, leaveOut: string[], rowIds: string[]): Table {
  const kept = file.names.flatMap((name, index) => (leaveOut.includes(name) ? [] : [{ name, index }]));
  const step = Math.max(1, Math.floor(file.rows / SAMPLED_ROWS));
  const columns = kept.map(({ name, index }): Column => {
    const cells = file.cells[index]!;
    const sample = step === 1 ? cells : cells.filter((_, row) => row % step === 0);
    const [profile] = inferColumns(
      [name],
      sample.map((cell) => [cell]),
    );
    const typed = typedColumn(cells, readingOf(profile!, cells));
    return typed.kind === "numeric"
      ? { name, kind: "numeric", values: typed.values }
      : { name, kind: "categorical", values: typed.values };
  });
  return { rowIds, columns };
}

/** Identifiers made of digits are read as numbers: the screen for identifiers looks closer than their heading. */
function readingOf(profile: ColumnProfile, cells: CellValue[]): ColumnReading {
  const numberStyle = profile.numberStyle === "eu" ? "eu" : "us";
  const dateOrder =
    profile.dateOrder === null || profile.dateOrder === "ambiguous" ? "DMY" : profile.dateOrder;
  const filled = cells.filter((cell) => !isBlank(cell));
  const digits = profile.kind === "id" && filled.every((cell) => parseNumber(cell, numberStyle).ok);
  return { kind: digits ? "decimal" : profile.kind, numberStyle, dateOrder };
}
