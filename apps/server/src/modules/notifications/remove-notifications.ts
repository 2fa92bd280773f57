import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Deletes every notification in the company, read or not. Returns how many went. */
export async function removeNotifications(tx: Tx, companyId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("notifications")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes notifications about a customer, or that say one of these words (in lower case). */
export async function eraseNotificationsSaying(
  tx: Tx,
  companyId: string,
  customerId: string,
  words: readonly string[],
): Promise<void> {
  await sql`delete from notifications where company_id = ${companyId} and exists (
    select from unnest(${[customerId, ...words]}::text[]) w
    where position(w in lower(title || ' ' || message || ' ' || coalesce(action_url, '') || ' ' || customers::text)) > 0)`.execute(
    tx,
  );
}
