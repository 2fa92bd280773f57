import { DAY_MS } from "@forestay/contracts/vocabulary";
import { countBefore, type CustomerLedger } from "./ledger-past.ts";

/** Days that counts look back over. */
export const WINDOWS_DAYS = [7, 30, 60, 90, 180] as const;
/** A rhythm is known from so many events on. */
const FEWEST_FOR_RHYTHM = 4;
const RHYTHM_DAYS = 180;

/** What one kind of event says (`rhythmFeatures`), by its name. */
export const eventFeatures = (
  { name, atMs }: Pick<CustomerLedger["events"][number], "name" | "atMs">,
  untilMs: number,
  recordsFromMs: number,
): Record<string, number> => rhythmFeatures(EVENT_PREFIX + name, atMs, untilMs, recordsFromMs);

/**
 * Recency, frequency and trend of one kind of thing before a moment, against the customer's own rhythm:
 * - `NAME_days_since`: whole days since the last;
 * - `NAME_7d` ... `NAME_180d`: how many in the last days;
 * - `NAME_7d_trend` ...: log(1 + these) - log(1 + those of as many days before);
 * - `NAME_overdue`: time since the last over the usual time between two of the last half year.
 * What records do not reach back far enough for is left out, so that "none" always means none.
 * @param base NAME.
 * @param recordsFromMs Since when the company has recorded this kind.
 */
export function rhythmFeatures(
  base: string,
  atMs: Float64Array,
  untilMs: number,
  recordsFromMs: number,
): Record<string, number> {
  const features: Record<string, number> = {};
  const total = countBefore(atMs, untilMs);
  const last = total === 0 ? null : atMs[total - 1]!;
  if (last !== null) features[`${base}_days_since`] = Math.floor((untilMs - last) / DAY_MS);
  for (const days of WINDOWS_DAYS) {
    const fromMs = untilMs - days * DAY_MS;
    if (fromMs < recordsFromMs) break;
    const before = countBefore(atMs, fromMs);
    const recent = total - before;
    features[`${base}_${days}d`] = recent;
    const earlierFromMs = fromMs - days * DAY_MS;
    if (earlierFromMs < recordsFromMs) continue;
    const earlier = before - countBefore(atMs, earlierFromMs);
    features[`${base}_${days}d_trend`] = rounded(Math.log1p(recent) - Math.log1p(earlier));
  }
  const first = countBefore(atMs, untilMs - RHYTHM_DAYS * DAY_MS);
  if (last !== null && total - first >= FEWEST_FOR_RHYTHM) {
    const usualMs = (last - atMs[first]!) / (total - first - 1);
    if (usualMs > 0) features[`${base}_overdue`] = rounded((untilMs - last) / usualMs);
  }
  return features;
}

/** In front of kinds of events, so that none of them can pass for a field of ours. */
export const EVENT_PREFIX = "event:";

/** Four digits: more tell customers apart, not behaviours. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
