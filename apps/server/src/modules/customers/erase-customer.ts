import { sql } from "kysely";
import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
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

/** Takes an erased customer out of lines of some types on others' timelines. */
export const forgetInTimelines = (
  tx: Tx,
  companyId: string,
  types: readonly string[],
  words: PersonWords,
): Promise<void> =>
  forgetWords(
    tx,
    companyId,
    {
      table: "customer_events",
      where: sql`company_id = ${companyId} and type = any(${types}::text[])`,
      texts: ["title", "detail"],
      json: ["data"],
    },
    words,
  );

/** What of a customer's identity another customer has too, in any case. */
export async function readSharedIdentity(
  tx: Tx,
  companyId: string,
  customerId: string,
  { fullName, email }: Pick<CustomerIdentity, "fullName" | "email">,
): Promise<{ name: boolean; email: boolean }> {
  const another = (key: "name_key" | "email_key", value: string | null) =>
    sql<boolean>`exists (select from customers where company_id = ${companyId} and id <> ${customerId}
      and ${sql.ref(key)} = lower(${value}))`;
  const { rows } = await sql<{ name: boolean; email: boolean }>`
    select ${another("name_key", fullName)} as name, ${another("email_key", email)} as email`.execute(tx);
  return rows[0] ?? { name: false, email: false };
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
