import type { Tx } from "#platform/db/transaction.ts";

/** Deletes every model of the company, with what was noted of its drift. Returns how many went. */
export async function removeModels(tx: Tx, companyId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("churn_models")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
