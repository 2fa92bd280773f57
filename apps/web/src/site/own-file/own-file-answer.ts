import type { ImportMapping, RiskLevelValue } from "@forestay/contracts/wire";
import type { ColumnProfile } from "@forestay/contracts/wire";
import type { DateOrder } from "@forestay/tabular";

/** The most rows that are analysed in a browser. */
export const MOST_ROWS = 50_000;
/** A share of it is held in memory several times over. */
export const MOST_BYTES = 60 * 1024 * 1024;

/** Which column says who left, and by which of its values. */
export type LabelChoice =
  /** Values that mean "left", as they stand in the file. */
  | { column: string; left: readonly string[]; dateOrder?: undefined }
  /** Any date that has passed, written in this order. */
  | { column: string; left: null; dateOrder: DateOrder };

/** What stands in a file, before anything is learned from it. */
export interface OwnFileColumns {
  rows: number;
  /** Lines that could not be read, left out. */
  badLines: number;
  /** 'Commas, UTF-8'. */
  format: string;
  mapping: ImportMapping;
  profiles: readonly ColumnProfile[];
  /** What says who left, as far as the file says it itself; null: a person has to say. */
  label: LabelChoice | null;
}

export interface OwnFileRow {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  id: string | null;
  /** 0-1, by a model that had not seen the row. */
  chance: number;
  level: RiskLevelValue;
  /** What speaks for leaving, the strongest first. */
  why: readonly { label: string; value: string | null }[];
}

export interface OwnFileAnswer {
  /** Rows with an outcome: those that were learned from. */
  learned: number;
  left: number;
  here: number;
  /** Of those still here, by level. */
  levels: Readonly<Record<RiskLevelValue, number>>;
  auc: { estimate: number; lower: number; upper: number };
  verdict: string;
  verdictReasons: readonly string[];
  drivers: readonly { label: string; share: number; value: string | null }[];
  /** Columns that would have given the outcome away, left out. */
  leaks: readonly string[];
  highest: readonly OwnFileRow[];
  /** Every customer still here, the highest chance first. */
  csv: string;
  seconds: number;
}

/** Why there is no answer, in words. */
export interface OwnFileRefusal {
  refused: string;
}
