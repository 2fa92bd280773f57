const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** The wall clock of a zone: its day as YYYY-MM-DD and the minutes since its midnight. */
export function zonedTime(at: Date, timeZone: string): { day: string; minutes: number } {
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return {
    day: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
    minutes: number("hour") * 60 + number("minute"),
  };
}

const DAY_MINUTES = 24 * 60;

/**
 * The moment at which a zone's clocks show so many minutes of a day (YYYY-MM-DD); null where they leap over it. Of a time
 * that comes twice, one of the two.
 */
export function zonedInstant(day: string, minutes: number, timeZone: string): Date | null {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  let at = wanted;
  // The first correction may itself land on the other side of a leap; the second settles it.
  for (let times = 0; times < 2; times += 1) at += wanted - shownAt(at, timeZone);
  return shownAt(at, timeZone) === wanted ? new Date(at) : null;
}

function shownAt(atMs: number, timeZone: string): number {
  const { day, minutes } = zonedTime(new Date(atMs), timeZone);
  return Date.parse(`${day}T00:00:00Z`) + (minutes % DAY_MINUTES) * 60_000;
}

/** True for the names of zones this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    formatFor(name);
    return true;
  } catch {
    return false;
  }
}
