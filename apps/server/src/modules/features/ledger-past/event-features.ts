import { DAY_MS } from "@forestay/contracts/vocabulary";
import { countBefore } from "./ledger-past.ts";

/** Takes features one by one; of two of one name, the later one stands. */
export type PutFeature = (name: string, value: number | string) => void;

/** Days that counts look back over. */
export const WINDOWS_DAYS = [7, 30, 60, 90, 180] as const;
/** A rhythm is known from so many events on. */
const FEWEST_FOR_RHYTHM = 4;
const RHYTHM_DAYS = 180;

/** What the features of one kind of thing are called, put together once: there are millions of rows of them. */
export interface RhythmNames {
  readonly daysSince: string;
  readonly overdue: string;
  readonly windows: readonly { readonly ms: number; readonly count: string; readonly trend: string }[];
}

/** @param base NAME of `putRhythm`. */
export const rhythmNames = (base: string): RhythmNames => ({
  daysSince: `${base}_days_since`,
  overdue: `${base}_overdue`,
  windows: WINDOWS_DAYS.map((days) => ({
    ms: days * DAY_MS,
    count: `${base}_${days}d`,
    trend: `${base}_${days}d_trend`,
  })),
});

/**
 * Recency, frequency and trend of one kind of thing before a moment, against the customer's own rhythm:
 * - `NAME_days_since`: whole days since the last;
 * - `NAME_7d` ... `NAME_180d`: how many in the last days;
 * - `NAME_7d_trend` ...: log(1 + these) - log(1 + those of as many days before);
 * - `NAME_overdue`: time since the last over the usual time between two of the last half year.
 * What records do not reach back far enough for is left out, so that "none" always means none.
 * @param recordsFromMs Since when the company has recorded this kind.
 */
export function putRhythm(
  put: PutFeature,
  names: RhythmNames,
  atMs: Float64Array,
  untilMs: number,
  recordsFromMs: number,
): void {
  const total = countBefore(atMs, untilMs);
  const last = total === 0 ? null : atMs[total - 1]!;
  if (last !== null) put(names.daysSince, Math.floor((untilMs - last) / DAY_MS));
  for (const { ms, count, trend } of names.windows) {
    const fromMs = untilMs - ms;
    if (fromMs < recordsFromMs) break;
    const before = countBefore(atMs, fromMs);
    const recent = total - before;
    put(count, recent);
    const earlierFromMs = fromMs - ms;
    if (earlierFromMs < recordsFromMs) continue;
    const earlier = before - countBefore(atMs, earlierFromMs);
    put(trend, rounded(logOf(recent) - logOf(earlier)));
  }
  if (last === null) return;
  const first = countBefore(atMs, untilMs - RHYTHM_DAYS * DAY_MS);
  if (total - first < FEWEST_FOR_RHYTHM) return;
  const usualMs = (last - atMs[first]!) / (total - first - 1);
  if (usualMs > 0) put(names.overdue, rounded((untilMs - last) / usualMs));
}

/** Most counts are small, and there are hundreds of millions of them. */
const SMALL = Float64Array.from({ length: 256 }, (_, count) => Math.log1p(count));
const logOf = (count: number): number => SMALL[count] ?? Math.log1p(count);

/** In front of kinds of events, so that none of them can pass for a field of ours. */
export const EVENT_PREFIX = "event:";

/** Four digits: more tell customers apart, not behaviours. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
