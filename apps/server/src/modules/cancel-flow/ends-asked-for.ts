import type { SqlClient } from "#platform/db/transaction.ts";

/** Of these customers those whose last word in the cancel flow is that they cancel, and when they said so. */
export async function endsAskedFor(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await client.query<{ customer_id: string; decided_at: Date; outcome: string }>(
    `select distinct on (customer_id) customer_id, decided_at, outcome from cancel_sessions
     where company_id = $1 and customer_id = any($2::uuid[]) and outcome is not null
     order by customer_id, decided_at desc, id desc`,
    [companyId, customerIds],
  );
  return new Map(
    rows.filter(({ outcome }) => outcome === "canceled").map((row) => [row.customer_id, row.decided_at]),
  );
}
