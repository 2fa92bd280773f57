/** Lengths in milliseconds, for clocks, terms and retention. A day is 24 hours: none of them knows a time zone. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** As a database counts: `extract(epoch from …) / DAY_SECONDS`. */
export const DAY_SECONDS = DAY_MS / 1000;
