import type { Tx } from "#platform/db/transaction.ts";

/** Deletes every analysis of the company, with its results. Returns how many went. */
export async function removeAnalyses(tx: Tx, companyId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("churn_analyses")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
