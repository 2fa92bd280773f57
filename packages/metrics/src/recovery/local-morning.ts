import { instantOf, wallClock } from "../time/month-periods.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Hours of a local day: from the first, up to the second. */
export interface HourWindow {
  readonly fromHour: number;
  readonly untilHour: number;
}

/** The first moment at or after this one at which local clocks show an hour of the window. */
export function nextInWindow(atMs: number, { fromHour, untilHour }: HourWindow, timeZone: string): number {
  const clock = wallClock(timeZone);
  const local = clock(atMs);
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  const hours = (local - midnight) / HOUR_MS;
  if (hours >= fromHour && hours < untilHour) return atMs;
  const day = hours < fromHour ? midnight : midnight + DAY_MS;
  return Math.max(atMs, instantOf(clock, day + fromHour * HOUR_MS));
}

/**
 * The beginning of the window on the next pay day (the 1st, the 15th, the last Friday of a month) within so many days after
 * a moment; null where none is, and where the day itself is one.
 */
export function payDayWithin(
  atMs: number,
  days: number,
  window: HourWindow,
  timeZone: string,
): number | null {
  const clock = wallClock(timeZone);
  const today = Math.floor(clock(atMs) / DAY_MS);
  if (isPayDay(today)) return null;
  for (let day = today + 1; day <= today + days; day += 1)
    if (isPayDay(day)) return instantOf(clock, day * DAY_MS + window.fromHour * HOUR_MS);
  return null;
}

/** Of a day's number since 1970-01-01. */
export function isPayDay(day: number): boolean {
  const date = new Date(day * DAY_MS);
  const ofMonth = date.getUTCDate();
  const daysOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return ofMonth === 1 || ofMonth === 15 || (date.getUTCDay() === 5 && ofMonth > daysOfMonth - 7);
}
