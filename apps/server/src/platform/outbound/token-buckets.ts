import type { Clock } from "../clock.ts";

/** How often: so many a second on average, and so many at once after a pause. */
export interface Pace {
  perSecond: number;
  burst: number;
}

/** One bucket of tokens per name. Kept per process here; shared-buckets.ts keeps those that processes share. */
export interface TokenBuckets {
  /**
   * Takes a token; returns how many ms to wait until it counts, 0 for none. Null when that would be longer than
   * `longestWaitMs`: nothing is taken then.
   */
  take(bucket: string, pace: Pace, longestWaitMs: number): Promise<number | null>;
}

/** So many hosts are remembered before those that are at rest are forgotten. */
const SWEEP_AT = 1000;

export function createTokenBuckets(clock: Clock): TokenBuckets {
  const buckets = new Map<string, { tokens: number; atMs: number; pace: Pace }>();

  function refilled(bucket: string, pace: Pace): number {
    const known = buckets.get(bucket);
    if (known === undefined) return pace.burst;
    const elapsedMs = clock.now().getTime() - known.atMs;
    return Math.min(pace.burst, known.tokens + (elapsedMs / 1000) * pace.perSecond);
  }

  function forgetFullOnes(): void {
    for (const [name, { pace }] of buckets) if (refilled(name, pace) >= pace.burst) buckets.delete(name);
  }

  return {
    async take(bucket, pace, longestWaitMs) {
      const tokens = refilled(bucket, pace) - 1;
      // Below zero: promised to those who wait already.
      const waitMs = tokens >= 0 ? 0 : Math.ceil((-tokens / pace.perSecond) * 1000);
      if (waitMs > longestWaitMs) return null;
      if (buckets.size >= SWEEP_AT) forgetFullOnes();
      buckets.set(bucket, { tokens, atMs: clock.now().getTime(), pace });
      return waitMs;
    },
  };
}
