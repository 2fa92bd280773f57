import type { ResumePoint, TableFormat } from "@forestay/tabular";
import type { CustomerWave } from "#modules/customers/encoding/index.ts";
import type { LedgerWave } from "#modules/ledger/encoding/index.ts";
import type { ImportKind } from "@forestay/contracts";
import type { ProfiledColumn } from "@forestay/import-mapping";
import type { ConversionOptions } from "./row-converter.ts";
import type { RowProblem } from "./row-problem.ts";

/** A bad row with its cells as they stand in the file. */
export interface BadRow {
  row: number;
  problems: RowProblem[];
  cells: string[];
}

/** Some rows of the file, ready to be written. */
export interface ParsedBatch {
  /** Of customers. */
  waves: CustomerWave[];
  /** Of every other kind; null of customers. */
  ledger: ParsedLedger | null;
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

/** What a dry run adds up of a row. */
export interface RowFacts {
  /** Rows with the same key are one; null where only the ledger can say that. */
  key: string | null;
  currency: string | null;
  /** Of a subscription: its monthly revenue at the time of the upload. */
  amountMinor: number | null;
  /** `YYYY-MM-DD`. */
  day: string;
  /** Whose row it is, as the file says it. */
  who: string;
  /** Of a subscription, what its row leaves open: it is over since nobody knows when, or runs past an end that has passed. */
  doubt?: "undated_end" | "past_end" | null;
  /** Of a subscription without an id: the day it ends, null while it runs on. */
  withoutId?: { until: string | null } | null;
}

/** Rows of a ledger, ready to be written, and what a dry run adds up of them. */
export interface ParsedLedger {
  wave: LedgerWave;
  /** None where they are not wanted: thousands of them cost as much as the wave. */
  facts: { row: number; facts: RowFacts }[];
  /** Rows that add nothing to one before them. */
  furtherLines: number;
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
  /** What a row is. */
  rows: ImportKind;
  /** Of a ledger: whether what a dry run adds up is wanted. */
  wantsFacts: boolean;
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
