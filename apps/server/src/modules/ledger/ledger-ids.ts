import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** What sources call the subscriptions, bills and payments of one customer. */
export async function ledgerIdsOf(tx: Tx, companyId: string, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select source_id as id from subscriptions where company_id = ${companyId} and customer_id = ${customerId}
    union select source_id from invoices where company_id = ${companyId} and customer_id = ${customerId}
    union select source_id from payment_attempts where company_id = ${companyId} and customer_id = ${customerId}`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
