import type { SqlClient } from "#platform/db/transaction.ts";

/**
 * Adds to a company's customer count in the transaction that wrote the customers, and raises its version. Holds
 * the row's lock until then: bulk writers of one company come one after the other.
 */
export async function changeCustomerTotals(
  client: SqlClient,
  companyId: string,
  added: number,
): Promise<void> {
  await client.query(
    `insert into customer_totals (company_id, customer_count, version) values ($1, $2, 1)
     on conflict (company_id) do update set customer_count = customer_totals.customer_count + $2,
       version = customer_totals.version + 1`,
    [companyId, added],
  );
}
