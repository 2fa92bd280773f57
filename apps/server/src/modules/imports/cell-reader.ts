import type { ColumnMapping } from "@forestay/contracts";
import { churnedOf, paymentStatusOf, plainWord, subscriptionStatusOf } from "@forestay/import-mapping";
import {
  cellText,
  csvUnescapeCell,
  isBlank,
  isMissing,
  parseBoolean,
  parseDate,
  parseMoney,
  parseNumber,
  type CellValue,
  type Money,
} from "@forestay/tabular";
import { entryOf } from "#platform/entry-of.ts";
import type { ProblemCode } from "./row-problem.ts";

/** A cell's value, null where it is blank, or what is wrong with it. */
export type CellResult<T> =
  | { ok: true; value: T | null }
  | { ok: false; code: ProblemCode; expected: string };

const blank = { ok: true, value: null } as const;
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/;

/** Text as stored: trimmed, without an export's apostrophe, null when blank. */
export function readText(cell: CellValue, maxLength: number): CellResult<string> {
  if (isBlank(cell)) return blank;
  const text = csvUnescapeCell(cellText(cell).trim()).toWellFormed();
  if (text === "") return blank;
  if (text.includes("\u0000")) return { ok: false, code: "not_text", expected: "text without zero bytes" };
  if (text.length > maxLength)
    return { ok: false, code: "too_long", expected: `at most ${maxLength} characters` };
  return { ok: true, value: text };
}

export function readEmail(cell: CellValue): CellResult<string> {
  // "none" and "unknown" are no addresses, and no mistake where the row has an id.
  if (isMissing(cell)) return blank;
  const text = readText(cell, 320);
  if (!text.ok || text.value === null) return text;
  return EMAIL.test(text.value)
    ? text
    : { ok: false, code: "bad_email", expected: "an e-mail address such as ann@example.com" };
}

export function readCurrency(cell: CellValue): CellResult<string> {
  const text = readText(cell, 20);
  if (!text.ok || text.value === null) return text;
  const code = text.value.toUpperCase();
  return /^[A-Z]{3}$/.test(code)
    ? { ok: true, value: code }
    : { ok: false, code: "bad_currency", expected: "a currency code such as USD" };
}

export function readDate(cell: CellValue, mapping: ColumnMapping): CellResult<string> {
  const parsed = parseDate(unescaped(cell), mapping.dateOrder ?? "YMD", mapping.latestYear);
  return parsed.ok ? parsed : { ok: false, code: "bad_date", expected: parsed.expected };
}

export function readNumber(cell: CellValue, mapping: ColumnMapping): CellResult<number> {
  const parsed = parseNumber(unescaped(cell), mapping.numberStyle ?? "us");
  return parsed.ok ? parsed : { ok: false, code: "bad_number", expected: parsed.expected };
}

export function readMoney(cell: CellValue, mapping: ColumnMapping, currency: string): CellResult<Money> {
  const parsed = parseMoney(unescaped(cell), mapping.numberStyle ?? "us", currency);
  return parsed.ok ? parsed : { ok: false, code: "bad_money", expected: parsed.expected };
}

/** An amount that is in minor units already. */
export function readCents(cell: CellValue, mapping: ColumnMapping): CellResult<number> {
  const cents = readNumber(cell, mapping);
  if (!cents.ok || cents.value === null || Number.isSafeInteger(cents.value)) return cents;
  return { ok: false, code: "bad_money", expected: "an amount in whole cents" };
}

export function readBoolean(cell: CellValue): CellResult<boolean> {
  const parsed = parseBoolean(unescaped(cell));
  return parsed.ok ? parsed : { ok: false, code: "bad_boolean", expected: parsed.expected };
}

/** A status word: as the mapping says, else as it is commonly meant. */
export function readStatus(
  cell: CellValue,
  mapping: ColumnMapping,
  target: "subscriptionStatus" | "paymentStatus",
): CellResult<number> {
  const text = readText(cell, 200);
  if (!text.ok) return text;
  if (text.value === null) return blank;
  const mapped = meaningOf(mapping, text.value);
  const known =
    target === "subscriptionStatus" ? subscriptionStatusOf(text.value) : paymentStatusOf(text.value);
  const value = mapped ?? known;
  if (value !== undefined) return { ok: true, value };
  const names =
    target === "subscriptionStatus"
      ? "Active, Inactive, Cancelled, Past Due or Paused"
      : "Current, Failed, Overdue or Pending";
  return { ok: false, code: "unknown_status", expected: `a word for ${names}` };
}

export interface Label {
  churned: boolean;
  /** ISO date, where the cell says when. */
  churnedAt: string | null;
}

/** The label: yes/no in any of its forms, a word the mapping knows, or the date on which the customer left. */
export function readLabel(cell: CellValue, mapping: ColumnMapping): CellResult<Label> {
  // A column of leaving dates is empty for those who stayed; in a yes/no column empty says nothing.
  const whenBlank = mapping.attributeKind === "date" ? { churned: false, churnedAt: null } : null;
  const text = readText(cell, 200);
  if (!text.ok) return text;
  if (text.value === null) return { ok: true, value: whenBlank };
  const mapped = meaningOf(mapping, text.value);
  if (mapped !== undefined) return { ok: true, value: { churned: mapped !== 0, churnedAt: null } };
  if (mapping.attributeKind !== "date") {
    const answer = parseBoolean(unescaped(cell));
    if (answer.ok)
      return { ok: true, value: answer.value === null ? null : { churned: answer.value, churnedAt: null } };
    const known = churnedOf(text.value);
    if (known !== undefined) return { ok: true, value: { churned: known === 1, churnedAt: null } };
  }
  const date = readDate(cell, mapping);
  if (!date.ok)
    return { ok: false, code: "unknown_label", expected: "yes or no, or the date the customer left" };
  return { ok: true, value: date.value === null ? whenBlank : { churned: true, churnedAt: date.value } };
}

/** What the mapping says of a word, in whichever case and accents it comes: 'Yes', 'YES' and 'yes' mean the same. */
function meaningOf({ valueMap = {} }: ColumnMapping, word: string): number | undefined {
  const exact = entryOf(valueMap, word);
  // Of digits nothing but themselves is meant: '-1' is not '1'.
  if (exact !== undefined || !/\p{L}/u.test(word)) return exact;
  const plain = plainWord(word);
  return Object.entries(valueMap).find(([given]) => plainWord(given) === plain)?.[1];
}

function unescaped(cell: CellValue): CellValue {
  return typeof cell === "string" && cell.startsWith("'") ? csvUnescapeCell(cell) : cell;
}
