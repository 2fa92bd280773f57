import { DAY_MS, HOUR_MS, REMIND_HOUR } from "@forestay/contracts";
import { dayCalendar, dayNumber, isoDay } from "@forestay/metrics";
import { localInstants } from "@forestay/metrics/time";

/** The morning on which a task is remembered: at nine of the company's clocks, so many days before it is due. */
export function remindAt(dueOn: string | null, daysBefore: number | null, timeZone: string): Date | null {
  if (dueOn === null || daysBefore === null) return null;
  // Not so many hours after midnight: on the days when clocks change those end at another hour.
  const local = (dayNumber(dueOn) - daysBefore) * DAY_MS + REMIND_HOUR * HOUR_MS;
  return new Date(localInstants(timeZone)(local));
}

/** `2026-03-01`: the day that it is at the company. */
export const todayAt = (now: Date, timeZone: string): string =>
  isoDay(dayCalendar(timeZone).dayAt(now.getTime()));
