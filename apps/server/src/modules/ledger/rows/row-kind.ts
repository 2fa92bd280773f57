import { utcMs } from "#platform/utc-time.ts";
import type { LedgerInputs, LedgerKind, LedgerRefusal } from "../ledger-record.ts";

/** A row as the database gives it back: columns by name, times as text. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A row after news of it. */
export interface NextRow {
  /** Values of the kind's columns, and of `told_at` and `older`. */
  columns: Readonly<Record<string, unknown>>;
  /** Rows that hang on it (a subscription's prices), where it has any. */
  prices?: readonly StoredRow[];
}

/** A kind of rows that are known by their source's id. */
export interface RowKind<K extends Exclude<LedgerKind, "events">> {
  table: "subscriptions" | "invoices" | "payment_attempts";
  /** Columns that rows are told about, `told_at` and `older` aside. */
  columns: readonly string[];
  /** The row after this news of it, or why it cannot be. */
  next(known: NextRow | null, record: LedgerInputs[K], toldAtMs: number): NextRow | LedgerRefusal;
}

/** A time of a record as milliseconds since 1970, of UTC where it names no offset. Throws on text that is none. */
export function timeMs(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const ms = utcMs(text);
  if (Number.isNaN(ms)) throw new TypeError(`"${text}" is no time`);
  return ms;
}

/** The same of a stored column. */
export const storedMs = (value: unknown): number | null => timeMs(value as string | null);
export const isoTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
/** Of a column that always has a time. */
export const requiredMs = (value: unknown): number => storedMs(value) ?? Number.NaN;

/** Whether these are amounts that can be kept: whole, and not below zero. */
export const areAmounts = (...amounts: readonly (number | null | undefined)[]): boolean =>
  amounts.every(
    (amount) => amount === null || amount === undefined || (Number.isSafeInteger(amount) && amount >= 0),
  );
