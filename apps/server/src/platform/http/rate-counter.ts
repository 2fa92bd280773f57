import { DAY_MS } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * Adds one to a fixed-window counter and returns what it stands at, atomically over all processes. A window that has
 * passed starts anew.
 */
export async function countAttempt(
  tx: Tx,
  key: string,
  windowSeconds: number,
  now: Date,
): Promise<{ count: number; startedAtMs: number }> {
  const started = sql<boolean>`rate_limit_counters.window_started_at <= ${new Date(now.getTime() - windowSeconds * 1000)}`;
  const row = await tx
    .insertInto("rate_limit_counters")
    .values({ key, window_started_at: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when ${started} then 1 else rate_limit_counters.count + 1 end`,
        window_started_at: sql<Date>`case when ${started} then excluded.window_started_at else rate_limit_counters.window_started_at end`,
      }),
    )
    .returning(["count", "window_started_at"])
    .executeTakeFirstOrThrow();
  return { count: row.count, startedAtMs: row.window_started_at.getTime() };
}

/** Forgets a counter, e.g. an account's failed sign-ins after a successful one. */
export async function resetAttempts(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom("rate_limit_counters").where("key", "=", key).execute();
}

/** The longest window of the limits' table; a counter this old counts nothing any more. */
const COUNTER_KEPT_MS = DAY_MS;

/** Removes the counters of windows long past. */
export async function removeSpentCounters(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom("rate_limit_counters")
    .where("window_started_at", "<", new Date(now.getTime() - COUNTER_KEPT_MS))
    .execute();
}

/** Takes one count back, e.g. an address's attempt that turned out to be a right password. */
export async function takeBackAttempt(tx: Tx, key: string): Promise<void> {
  await tx
    .updateTable("rate_limit_counters")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("key", "=", key)
    .where("count", ">", 0)
    .execute();
}
