import { MINUTE_MS, trackingLimits } from "@forestay/contracts";
import type { Clock } from "#platform/clock.ts";
import { AppError } from "#platform/http/app-error.ts";

/** Counts what each write key brings, in this process. */
export interface KeyRates {
  /** Counts `events`; throws `rate_limited` with the seconds to wait where the key had its share of this minute before. */
  count(keyId: string, events: number): void;
}

/** `scale` multiplies the limit, as it does those of other calls (RATE_LIMIT_SCALE). */
export function createKeyRates(clock: Clock, scale: number): KeyRates {
  const limit = trackingLimits.eventsPerMinute * scale;
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    count(keyId, events) {
      const nowMs = clock.now().getTime();
      const present = Math.floor(nowMs / MINUTE_MS);
      if (present !== minute) {
        minute = present;
        counts = new Map();
      }
      const before = counts.get(keyId) ?? 0;
      if (before >= limit)
        throw new AppError("rate_limited", {
          message: `A write key brings at most ${limit.toLocaleString("en-US")} events a minute. Send the rest from the next minute on.`,
          retryAfterSeconds: Math.max(1, Math.ceil(((present + 1) * MINUTE_MS - nowMs) / 1000)),
        });
      counts.set(keyId, before + events);
    },
  };
}
