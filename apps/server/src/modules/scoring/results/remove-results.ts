import type { Tx } from "#platform/db/transaction.ts";

/** Deletes what analyses said customer by customer; the scores stay in the customers' history. */
export async function removeResults(
  tx: Tx,
  companyId: string,
  analysisIds: readonly string[],
): Promise<void> {
  if (analysisIds.length === 0) return;
  await tx
    .deleteFrom("churn_analysis_results")
    .where("company_id", "=", companyId)
    .where("analysis_id", "in", analysisIds)
    .execute();
}
