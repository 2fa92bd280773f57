import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time-units.ts";

/** A moment: a Date, an ISO string or milliseconds since 1970. */
type Moment = Date | string | number;

/**
 * The zone whose calendar is shown, always handed in: on the web the viewer's, on the server the company's or UTC. The
 * zone of the machine that happens to run this is nobody's.
 */
type TimeZone = string;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(moment: Moment, timeZone: TimeZone, options: Intl.DateTimeFormatOptions): string {
  const key = `${timeZone}:${JSON.stringify(options)}`;
  let known = formats.get(key);
  if (known === undefined) {
    known = new Intl.DateTimeFormat("en-US", { ...options, timeZone });
    formats.set(key, known);
  }
  return known.format(new Date(moment));
}

const isSameYear = (moment: Moment, now: Date, timeZone: TimeZone) =>
  format(moment, timeZone, { year: "numeric" }) === format(now, timeZone, { year: "numeric" });

/** A date with its year: 'Oct 14, 2026', or long 'October 14, 2026'. */
export function formatDate(moment: Moment, timeZone: TimeZone, dateStyle: "medium" | "long"): string {
  return format(moment, timeZone, { dateStyle });
}

/** Date and time in full: 'October 14, 2026 at 9:12 AM'. */
export function formatDateTime(moment: Moment, timeZone: TimeZone): string {
  return format(moment, timeZone, { dateStyle: "long", timeStyle: "short" });
}

/** Date and time to the second, for a log: 'Oct 14, 2026, 9:12:03 AM'. */
export function formatExactTime(moment: Moment, timeZone: TimeZone): string {
  return format(moment, timeZone, { dateStyle: "medium", timeStyle: "medium" });
}

/** Month and year: 'Mar 2026'. */
export function formatMonth(moment: Moment, timeZone: TimeZone): string {
  return format(moment, timeZone, { month: "short", year: "numeric" });
}

/** Month and day, with the year only when it is not the current one: 'Mar 4', 'Mar 4, 2025'. */
export function formatShortDate(moment: Moment, now: Date, timeZone: TimeZone): string {
  return format(moment, timeZone, {
    month: "short",
    day: "numeric",
    ...(isSameYear(moment, now, timeZone) ? {} : { year: "numeric" }),
  });
}

/** The day as a heading: 'Friday, November 14', with the year only when it is not the current one. */
export function formatWeekday(moment: Moment, now: Date, timeZone: TimeZone): string {
  return format(moment, timeZone, {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(isSameYear(moment, now, timeZone) ? {} : { year: "numeric" }),
  });
}

/** A time of the wall clock: '09:30'. */
export function formatClock(moment: Moment, timeZone: TimeZone): string {
  return format(moment, timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** When somebody is expected: 'Thursday, October 16, 10:30'. */
export function formatAppointment(moment: Moment, now: Date, timeZone: TimeZone): string {
  return `${formatWeekday(moment, now, timeZone)}, ${formatClock(moment, timeZone)}`;
}

/**
 * Relative under 7 days, then a short date: 'Just now', '5m ago', '3h ago', '2d ago',
 * 'Mar 4', 'Mar 4, 2025' when the year is not the current one.
 */
export function formatRelative(moment: Moment, now: Date, timeZone: TimeZone): string {
  const elapsedMs = now.getTime() - new Date(moment).getTime();
  if (elapsedMs < -MINUTE_MS || elapsedMs >= 7 * DAY_MS) return formatShortDate(moment, now, timeZone);
  if (elapsedMs < MINUTE_MS) return "Just now";
  if (elapsedMs < HOUR_MS) return `${Math.floor(elapsedMs / MINUTE_MS)}m ago`;
  if (elapsedMs < DAY_MS) return `${Math.floor(elapsedMs / HOUR_MS)}h ago`;
  return `${Math.floor(elapsedMs / DAY_MS)}d ago`;
}
