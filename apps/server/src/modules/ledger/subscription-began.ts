import type { SqlClient } from "#platform/db/transaction.ts";

/** When a subscription of a source began; null where it is not known. */
export async function subscriptionBegan(
  client: SqlClient,
  companyId: string,
  { source, subscriptionId }: { source: string; subscriptionId: string },
): Promise<Date | null> {
  const { rows } = await client.query<{ started_at: Date | null }>(
    "select started_at from subscriptions where company_id = $1 and source = $2 and source_id = $3",
    [companyId, source, subscriptionId],
  );
  return rows[0]?.started_at ?? null;
}
