import type { CriteriaNode } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";

/** How many views that are people's own have a rule that fits. Whose they are and what they say stays theirs. */
export async function countOwnViews(
  tx: Tx,
  companyId: string,
  fits: (criteria: readonly CriteriaNode[]) => boolean,
): Promise<number> {
  const rows = await tx
    .selectFrom("customer_views")
    .select("conditions")
    .where("company_id", "=", companyId)
    .where("user_id", "is not", null)
    .execute();
  return rows.filter(({ conditions }) => fits(conditions as unknown as CriteriaNode[])).length;
}
