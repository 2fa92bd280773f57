import type { Tx } from "#platform/db/transaction.ts";

/** What the open tasks of some customers say. */
export async function readOpenTaskTitles(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (customerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("tasks")
    .select(["customer_id", "title"])
    .where("company_id", "=", companyId)
    .where("customer_id", "in", customerIds)
    .where("done_at", "is", null)
    .execute();
  const titles = Map.groupBy(rows, ({ customer_id }) => customer_id);
  return new Map([...titles].map(([id, of]) => [id, new Set(of.map(({ title }) => title))]));
}
