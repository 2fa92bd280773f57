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

/** The oldest of a company's customers with an address; null: there is none. */
export async function findFirstCustomerId(tx: Tx, companyId: string): Promise<string | null> {
  const customer = await tx
    .selectFrom("customers")
    .select("id")
    .where("company_id", "=", companyId)
    .where("email", "is not", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return customer?.id ?? null;
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

/**
 * A customer's id by one of the ways in which people name it: our id, the company's own, or an address, of which the
 * customer with the newest record is taken. Undefined where there is none, also for another company's.
 */
export async function findCustomerId(
  tx: Tx,
  companyId: string,
  by: { id: string } | { externalId: string } | { email: string },
): Promise<string | undefined> {
  const of = tx.selectFrom("customers").select("id").where("company_id", "=", companyId);
  const named =
    "id" in by
      ? of.where("id", "=", by.id)
      : "externalId" in by
        ? of.where("external_id", "=", by.externalId)
        : of
            .where("email_key", "=", by.email.trim().toLowerCase())
            .orderBy("created_at", "desc")
            .orderBy("id");
  return (await named.limit(1).executeTakeFirst())?.id;
}
