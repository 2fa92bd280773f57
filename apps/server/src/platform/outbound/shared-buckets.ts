import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { withSystem, type Tx } from "../db/transaction.ts";
import type { Pace, TokenBuckets } from "./token-buckets.ts";

/** A process takes what it may need within such a part of a second at once: the database is not asked before each call. */
const LEASE_SECONDS = 0.25;
/** What was taken and not used within so long is given up: whoever comes later must not add it to what there is then. */
const LEASE_KEPT_MS = 1000;
/** So many leases are remembered before those that are over are forgotten. */
const SWEEP_AT = 1000;

interface Lease {
  left: number;
  /** When its tokens count, by this process's own time (ms). */
  readyAtMs: number;
}

/**
 * Buckets that all processes share: a row each, by the database's clock, so that many workers together keep one account's
 * pace (decision 0177). Asks the database in a transaction of its own: nothing that holds one open may take a token.
 */
export function createSharedBuckets(
  db: Database,
  nowMs: () => number = () => performance.now(),
): TokenBuckets {
  const leases = new Map<string, Lease>();

  function forgetOldOnes(): void {
    for (const [name, { readyAtMs }] of leases) if (readyAtMs + LEASE_KEPT_MS < nowMs()) leases.delete(name);
  }

  return {
    async take(bucket, pace, longestWaitMs) {
      const held = leases.get(bucket);
      if (held !== undefined && held.left > 0 && held.readyAtMs + LEASE_KEPT_MS >= nowMs()) {
        held.left -= 1;
        return Math.max(0, Math.ceil(held.readyAtMs - nowMs()));
      }
      const many = Math.max(1, Math.min(pace.burst, Math.floor(pace.perSecond * LEASE_SECONDS)));
      const tokens = await withSystem(db, (tx) => takeTokens(tx, bucket, pace, many, longestWaitMs));
      if (tokens === null) return null;
      const waitMs = tokens >= 0 ? 0 : Math.ceil((-tokens / pace.perSecond) * 1000);
      if (leases.size >= SWEEP_AT) forgetOldOnes();
      leases.set(bucket, { left: many - 1, readyAtMs: nowMs() + waitMs });
      return waitMs;
    },
  };
}

/** What the bucket stands at after `many` were taken; null, and nothing is taken, where they would count too late. */
async function takeTokens(
  tx: Tx,
  name: string,
  { perSecond, burst }: Pace,
  many: number,
  longestWaitMs: number,
): Promise<number | null> {
  const least = -(longestWaitMs / 1000) * perSecond;
  const after = sql`least(${burst}::float8,
    b.tokens + extract(epoch from clock_timestamp() - b.at)::float8 * ${perSecond}::float8) - ${many}::float8`;
  const { rows } = await sql<{ tokens: number }>`
    insert into outbound_buckets as b (name, tokens, at)
    values (left(${name}, 300), ${burst}::float8 - ${many}::float8, clock_timestamp())
    on conflict (name) do update set tokens = ${after}, at = clock_timestamp()
    where ${after} >= ${least}::float8
    returning tokens`.execute(tx);
  return rows[0]?.tokens ?? null;
}

/** Removes buckets that have been full for long: one that is not there is full. */
export async function removeRestingBuckets(tx: Tx): Promise<void> {
  await sql`delete from outbound_buckets where at < clock_timestamp() - interval '1 day'`.execute(tx);
}
