import type { TimelineLine } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";

/** A place on a timeline: microseconds, as PostgreSQL keeps them, and the key of the line that stands there. */
export interface TimelinePlace {
  /** "2026-03-01T09:30:00.123456Z": two of them compare as texts. */
  at: string;
  /** `<source>:<id>`, ASCII. */
  key: string;
}

/** What a page of the timeline asks each of its sources for: at most so many lines, each older than a place. */
export interface TimelineBound {
  /** Null: from the newest. */
  before: TimelinePlace | null;
  limit: number;
}

/** A line with its place. */
export type PlacedLine = Omit<TimelineLine, "occurredAt"> & TimelinePlace;

/** A moment as a place of the timeline names it. */
export const placeTime = (at: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Whether a row stands before a bound's place, as a condition whose first half an index on the time answers. `key` is the row's
 * key as text.
 */
export function isBefore(
  { before }: TimelineBound,
  at: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (before === null) return sql`true`;
  return sql`(${at} <= ${before.at}::timestamptz
    and (${at} < ${before.at}::timestamptz or ${key} collate "C" < ${before.key}))`;
}

/** Newest first, and of one instant by their keys. */
export const byPlace = (a: TimelinePlace, b: TimelinePlace): number =>
  a.at === b.at ? (a.key < b.key ? 1 : -1) : a.at < b.at ? 1 : -1;
