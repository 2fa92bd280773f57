import { localInstants } from "@forestay/metrics/time";

/** What a file's dates and times stand for. */
export interface FileTimes {
  /** The instant of a date or time as `parseDate` gives it back, ISO 8601 in UTC. */
  instantOf(written: string, column?: string): string;
  /** Of a day the first instant that is of it by the company's clocks and by UTC's; of a time its instant. */
  sharedInstantOf(written: string, column?: string): string;
}

const HAS_OFFSET = /T.*(?:Z|[+-]\d\d:?\d\d)$/;
/** `Created (UTC)`, `created_utc`: the column itself says whose clocks its times are of. */
const SAYS_UTC = /(?:^|[^\p{L}])(?:utc|gmt)(?:$|[^\p{L}])/iu;
/** Years of placeholders (`0001-01-01`, `9999-12-31`): by a zone's clocks they would be of years that cannot be stored. */
const isPlaceholder = (written: string) => written < "0100" || written >= "9999";

/**
 * Dates and times that name no offset are of the company's clocks, as its months are: a day begins at its midnight, and 09:30 is when
 * its clocks showed it first. Under a heading that says UTC times are UTC's. The zone of the machine that reads is nobody's. A text
 * that is the same instant in UTC stays as it is written. Years that only stand for "never" are of UTC.
 * @throws RangeError for a zone that is not known.
 */
export function fileTimes(timeZone: string): FileTimes {
  const isUtc = timeZone === "UTC";
  const local = isUtc ? null : localInstants(timeZone);
  const instantOf = (written: string, column = ""): string => {
    if (HAS_OFFSET.test(written)) return written;
    const isDay = !written.includes("T");
    if (local === null || isPlaceholder(written)) return isDay ? written : `${written}Z`;
    if (!isDay && SAYS_UTC.test(column)) return `${written}Z`;
    return new Date(local(Date.parse(isDay ? `${written}T00:00:00Z` : `${written}Z`))).toISOString();
  };
  return {
    instantOf,
    sharedInstantOf(written, column) {
      const instant = instantOf(written, column);
      if (local === null || written.includes("T")) return instant;
      const utcMidnight = `${written}T00:00:00.000Z`;
      // Eastern midnights are of UTC's day before: what looks at days of UTC (snapshots, rules) would see the day before.
      return instant < utcMidnight ? utcMidnight : instant;
    },
  };
}
