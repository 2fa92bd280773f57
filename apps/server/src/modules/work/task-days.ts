import { REMIND_HOUR } from "@forestay/contracts";
import { dayCalendar, dayNumber, isoDay } from "@forestay/metrics";

const HOUR_MS = 3_600_000;

/** The morning on which a task is remembered: at nine of the company's clocks, so many days before it is due. */
export function remindAt(dueOn: string | null, daysBefore: number | null, timeZone: string): Date | null {
  if (dueOn === null || daysBefore === null) return null;
  return new Date(dayCalendar(timeZone).startOf(dayNumber(dueOn) - daysBefore) + REMIND_HOUR * HOUR_MS);
}

/** `2026-03-01`: the day that it is at the company. */
export const todayAt = (now: Date, timeZone: string): string =>
  isoDay(dayCalendar(timeZone).dayAt(now.getTime()));
