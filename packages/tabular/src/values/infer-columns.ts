import { cellText } from "../cell-value.ts";
import type { CellValue } from "../cell-value.ts";
import { headingHints } from "./column-names.ts";
import { weighDates } from "./date-evidence.ts";
import { weighNumbers } from "./number-evidence.ts";
import { parseBoolean } from "./parse-boolean.ts";
import type { DateOrder } from "./parse-date.ts";
import type { NumberStyle } from "./parse-number.ts";
import { isBlank, isMissing } from "./parsed.ts";

export type ColumnKind =
  | "integer"
  | "decimal"
  | "money"
  | "boolean"
  | "date"
  | "datetime"
  | "email"
  | "phone"
  | "id"
  | "category"
  | "text";

/** What a sample of rows says about one column. */
export interface ColumnProfile {
  name: string;
  kind: ColumnKind;
  /** Share (0-1) of the sampled cells that are not blank. */
  filledShare: number;
  /** Different values among the sampled cells. */
  distinctCount: number;
  /** No value twice in the sample, and none blank. */
  isUnique: boolean;
  /** Up to five different values, in the order of the file. */
  samples: string[];
  /** All different values, commonest first, when there are at most 50. */
  words: string[];
  /** Of dates: the order their digits have; `ambiguous` must be asked. Null for other kinds. */
  dateOrder: DateOrder | "ambiguous" | null;
  /** Of dates: some have a year of two digits, so that the century is a matter of meaning. */
  hasShortYears: boolean;
  /** Of numbers: how decimals and thousands are written; `ambiguous` must be asked. Null for other kinds. */
  numberStyle: NumberStyle | "ambiguous" | null;
  /** Currency (ISO 4217) that the cells name, if any. */
  currency: string | null;
}

/** Share of the filled cells that must fit a kind: the others become row errors in the dry run, and are seen there. */
const MIN_FITTING_SHARE = 0.9;
const MAX_WORDS = 50;
const MAX_SAMPLE_CHARS = 100;

const email = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/;
const phone = /^\+?[\d\s().\-/]{7,22}$/;

/** Judges each column by a sample of rows (some thousand are plenty): its kind, its formats, and how sure those are. */
export function inferColumns(
  columns: readonly string[],
  rows: readonly (readonly CellValue[])[],
): ColumnProfile[] {
  return columns.map((name, place) =>
    inferColumn(
      name,
      rows.map((row) => row[place] ?? null),
    ),
  );
}

function inferColumn(name: string, cells: CellValue[]): ColumnProfile {
  const filled = cells.filter((cell) => !isBlank(cell));
  const counts = new Map<string, number>();
  for (const cell of filled) {
    const text = cellText(cell).trim();
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const commonestFirst = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const isUnique = filled.length > 1 && filled.length === cells.length && counts.size === filled.length;
  return {
    name,
    filledShare: cells.length === 0 ? 0 : filled.length / cells.length,
    distinctCount: counts.size,
    isUnique,
    samples: [...counts.keys()].slice(0, 5).map((text) => text.slice(0, MAX_SAMPLE_CHARS)),
    words: counts.size <= MAX_WORDS ? commonestFirst : [],
    ...judgeKind(name, filled, counts),
  };
}

type Judgement = Pick<ColumnProfile, "kind" | "dateOrder" | "hasShortYears" | "numberStyle" | "currency">;

function judgeKind(
  name: string,
  filled: readonly CellValue[],
  counts: ReadonlyMap<string, number>,
): Judgement {
  const judge = (kind: ColumnKind, formats: Partial<Judgement> = {}): Judgement => ({
    kind,
    dateOrder: null,
    hasShortYears: false,
    numberStyle: null,
    currency: null,
    ...formats,
  });
  const typed = filled.filter((cell) => !isMissing(cell));
  if (typed.length === 0) return judge("text");
  const words = [...counts.keys()].filter((word) => !isMissing(word));
  const fits = (count: number): boolean => count >= typed.length * MIN_FITTING_SHARE;
  const fitsPattern = (pattern: RegExp): boolean =>
    fits(typed.filter((cell) => typeof cell === "string" && pattern.test(cell.trim())).length);

  if (isBooleanColumn(typed, words)) return judge("boolean");
  if (fitsPattern(email)) return judge("email");
  const isPhoneLike = fitsPattern(phone) && words.every((word) => word.replaceAll(/\D/g, "").length <= 15);
  if (isPhoneLike && headingHints(name, "phone")) return judge("phone");

  const dates = weighDates(typed);
  // Digits alone are dates only when all of them are and the heading says so, or there is no other reading (20260131).
  const bareDates = typed.every((cell) => /^\d{8}$/.test(cellText(cell).trim())) && words.length > 2;
  const mayBeDates =
    dates.bareDigits === 0 || (dates.dates === typed.length && (bareDates || headingHints(name, "time")));
  if (fits(dates.dates) && mayBeDates) {
    return judge(dates.withTime > 0 ? "datetime" : "date", {
      dateOrder: dates.order,
      hasShortYears: dates.withShortYear > 0,
    });
  }

  const numbers = weighNumbers(typed);
  if (fits(numbers.numbers)) {
    const formats = { numberStyle: numbers.style, currency: numbers.currency ?? null };
    const isDistinct = words.length >= typed.length * 0.98;
    const isWhole = numbers.withFraction === 0 && numbers.withCurrency === 0;
    if (isWhole && (numbers.withLeadingZero > 0 || (isDistinct && headingHints(name, "id"))))
      return judge("id");
    if (numbers.withCurrency > typed.length / 2 || headingHints(name, "money"))
      return judge("money", formats);
    return judge(numbers.withFraction > 0 ? "decimal" : "integer", formats);
  }
  if (isPhoneLike && words.filter((word) => /^[+(]/.test(word)).length > words.length / 2)
    return judge("phone");
  if (isIdColumn(typed, words, headingHints(name, "id"))) return judge("id");
  const repeats = words.length <= MAX_WORDS && words.length <= typed.length / 2;
  const isShort = words.every((word) => word.length <= 60);
  return judge(repeats && isShort ? "category" : "text");
}

/** One letter or digit alone proves nothing (a column of `F` may be a gender): then both answers must be there. */
function isBooleanColumn(typed: readonly CellValue[], words: readonly string[]): boolean {
  if (typed.every((cell) => typeof cell === "boolean")) return true;
  const answers = words.map((word) => parseBoolean(word));
  if (!answers.every((answer) => answer.ok)) return false;
  const hasBoth = new Set(answers.map((answer) => answer.ok && answer.value)).size === 2;
  return hasBoth || words.every((word) => word.length > 1);
}

function isIdColumn(typed: readonly CellValue[], words: readonly string[], isNamedId: boolean): boolean {
  if (words.length < typed.length * 0.98) return false;
  const idLike = words.filter((word) => word.length <= 64 && /^[\p{L}\d_.:/#-]+$/u.test(word));
  if (isNamedId) return idLike.length >= words.length * 0.8;
  const withDigits = idLike.filter((word) => word.length >= 3 && /\d/.test(word));
  return typed.length >= 3 && withDigits.length >= words.length * 0.8;
}
