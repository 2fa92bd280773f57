const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Two messages of one payment never leave on the same day. */
const APART_MS = 20 * HOUR_MS;
/** What was planned for the last day may leave a little later, as a worker may. */
const LATE_MS = DAY_MS;

/** What is known of a failed payment, when its next message is planned. */
export interface MessageSituation {
  readonly firstFailedMs: number;
  /** Days of its sequence, rising. */
  readonly days: readonly number[];
  /** The day of the last message that was written, and when; null while there is none. */
  readonly last: { readonly day: number; readonly atMs: number } | null;
  /** Of a customer who is written to later: not before this day. Null: by the sequence. */
  readonly notBeforeDay: number | null;
  /** Nothing is written later than so many days after the first failure. */
  readonly endsAfterDays: number;
  readonly nowMs: number;
}

/**
 * The next message of a sequence, and when it is due: in the past where it is late. What was missed is not made up for: of
 * several that are due only the last one leaves, and of those that a later beginning leaves out, too. Null: none is left.
 */
export function nextMessage({
  firstFailedMs,
  days,
  last,
  notBeforeDay,
  endsAfterDays,
  nowMs,
}: MessageSituation): { day: number; atMs: number } | null {
  const left = days.filter((day) => last === null || day > last.day);
  const planned = left.map((day) => ({
    day,
    atMs: firstFailedMs + Math.max(day, notBeforeDay ?? day) * DAY_MS,
  }));
  const first = planned[0];
  if (first === undefined) return null;
  const next =
    planned.findLast(({ atMs }) => atMs <= nowMs) ??
    planned.findLast(({ atMs }) => atMs === first.atMs) ??
    first;
  const atMs = Math.max(next.atMs, last === null ? 0 : last.atMs + APART_MS);
  const endMs = firstFailedMs + endsAfterDays * DAY_MS;
  return atMs > endMs || nowMs > endMs + LATE_MS ? null : { day: next.day, atMs };
}
