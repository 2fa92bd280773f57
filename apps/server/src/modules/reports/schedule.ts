import { DAY_MS, MINUTE_MS } from "@forestay/contracts";
import { zonedTime } from "#platform/zoned-time.ts";

/** When a weekly report comes, on somebody's own clock. */
export interface ReportTime {
  /** ISO 8601: Monday is 1. */
  weekday: number;
  hour: number;
}

/** Zones are off by quarters of an hour, and clocks leap on them. */
const STEP_MS = 15 * MINUTE_MS;
/** Longer than any day, with both leaps. */
const LONGEST_DAY_MS = 30 * 60 * MINUTE_MS;

/**
 * The week, named by its Monday, whose report is due: of the newest moment that is over. Weeks before it are over too and
 * are not made up for. Null where that moment was over when the time was chosen (`since`). Hours that a clock leaps over
 * come with the leap, and one that comes twice is the same week's.
 */
export function dueWeek(time: ReportTime, since: Date, now: Date, timeZone: string): string | null {
  const moment = newestMoment(time, now, timeZone);
  return isOver(moment, since, timeZone) ? null : mondayOf(moment.day);
}

/** When the next report is written: the first moment to come, of a week that has none yet (`hasReport`). */
export function nextReportAt(
  time: ReportTime,
  now: Date,
  timeZone: string,
  hasReport: (week: string) => boolean,
): Date {
  let { day } = newestMoment(time, now, timeZone);
  do day = addDays(day, 7);
  while (hasReport(mondayOf(day)));
  // From before the day begins anywhere on earth to where the wall clock says that it is time.
  const first = Date.parse(`${day}T00:00:00Z`) - 14 * 60 * MINUTE_MS;
  const last = first + 2 * LONGEST_DAY_MS;
  for (let at = first; at < last; at += STEP_MS) {
    if (isOver({ day, minutes: time.hour * 60 }, new Date(at), timeZone)) return new Date(at);
  }
  throw new Error(`${timeZone} has no ${day}`);
}

interface WallMoment {
  day: string;
  minutes: number;
}

const isOver = ({ day, minutes }: WallMoment, now: Date, timeZone: string): boolean => {
  const wall = zonedTime(now, timeZone);
  return wall.day > day || (wall.day === day && wall.minutes >= minutes);
};

function newestMoment({ weekday, hour }: ReportTime, now: Date, timeZone: string): WallMoment {
  const { day } = zonedTime(now, timeZone);
  const back = (weekdayOf(day) - weekday + 7) % 7;
  const moment = { day: addDays(day, -back), minutes: hour * 60 };
  return isOver(moment, now, timeZone) ? moment : { ...moment, day: addDays(moment.day, -7) };
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));
