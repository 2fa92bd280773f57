import type { Period } from "./periods.ts";

/** A calendar month as a company's clocks have it. */
export interface MonthPeriod extends Period {
  /** `2026-03`. */
  readonly month: string;
}

/**
 * The calendar months of a time zone that [fromMs, toMs) touches, whole, each ending where the next begins.
 * A month begins at the first instant that local clocks show its first day: where midnight is skipped or comes twice that
 * is the instant of the skip, or the earlier midnight.
 * @throws RangeError for a zone that is not known, and for times that are none.
 */
export function monthPeriods(fromMs: number, toMs: number, timeZone: string): MonthPeriod[] {
  if (!(fromMs <= toMs)) throw new RangeError(`months from ${fromMs} to ${toMs}`);
  const clock = wallClock(timeZone);
  const first = new Date(clock(fromMs));
  let number = first.getUTCFullYear() * 12 + first.getUTCMonth();
  let startMs = monthStart(clock, number);
  const months: MonthPeriod[] = [];
  while (startMs < toMs) {
    const endMs = monthStart(clock, number + 1);
    months.push({ startMs, endMs, month: monthName(number) });
    startMs = endMs;
    number += 1;
  }
  return months;
}

/** `2026-03` of the month that the instant is in, by the clocks of the zone. */
export function monthAt(atMs: number, timeZone: string): string {
  const local = new Date(wallClock(timeZone)(atMs));
  return monthName(local.getUTCFullYear() * 12 + local.getUTCMonth());
}

const monthName = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, "0")}-${String((number % 12) + 1).padStart(2, "0")}`;

/** What clocks of a zone show at an instant, as if that were UTC. */
export type WallClock = (atMs: number) => number;

const DAY_MS = 86_400_000;

function monthStart(clock: WallClock, number: number): number {
  return instantOf(clock, Date.UTC(Math.floor(number / 12), number % 12, 1));
}

/** When clocks of a zone first show a midnight, given as if it were UTC. */
export function instantOf(clock: WallClock, local: number): number {
  // The offsets of a day before and a day after are all that midnight can have: no zone changes twice in two days.
  const candidates = [-DAY_MS, DAY_MS].map((away) => {
    const near = local + away;
    return local - (clock(near) - near);
  });
  const shown = candidates.filter((atMs) => clock(atMs) === local);
  // Skipped: by the clock before the skip, midnight is the instant of the skip itself.
  return shown.length === 0 ? candidates[0]! : Math.min(...shown);
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function wallClock(timeZone: string): WallClock {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  const shown = format;
  return (atMs) => {
    const part = new Map(shown.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? Number.NaN;
    return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  };
}
