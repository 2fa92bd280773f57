import type { ColumnMapping } from "@forestay/contracts";
import { cellText, isMissing, type CellValue } from "@forestay/tabular";
import { DAY_MS } from "@forestay/contracts/wire";
import { entryOf } from "#platform/entry-of.ts";
import { readCents, readDate, readMoney, readText, type CellResult } from "../cell-reader.ts";
import type { FileTimes } from "../file-times.ts";

/** Nobody who imports today billed before: an earlier date is a zero that was written as one. */
const EARLIEST = "1990-01-01";
/** Clocks and time zones may be a day ahead, no more. */
const AHEAD_MS = DAY_MS;

const blank = { ok: true, value: null } as const;

export interface Moment {
  /** As the cell says it, ISO 8601: the same text of the same cell, whatever the company's clocks. */
  written: string;
  /** What that stands for. */
  instant: string;
}

/** A moment that has come, or with `mayCome` any. Dates that stand for none, and those ahead, are problems. */
export function readMoment(
  cell: CellValue,
  mapping: ColumnMapping,
  { referenceTime, mayCome, times }: { referenceTime: string; mayCome: boolean; times: FileTimes },
): CellResult<Moment> {
  if (/^0+$/.test(cellText(cell).trim()))
    return { ok: false, code: "zero_date", expected: `a date from ${EARLIEST}` };
  const date = readDate(cell, mapping);
  if (!date.ok || date.value === null) return date as CellResult<never>;
  if (date.value < EARLIEST) return { ok: false, code: "zero_date", expected: `a date from ${EARLIEST}` };
  // Most dates are of days before: whichever zone they are of, they are not ahead.
  const isBefore = date.value.slice(0, 10) < referenceTime.slice(0, 10);
  const instant = times.instantOf(date.value, mapping.column);
  if (!mayCome && !isBefore && Date.parse(instant) > Date.parse(referenceTime) + AHEAD_MS)
    return { ok: false, code: "future_date", expected: `a date up to ${referenceTime.slice(0, 10)}` };
  return { ok: true, value: { written: date.value, instant } };
}

/** A currency that exists, ISO 4217. */
export function readKnownCurrency(cell: CellValue): CellResult<string> {
  if (isMissing(cell)) return blank;
  const text = readText(cell, 20);
  if (!text.ok || text.value === null) return text;
  const code = text.value.toUpperCase();
  return known.has(code)
    ? { ok: true, value: code }
    : { ok: false, code: "bad_currency", expected: "a currency code such as USD" };
}
const known = new Set(Intl.supportedValuesOf("currency"));

export interface Amount {
  /** Whole minor units. */
  minor: number;
  /** The currency that the cell is marked with. */
  marked: string | null;
}

/** An amount of at least nothing, in minor units of `currency`, or of the currency that the cell itself names. */
export function readAmount(
  cell: CellValue,
  mapping: ColumnMapping,
  {
    currency,
    isStated,
  }: { currency: string; /** By the row, so that a mark must not say otherwise. */ isStated: boolean },
): CellResult<Amount> {
  if (mapping.unit === "minor") {
    const cents = readCents(cell, mapping);
    return !cents.ok || cents.value === null ? (cents as CellResult<never>) : notNegative(cents.value, null);
  }
  const money = readMoney(cell, mapping, currency);
  if (!money.ok || money.value === null) return money as CellResult<never>;
  const marked = money.value.currency ?? null;
  if (isStated && marked !== null && marked !== currency)
    return { ok: false, code: "two_currencies", expected: `an amount in ${currency}` };
  return notNegative(money.value.amountMinor, marked);
}

function notNegative(minor: number, marked: string | null): CellResult<Amount> {
  return minor < 0
    ? { ok: false, code: "negative_amount", expected: "an amount of at least 0" }
    : { ok: true, value: { minor, marked } };
}

/** What the mapping says that a word means, else what it commonly does; undefined where neither knows it. */
export function meaningIn<T>(
  { valueMap = {} }: ColumnMapping,
  word: string,
  fromNumber: (value: number) => T,
  common: (word: string) => T | undefined,
): T | undefined {
  const mapped = entryOf(valueMap, word);
  return mapped === undefined ? common(word) : fromNumber(mapped);
}
