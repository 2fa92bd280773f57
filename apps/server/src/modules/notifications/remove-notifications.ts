import type { Tx } from "#platform/db/transaction.ts";

/** Deletes every notification in the company, read or not. Returns how many went. */
export async function removeNotifications(tx: Tx, companyId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("notifications")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
