import type { CellValue } from "../cell-value.ts";
import { monthOfName } from "./month-names.ts";
import { blank, isMissing } from "./parsed.ts";
import type { Parsed } from "./parsed.ts";

/** Order of day, month and year in dates written with digits only. */
export type DateOrder = "YMD" | "DMY" | "MDY";

const timePart = String.raw`(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})` + timePart, "i");
const digitsOnly = new RegExp(String.raw`^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})` + timePart, "i");
const compact = new RegExp(String.raw`^((?:19|20|21)\d{2})(0[1-9]|1[0-2])(\d{2})` + timePart, "i");
const dayName = String.raw`^(?:\p{L}{2,10}\.?,?\s+)?`;
const dayMonthYear = new RegExp(
  dayName +
    String.raw`(\d{1,2})(?:st|nd|rd|th|\.|º)?[\s-]+(?:de\s+)?(\p{L}{3,10})\.?,?[\s-]+(?:de\s+)?(\d{4}|\d{2})` +
    timePart,
  "iu",
);
const monthDayYear = new RegExp(
  dayName + String.raw`(\p{L}{3,10})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})` + timePart,
  "iu",
);
const plainIso = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;
const epoch = /^\d{10}(?:\d{3})?$/;
// 2000-01-01 to 2100-01-01: other ten-digit numbers are rather ids or telephone numbers.
const epochFrom = 946_684_800;
const epochTo = 4_102_444_800;

/** What POSIX and most spreadsheets take for the last year of two digits; right for dates of any kind, not for birthdays. */
const LATEST_YEAR = 2069;

const examples: Record<DateOrder, string> = {
  YMD: "a date such as 2026-01-31",
  DMY: "a date such as 31/01/2026 (day first)",
  MDY: "a date such as 01/31/2026 (month first)",
};

/** Day, month and year as digits stand in the text, before an order gives them meaning. */
export interface DigitDate {
  first: number;
  second: number;
  /** Dots between, as in 31.01.2026: no country writes the month first that way. */
  hasDots: boolean;
}

/** The leading two numbers of a date like 01/02/2026; undefined for dates that any order reads alike. */
export function digitDate(text: string): DigitDate | undefined {
  const match = digitsOnly.exec(text.trim());
  if (!match) return undefined;
  return { first: Number(match[1]), second: Number(match[3]), hasDots: match[2] === "." };
}

/**
 * Reads a date, with or without a time, to ISO 8601: `2026-01-31`, `2026-01-31T09:30:00`, and with `Z` or an offset if the
 * cell has one. Dates with the year first or the month as a word mean the same in every order; the others follow
 * `order` strictly, so 01/13/2026 is an error under DMY. A date that does not exist is an error, MySQL's 0000-00-00 a blank.
 * Two-digit years are the hundred that end with `latestYear`: 1970 to 2069 unless given.
 */
export function parseDate(cell: CellValue, order: DateOrder, latestYear = LATEST_YEAR): Parsed<string> {
  // Most dates of most files; the way below takes four times as long.
  if (typeof cell === "string" && cell.length === 10 && plainIso.test(cell)) return { ok: true, value: cell };
  if (isMissing(cell)) return blank;
  const failure: Parsed<string> = { ok: false, expected: examples[order] };
  const build = (year: Part, month: Part, day: Part, time: Part[]) =>
    buildDate(fullYear(year, latestYear), month, day, time, failure);
  if (typeof cell === "boolean" || cell === null) return failure;
  const text = typeof cell === "number" ? String(cell) : cell.trim();
  if (text.startsWith("0000-00-00")) return blank;

  const iso = yearFirst.exec(text);
  if (iso) return build(iso[1], iso[3], iso[4], iso.slice(5));
  const digits = digitsOnly.exec(text);
  if (digits) {
    const [, a, , b, c] = digits;
    const time = digits.slice(5);
    if (order === "DMY") return build(c, b, a, time);
    if (order === "MDY") return build(c, a, b, time);
    return c?.length === 2 && a?.length === 2 ? build(a, b, c, time) : failure;
  }
  const short = compact.exec(text);
  if (short) return build(short[1], short[2], short[3], short.slice(4));
  if (epoch.test(text)) {
    const seconds = text.length === 13 ? Number(text) / 1000 : Number(text);
    if (seconds < epochFrom || seconds >= epochTo) return failure;
    return { ok: true, value: new Date(seconds * 1000).toISOString().replace(".000Z", "Z") };
  }
  const dayFirst = dayMonthYear.exec(text);
  const monthFirst = dayFirst ? null : monthDayYear.exec(text);
  const [year, name, day, time] = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1], dayFirst.slice(4)]
    : [monthFirst?.[3], monthFirst?.[1], monthFirst?.[2], monthFirst?.slice(4) ?? []];
  const month = monthOfName(name ?? "");
  return month === undefined ? failure : build(year, String(month), day, time);
}

/** Whether a date is written with a year of two digits, in whichever order: `01/31/69`, `31-Jan-69`. */
export function hasTwoDigitYear(text: string): boolean {
  const trimmed = text.trim();
  if (yearFirst.test(trimmed)) return false;
  const year = digitsOnly.exec(trimmed)?.[4] ?? dayMonthYear.exec(trimmed)?.[3];
  return year?.length === 2;
}

type Part = string | undefined;

function fullYear(text: Part, latestYear: number): number {
  if (text?.length !== 2) return Number(text);
  const year = latestYear - (latestYear % 100) + Number(text);
  return year > latestYear ? year - 100 : year;
}

function buildDate(
  year: number,
  monthText: Part,
  dayText: Part,
  time: Part[],
  failure: Parsed<string>,
): Parsed<string> {
  const month = Number(monthText);
  const day = Number(dayText);
  const daysInMonth =
    month === 2 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0)) ? 28 : lengths[month - 1];
  if (year < 1 || daysInMonth === undefined || day < 1 || day > daysInMonth) {
    return failure.ok ? failure : { ok: false, expected: `${failure.expected} that exists` };
  }
  const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  const [hourText, minuteText, secondText, fraction, half, zone] = time;
  if (hourText === undefined) return { ok: true, value: date };
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return failure;
    hour = (hour % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
  }
  const minute = Number(minuteText);
  const second = Number(secondText ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return failure;
  // PostgreSQL, like the world, ends at 14 hours from Greenwich.
  if (
    zone !== undefined &&
    /^[+-]/.test(zone) &&
    (Number(zone.slice(1, 3)) > 14 || Number(zone.slice(-2)) > 59)
  )
    return failure;
  const millis = fraction === undefined ? "" : `.${fraction.padEnd(3, "0").slice(0, 3)}`;
  return { ok: true, value: `${date}T${two(hour)}:${two(minute)}:${two(second)}${millis}${zoneText(zone)}` };
}

const lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function two(part: number): string {
  return part < 10 ? `0${part}` : String(part);
}

function zoneText(zone: Part): string {
  if (zone === undefined) return "";
  if (!/^[+-]/.test(zone)) return "Z";
  const digits = zone.replace(":", "").padEnd(5, "0");
  return `${digits.slice(0, 3)}:${digits.slice(3)}`;
}
