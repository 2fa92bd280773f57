const DAY = /^\d{4}-\d{2}-\d{2}$/;
const OFFSET = /([T ].*?)(Z|[+-]\d{2}(?::?\d{2})?)$/i;

/**
 * Milliseconds since 1970 of an ISO 8601 date or time, as PostgreSQL reads it here: what names no offset is of UTC, whichever zone
 * this machine is in (`Date.parse` takes a time without an offset for the machine's). NaN for what is no time.
 */
export function utcMs(text: string): number {
  if (DAY.test(text)) return Date.parse(text);
  const offset = OFFSET.exec(text)?.[2];
  if (offset === undefined) return Date.parse(`${text.replace(" ", "T")}Z`);
  return Date.parse(offset.length === 3 ? `${text}:00` : text);
}
