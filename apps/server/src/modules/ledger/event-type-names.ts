import type { Tx } from "#platform/db/transaction.ts";

/** What a company calls what its customers do. */
export async function readEventTypeNames(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("event_types")
    .select("name")
    .where("company_id", "=", companyId)
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}
