import type { CellValue } from "./cell-value.ts";

/** Limits of one row and one field, so that a hostile file cannot fill the memory; there is no limit on the rows of a streamed format. */
export interface TableLimits {
  /** Longest cell, in characters. */
  maxFieldChars: number;
  /** Longest row, in characters. */
  maxRowChars: number;
  maxColumns: number;
  /** Spreadsheets only: rows of the sheet (Excel itself ends at 1,048,576). */
  maxSheetRows: number;
  /** Spreadsheets only: unpacked bytes of the sheet, and of its table of texts (held in memory). */
  maxSheetBytes: number;
  maxSharedTextBytes: number;
}

/** Limits that keep one file from taking all memory: field 64 KB, row 1 MB, 500 columns. */
export const defaultTableLimits: TableLimits = {
  maxFieldChars: 64 * 1024,
  maxRowChars: 1024 * 1024,
  maxColumns: 500,
  maxSheetRows: 1_048_576,
  maxSheetBytes: 2 * 1024 ** 3,
  maxSharedTextBytes: 256 * 1024 ** 2,
};

export type RowErrorCode =
  | "too_many_cells"
  | "too_few_cells"
  | "bad_quote"
  | "unterminated_quote"
  | "field_too_long"
  | "row_too_long"
  | "too_many_columns"
  | "invalid_encoding"
  | "nul_byte"
  | "bad_json"
  | "not_an_object"
  | "formula_error";

/** One row that could not be read; the rows around it are read all the same. */
export interface RowError {
  /** Physical line of the file (the row number of a sheet, the place in a JSON list) where the row begins, from 1. */
  line: number;
  /** Name of the column at fault, when it is one column. */
  column?: string;
  code: RowErrorCode;
  expected: string;
  found: string;
  /** The row as it stands in the file, for the error file; cut to 1,000 characters when the row is over the limits. */
  raw: string;
  /** The row's cells, when it could be cut into cells. */
  values?: CellValue[];
}

export interface TableRow {
  /** Physical line of the file (the row number of a sheet, the place in a JSON list) where the row begins, from 1. */
  line: number;
  /** One value per column of the batch, in the order of `columns`. */
  values: CellValue[];
}

export interface TableNotice {
  code: "blank_header" | "duplicate_header" | "no_rows";
  message: string;
}

/** Where to go on after a batch; plain JSON. Hand it back as `resumeAt` to read only what follows. */
export interface ResumePoint {
  /** Byte from which the rest is read (text formats), 0 for spreadsheets. */
  byteOffset: number;
  /** Line (sheet row) of the first row that has not been read. */
  line: number;
  columns: string[];
}

/** Some rows of the file in their order, with the errors among them. The first batch of a read always comes, even without a row. */
export interface RowBatch {
  /** Column names. JSON lines may add names from batch to batch; a column never changes its place. */
  columns: readonly string[];
  rows: TableRow[];
  errors: RowError[];
  /** Remarks on the file as a whole, each told once. */
  notices: TableNotice[];
  resumeAt: ResumePoint;
}
