import { zonedTime } from "./zoned-time.ts";

/** 'HH:MM' on the person's own clock; `to` before `from` runs over midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

const DAY_MINUTES = 24 * 60;

/** When the quiet hours that `at` falls into end; null when it falls into none. */
export function quietUntil(at: Date, quiet: QuietHours | null, timeZone: string): Date | null {
  if (quiet === null) return null;
  const from = minutesOf(quiet.from);
  const to = minutesOf(quiet.to);
  const { minutes } = zonedTime(at, timeZone);
  const isQuiet = from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  if (!isQuiet) return null;
  const untilMs = at.getTime() + ((to - minutes + DAY_MINUTES) % DAY_MINUTES) * 60_000;
  const end = new Date(untilMs - (untilMs % 60_000));
  // The clock may change in between; the wall clock is what the person meant.
  const drift = to - zonedTime(end, timeZone).minutes;
  const wrapped = ((drift + DAY_MINUTES / 2 + DAY_MINUTES) % DAY_MINUTES) - DAY_MINUTES / 2;
  return new Date(end.getTime() + wrapped * 60_000);
}

function minutesOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
