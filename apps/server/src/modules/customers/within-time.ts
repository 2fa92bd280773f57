import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

const QUERY_CANCELED = "57014";

/**
 * Runs a read that may take too long; null when the database gave it up after `timeoutMs`, or as long as it was opened to be
 * patient (`patienceMs`). The transaction goes on either way: the read sits behind a savepoint, and rolling back to it also undoes
 * the timeout's setting.
 */
export async function withinTime<T>(tx: Tx, timeoutMs: number, read: () => Promise<T>): Promise<T | null> {
  await sql
    .raw(
      `savepoint within_time; select set_config('statement_timeout',
        greatest(${Math.trunc(timeoutMs)}, nullif(current_setting('app.patience_ms', true), '')::int)::text, true)`,
    )
    .execute(tx);
  try {
    const result = await read();
    await sql`rollback to savepoint within_time`.execute(tx);
    return result;
  } catch (error) {
    if ((error as { code?: unknown }).code !== QUERY_CANCELED) throw error;
    await sql`rollback to savepoint within_time`.execute(tx);
    return null;
  }
}
