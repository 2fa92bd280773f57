import type { Tx } from "#platform/db/transaction.ts";

/** Ids of those who came into a segment, or went out of it, in one look, in their order. */
export async function listMoved(
  tx: Tx,
  companyId: string,
  { segmentId, lookId, hasEntered }: { segmentId: string; lookId: string; hasEntered: boolean },
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom("segment_changes")
    .select("customer_id")
    .where("company_id", "=", companyId)
    .where("look_id", "=", lookId)
    .where("segment_id", "=", segmentId)
    .where("entered", "=", hasEntered)
    .$if(after !== null, (query) => query.where("customer_id", ">", after))
    .orderBy("customer_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.customer_id);
}
