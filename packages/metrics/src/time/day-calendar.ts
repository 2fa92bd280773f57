import { instantOf, wallClock } from "./month-periods.ts";

const DAY_MS = 86_400_000;

/** A company's days, each by its number: days since 1970-01-01, as its clocks have them. */
export interface DayCalendar {
  /** The day that holds an instant. */
  dayAt(atMs: number): number;
  /** The first instant of a day. Where midnight is skipped or comes twice: as months begin. */
  startOf(day: number): number;
}

/**
 * The days of a time zone. What was asked is kept, so that a million instants cost the clocks of a few thousand days.
 * @throws RangeError for a zone that is not known.
 */
export function dayCalendar(timeZone: string): DayCalendar {
  const clock = wallClock(timeZone);
  const starts = new Map<number, number>();
  const startOf = (day: number): number => {
    let start = starts.get(day);
    if (start === undefined) starts.set(day, (start = instantOf(clock, day * DAY_MS)));
    return start;
  };
  return {
    startOf,
    dayAt(atMs) {
      // No zone is further than a day from UTC.
      let day = Math.floor(atMs / DAY_MS) - 1;
      while (startOf(day + 1) <= atMs) day += 1;
      return day;
    },
  };
}

/** A company's days counted from today: 0 is today, -1 yesterday, 7 in a week. */
export interface CountedDays {
  /** The first instant of a day, in milliseconds since 1970. */
  startOf(after: number): number;
  /** `2026-03-01` of a day. */
  isoOf(after: number): string;
}

/**
 * The days around an instant, by a company's clocks.
 * @throws RangeError for a zone that is not known.
 */
export function daysFrom(atMs: number, timeZone: string): CountedDays {
  const calendar = dayCalendar(timeZone);
  const today = calendar.dayAt(atMs);
  return {
    startOf: (after) => calendar.startOf(today + after),
    isoOf: (after) => isoDay(today + after),
  };
}

/**
 * Until when a bill had to be due to be overdue at an instant: the last midnight of the company's clocks. A bill may be paid all
 * through the day on which it is due.
 */
export const overdueBefore = (atMs: number, timeZone: string): number => daysFrom(atMs, timeZone).startOf(0);

/** `2026-03-01` of a day's number. */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The number of `2026-03-01`. */
export const dayNumber = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / DAY_MS;

/** A stretch of time that looks back from the beginning of a day: 30 days, a calendar month, twelve of them. */
export type RetentionSpan = "30_days" | "1_month" | "12_months";

/** Where a span that ends when `day` begins has its start: as many months earlier, or the last day of a shorter month. */
export function spanStart(span: RetentionSpan, day: number): number {
  return span === "30_days" ? day - 30 : monthsFrom(day, span === "1_month" ? -1 : -12);
}

/** The first day whose span begins at this day or later. */
export function firstSpanFrom(span: RetentionSpan, start: number): number {
  if (span === "30_days") return start + 30;
  let day = monthsFrom(start, span === "1_month" ? 1 : 12);
  while (spanStart(span, day) < start) day += 1;
  while (spanStart(span, day - 1) >= start) day -= 1;
  return day;
}

function monthsFrom(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY_MS;
}
