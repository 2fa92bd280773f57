import * as words from "@forestay/contracts/words";

let known: { zone: string; offset: number } | undefined;

/**
 * The viewer's own time zone: dates on a page are those of the viewer's calendar. Asked of the browser once, because that takes longer
 * than a cell of a table has, and anew where its clock has come to be another one.
 */
export function viewerTimeZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (known?.offset !== offset)
    known = { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, offset };
  return known.zone;
}

/** Relative under 7 days, then a short date: 'Just now', '5m ago', '2d ago', 'Mar 4', 'Mar 4, 2025'. */
export function formatRelative(iso: string, now: Date = new Date()): string {
  return words.formatRelative(iso, now, viewerTimeZone());
}

/** The same within a sentence: 'just now', '2d ago', 'Mar 4'. */
export function formatRelativeInline(iso: string, now: Date = new Date()): string {
  return formatRelative(iso, now).replace(/^Just/, "just");
}

/** Month and day, with the year only when it is not the current one: 'Mar 4', 'Mar 4, 2025'. */
export function formatShortDate(iso: string, now: Date = new Date()): string {
  return words.formatShortDate(iso, now, viewerTimeZone());
}

/** Date and time in full, for titles and tooltips: 'October 14, 2026 at 9:12 AM'. */
export function formatDateTime(iso: string): string {
  return words.formatDateTime(iso, viewerTimeZone());
}

/** Date and time to the second, for a log: 'Oct 14, 2026, 9:12:03 AM'. */
export function formatExactTime(iso: string): string {
  return words.formatExactTime(iso, viewerTimeZone());
}
