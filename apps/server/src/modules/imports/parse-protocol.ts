import type { ResumePoint, TableFormat } from "@forestay/tabular";
import type { CustomerWave } from "#modules/customers/encoding/index.ts";
import type { ConversionOptions } from "./row-converter.ts";
import type { RowProblem } from "./row-problem.ts";
import type { ProfiledColumn } from "./suggest-mapping.ts";

/** A bad row with its cells as they stand in the file. */
export interface BadRow {
  row: number;
  problems: RowProblem[];
  cells: string[];
}

/** Some rows of the file, ready to be written. */
export interface ParsedBatch {
  waves: CustomerWave[];
  /** Good and bad rows together. */
  rowCount: number;
  /** Lines of the first and the last row; 0 when there is none. */
  firstRow: number;
  lastRow: number;
  badRows: BadRow[];
  /** Rows that are read without a value of theirs: of an extra attribute, which could not be read. */
  lostValues: Omit<BadRow, "cells">[];
  notices: string[];
  resumeAt: ResumePoint;
}

export interface ProfileTask {
  kind: "profile";
  path: string;
  format: TableFormat;
  maxRows: number;
}

export interface ParseTask {
  kind: "parse";
  path: string;
  format: TableFormat;
  conversion: ConversionOptions;
  resumeAt: ResumePoint | null;
  maxBatchRows: number;
}

export interface FileProfile {
  columns: ProfiledColumn[];
  /** Visible sheets of a workbook, in their order. */
  sheets: string[];
  /** What was taken for the headings looks like one more row. */
  seemsHeadless: boolean;
  notices: string[];
  rowCount: number;
}

export type ToParser =
  | { type: "task"; task: ProfileTask | ParseTask }
  | { type: "next" }
  | { type: "cells"; rows: number[] };
export type FromParser =
  | { type: "profile"; profile: FileProfile }
  | { type: "batch"; batch: ParsedBatch }
  | { type: "cells"; cells: [row: number, cells: string[]][] }
  | { type: "end" }
  /** `refusal`: the file itself is at fault, in words for its owner. */
  | { type: "error"; message: string; isRefusal: boolean };
