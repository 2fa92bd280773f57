import { changeCustomerTotals } from "#modules/customers/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import { markStale } from "./refresh-customers.ts";
import type { LedgerTable } from "./row-store.ts";

const ROWS_PER_BATCH = 2000;
const LEDGER_TABLES: readonly LedgerTable[] = ["payment_attempts", "invoices", "subscriptions"];

/**
 * Deletes a batch of what a source said of subscriptions, bills and payments; the customers concerned are told anew afterwards
 * (`refreshStaleCustomers`). True while more is left: each call is the work of one transaction.
 */
export async function removeLedgerOfSource(
  client: SqlClient,
  companyId: string,
  source: string,
): Promise<boolean> {
  await changeCustomerTotals(client, companyId, 0);
  for (const table of LEDGER_TABLES) {
    const { rows } = await client.query<{ customer_id: string }>(
      `delete from ${table} where company_id = $1 and id in (
         select id from ${table} where company_id = $1 and source = $2 limit $3) returning customer_id`,
      [companyId, source, ROWS_PER_BATCH],
    );
    if (rows.length === 0) continue;
    await markStale(client, companyId, [...new Set(rows.map((row) => row.customer_id))]);
    return true;
  }
  return false;
}
