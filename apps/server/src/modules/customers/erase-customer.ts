import { sql } from "kysely";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { changeCustomerTotals } from "./customer-totals.ts";
import { displayName } from "./customer-summary.ts";

/** By what one customer is known; null: not by that. */
export interface CustomerIdentity {
  name: string;
  fullName: string | null;
  email: string | null;
  externalId: string | null;
}

/** Who a customer is, locked until the transaction's end; undefined where there is none. */
export async function lockIdentity(
  tx: Tx,
  companyId: string,
  customerId: string,
): Promise<CustomerIdentity | undefined> {
  const { rows } = await sql<{ full_name: string | null; email: string | null; external_id: string | null }>`
    select full_name, email, external_id from customers
    where company_id = ${companyId} and id = ${customerId} for update`.execute(tx);
  const row = rows[0];
  if (!row) return undefined;
  return { name: displayName(row), fullName: row.full_name, email: row.email, externalId: row.external_id };
}

/** Deletes a customer; every row that is its own goes with it. */
export async function deleteCustomer(
  client: SqlClient,
  companyId: string,
  customerId: string,
): Promise<void> {
  await client.query("delete from customers where company_id = $1 and id = $2", [companyId, customerId]);
  await changeCustomerTotals(client, companyId, -1);
}
