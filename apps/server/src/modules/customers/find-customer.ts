import type { SqlClient, Tx } from "#platform/db/transaction.ts";

/** Whether a company has any customer at all. */
export async function hasCustomers(tx: Tx, companyId: string): Promise<boolean> {
  const customer = await tx
    .selectFrom("customers")
    .select("id")
    .where("company_id", "=", companyId)
    .limit(1)
    .executeTakeFirst();
  return customer !== undefined;
}

/** The ids of the customers with these ids of their company's own, by those. */
export async function findCustomerIds(
  client: SqlClient,
  companyId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ id: string; external_id: string }>(
    "select id, external_id from customers where company_id = $1 and external_id = any($2::text[])",
    [companyId, externalIds],
  );
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

/** A customer's full name, null where it has none; undefined where there is no such customer. */
export async function findCustomerName(
  tx: Tx,
  companyId: string,
  customerId: string,
): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom("customers")
    .select("full_name")
    .where("company_id", "=", companyId)
    .where("id", "=", customerId)
    .executeTakeFirst();
  return row?.full_name;
}
