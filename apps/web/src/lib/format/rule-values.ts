import { formatShortDate } from "./date.ts";

/**
 * A day of a rule as it is typed: `2026-10-01` of its midnight in UTC, the same wherever it is read. Instants that other doors
 * stored are the day they are here.
 */
export function dayOfInstant(instant: string): string {
  if (/T00:00:00(\.0+)?Z$/.test(instant)) return instant.slice(0, 10);
  const at = new Date(instant);
  const two = (of: number) => String(of).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** A day of a rule in words: "Oct 1". */
export const ruleDay = (instant: string): string => formatShortDate(`${dayOfInstant(instant)}T12:00:00`);

/** The instant that stands for a typed day. */
export const instantOfDay = (day: string): string => `${day}T00:00:00.000Z`;

/** Values with commas between them; one that holds a comma or a quote stands in quotes. */
export const listText = (values: readonly unknown[]): string =>
  values
    .map(String)
    .map((value) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(", ");

/** What `listText` wrote, or a person typed. */
export function readList(text: string): string[] {
  const values: string[] = [];
  for (const [, quoted, bare] of text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)) {
    const value = quoted === undefined ? (bare ?? "").trim() : quoted.replaceAll('""', '"');
    if (value !== "") values.push(value);
  }
  return values;
}
