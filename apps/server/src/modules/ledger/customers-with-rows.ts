import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Of these customers those with rows in the ledger, which would go with them. */
export async function customersWithRows(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<Set<string>> {
  if (customerIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select c.id from unnest(${customerIds}::uuid[]) c (id)
    where exists (select 1 from subscriptions t where t.company_id = ${companyId} and t.customer_id = c.id)
      or exists (select 1 from invoices t where t.company_id = ${companyId} and t.customer_id = c.id)
      or exists (select 1 from payment_attempts t where t.company_id = ${companyId} and t.customer_id = c.id)
      or exists (select 1 from events t where t.company_id = ${companyId} and t.customer_id = c.id)`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
