import type { SqlClient } from "#platform/db/transaction.ts";

/** Customers with a subscription or a payment, in the order of their ids, after one of them. */
export async function ledgerCustomerIds(
  client: SqlClient,
  companyId: string,
  afterCustomerId: string,
  limit: number,
): Promise<string[]> {
  const part = (table: string) =>
    `(select distinct customer_id from ${table} where company_id = $1 and customer_id > $2 order by 1 limit $3)`;
  const { rows } = await client.query<{ customer_id: string }>(
    `${part("subscriptions")} union ${part("payment_attempts")} order by 1 limit $3`,
    [companyId, afterCustomerId, limit],
  );
  return rows.map(({ customer_id }) => customer_id);
}
