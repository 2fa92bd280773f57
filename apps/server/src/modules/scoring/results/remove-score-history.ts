import type { Tx } from "#platform/db/transaction.ts";

/** Deletes every score that the company's customers ever had. Returns how many went. */
export async function removeScoreHistory(tx: Tx, companyId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("customer_score_history")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
