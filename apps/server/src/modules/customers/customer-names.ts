import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Names of some customers as lists show them; those who are gone are left out. */
export async function readCustomerNames(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, { name: string; email: string | null; plan: string | null }>> {
  if (customerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("customers")
    .select(["id", "email", "plan", sql<string>`coalesce(full_name, email, external_id)`.as("name")])
    .where("company_id", "=", companyId)
    .where("id", "in", customerIds)
    .execute();
  return new Map(rows.map(({ id, name, email, plan }) => [id, { name, email, plan }]));
}
