import type { Tx } from "#platform/db/transaction.ts";

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
