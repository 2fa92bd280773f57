import { MINUTE_MS } from "@forestay/contracts";
import { zonedTime } from "./zoned-time.ts";

/** 'HH:MM' on the person's own clock; `to` before `from` runs over midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

const DAY_MINUTES = 24 * 60;
/** Clocks leap on quarters of an hour. */
const LEAP_STEP_MS = 15 * MINUTE_MS;

/** When the quiet hours that `at` falls into end; null when it falls into none. */
export function quietUntil(at: Date, quiet: QuietHours | null, timeZone: string): Date | null {
  if (quiet === null) return null;
  const from = minutesOf(quiet.from);
  const to = minutesOf(quiet.to);
  const isQuiet = (when: Date) => {
    const { minutes } = zonedTime(when, timeZone);
    return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  };
  if (!isQuiet(at)) return null;
  const { minutes } = zonedTime(at, timeZone);
  const untilMs = at.getTime() + ((to - minutes + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  const end = new Date(untilMs - (untilMs % MINUTE_MS));
  // The clock may change in between; the wall clock is what the person meant.
  const drift = to - zonedTime(end, timeZone).minutes;
  const wrapped = ((drift + DAY_MINUTES / 2 + DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;
  let until = new Date(end.getTime() + wrapped * MINUTE_MS);
  // An end that the clock leaps over in spring is the leap itself.
  while (isQuiet(until)) until = new Date(until.getTime() + LEAP_STEP_MS);
  return until;
}

function minutesOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
