import { DAY_MS, HOUR_MS, MINUTE_MS } from "@forestay/contracts";

/** Before the second try and each further one; the last comes a little over three days after the first. */
const PAUSES_MS = [
  5000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  28 * HOUR_MS,
];
/** Added at most, so that many who failed together do not come back together. */
const JITTER = 0.1;
/** A receiver that asks for longer is asked again after a day all the same. */
const LONGEST_ASKED_MS = DAY_MS;

/**
 * How long to wait after so many tries before the next, in ms; null when there is none. A receiver that says when
 * (Retry-After) is not asked earlier.
 */
export function pauseAfter(
  attempts: number,
  retryAfterMs: number | null,
  random: () => number = Math.random,
): number | null {
  const pauseMs = PAUSES_MS[attempts - 1];
  if (pauseMs === undefined) return null;
  const ownMs = pauseMs * (1 + random() * JITTER);
  return Math.round(Math.max(ownMs, Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS)));
}
