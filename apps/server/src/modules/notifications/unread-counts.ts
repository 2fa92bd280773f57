import { sql } from "kysely";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * Until the transaction ends nobody else of the company changes what is unread: two transactions counting at once would
 * each miss the other's rows and send a badge that is one off.
 */
export async function lockUnreadCounts(tx: Tx, companyId: string): Promise<void> {
  await lockUntilCommit(tx, advisoryLock.unreadCounts, companyId);
}

/** How many notifications each of these people has not read, by user id; who has none is left out. */
export async function countUnread(
  tx: Tx,
  companyId: string,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; unreadCount: number }>`
    select user_id as "userId", count(*)::int as "unreadCount" from notifications
    where company_id = ${companyId} and user_id = any(${userIds}::uuid[]) and read_at is null
    group by user_id`.execute(tx);
  return new Map(rows.map((row) => [row.userId, row.unreadCount]));
}
