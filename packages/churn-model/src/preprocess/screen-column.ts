import type { DropReason } from "../report.ts";
import type { CategoricalColumn, Column, NumericColumn } from "../table.ts";

export interface ColumnRefusal {
  reason: DropReason;
  detail: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?[\d\s().\-/]{7,20}$/;
/** Dates in other orders than ISO have as many digits as a telephone number. */
const DATE = /^(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})([T ].*)?$/;
/** Names that say "this identifies the row": CustomerId, row_number, account no, uuid. */
const ID_NAME =
  /(^|[_\s.-])(id|ids|uuid|guid|no|nr|key|index|row|rownumber|rowid|ssn|iban)$|(Id|ID|Number|No)$/;
const PHONE_NAME = /phone|mobile|telefon|fax/i;
/** More missing than this and a column says more about the export than about the customer. */
const MOST_MISSING_SHARE = 0.95;

/** Says why a column cannot be used for learning, or null when it can. Reads values only, never labels. */
export function screenColumn(column: Column, { isDate = false } = {}): ColumnRefusal | null {
  const rows = column.values.length;
  const present = rows - countMissingValues(column);
  if (rows > 0 && 1 - present / rows > MOST_MISSING_SHARE) {
    const percent = ((1 - present / rows) * 100).toFixed(1);
    return { reason: "mostly_missing", detail: `${percent}% of the rows have no value` };
  }
  return column.kind === "numeric" ? screenNumeric(column, present, isDate) : screenText(column, present);
}

function countMissingValues(column: Column): number {
  let missing = 0;
  if (column.kind === "numeric") for (const value of column.values) missing += Number.isNaN(value) ? 1 : 0;
  else for (const value of column.values) missing += value === null ? 1 : 0;
  return missing;
}

function screenNumeric(column: NumericColumn, present: number, isDate: boolean): ColumnRefusal | null {
  const distinct = new Set<number>();
  let lowest = Infinity;
  let highest = -Infinity;
  let integers = true;
  for (const value of column.values) {
    if (Number.isNaN(value)) continue;
    distinct.add(value);
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
    if (integers && !Number.isInteger(value)) integers = false;
  }
  if (distinct.size <= 1 && present === column.values.length) return constant([...distinct][0]);
  // A customer a day makes a running number of dates, and they still say how long ago that was.
  if (!integers || isDate || present < 20) return null;
  const uniqueShare = distinct.size / present;
  if (uniqueShare === 1 && highest - lowest + 1 <= present * 1.02)
    return { reason: "id_like", detail: "a running number: every row has its own value, without gaps" };
  if (uniqueShare > 0.9 && ID_NAME.test(column.name))
    return {
      reason: "id_like",
      detail: `named as an identifier, ${percentOf(uniqueShare)} of its values differ`,
    };
  if (uniqueShare > 0.5 && PHONE_NAME.test(column.name) && lowest >= 1e6)
    return { reason: "phone", detail: "named as a telephone number, values of seven digits or more" };
  return null;
}

function screenText(column: CategoricalColumn, present: number): ColumnRefusal | null {
  const distinct = new Map<string, number>();
  for (const value of column.values) if (value !== null) distinct.set(value, (distinct.get(value) ?? 0) + 1);
  if (distinct.size <= 1 && present === column.values.length) return constant([...distinct.keys()][0]);
  let emails = 0;
  let phones = 0;
  let words = 0;
  for (const value of distinct.keys()) {
    if (EMAIL.test(value)) emails++;
    if (PHONE.test(value) && !DATE.test(value) && value.replace(/\D/g, "").length >= 7) phones++;
    words += value.split(/\s+/).length;
  }
  if (distinct.size === 0) return null;
  const uniqueShare = distinct.size / present;
  if (emails / distinct.size > 0.5) return { reason: "email", detail: "values are e-mail addresses" };
  if (phones / distinct.size > 0.5 && uniqueShare > 0.5)
    return { reason: "phone", detail: "values are telephone numbers" };
  if (words / distinct.size >= 4 && uniqueShare > 0.5)
    return {
      reason: "free_text",
      detail: `free text: ${(words / distinct.size).toFixed(0)} words on average`,
    };
  if (uniqueShare > 0.9 && present >= 20)
    return { reason: "id_like", detail: `${percentOf(uniqueShare)} of its values differ` };
  return null;
}

const constant = (value: number | string | undefined): ColumnRefusal => ({
  reason: "constant",
  detail: value === undefined ? "no values" : `always ${String(value)}`,
});

const percentOf = (share: number): string => `${(share * 100).toFixed(0)}%`;
