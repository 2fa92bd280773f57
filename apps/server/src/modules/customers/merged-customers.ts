import { sql } from "kysely";
import { actorColumns, type Actor } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { CustomerIdentity } from "./erase-customer.ts";
import { displayName } from "./customer-summary.ts";

/** The customer that another was merged into; undefined for one that was merged into none. */
export async function findKeptId(tx: Tx, companyId: string, mergedId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("merged_customers")
    .select("customer_id")
    .where("company_id", "=", companyId)
    .where("merged_id", "=", mergedId)
    .executeTakeFirst();
  return row?.customer_id;
}

/** Of these customers those that others were merged into. */
export async function customersMergedInto(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct customer_id as id from merged_customers
    where company_id = ${companyId} and customer_id = any(${[...customerIds]}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** By what those were known who were merged into a customer, each under the id it had. */
export async function listMergedInto(
  tx: Tx,
  companyId: string,
  customerId: string,
): Promise<{ id: string; identity: CustomerIdentity }[]> {
  const rows = await tx
    .selectFrom("merged_customers")
    .select(["merged_id", "full_name", "email", "external_id"])
    .where("company_id", "=", companyId)
    .where("customer_id", "=", customerId)
    .execute();
  return rows.map((row) => ({
    id: row.merged_id,
    identity: {
      name: displayName(row),
      fullName: row.full_name,
      email: row.email,
      externalId: row.external_id,
    },
  }));
}

/** Keeps by what a merged customer was known, where the kept one is not known by the same: it goes on meaning that one. */
export async function keepMergedIdentity(
  tx: Tx,
  actor: Actor & { companyId: string },
  { keptId, mergedId, merged, at }: { keptId: string; mergedId: string; merged: CustomerIdentity; at: Date },
): Promise<void> {
  const { companyId } = actor;
  const same = (column: "external_id" | "email_key", value: string | null) =>
    sql<
      string | null
    >`case when not exists (select from customers where company_id = ${companyId} and id = ${keptId}
      and ${sql.ref(column)} = ${column === "email_key" ? sql`lower(${value}::text)` : sql`${value}::text`}) then ${value}::text end`;
  await tx
    .insertInto("merged_customers")
    .values({
      company_id: companyId,
      merged_id: mergedId,
      customer_id: keptId,
      external_id: same("external_id", merged.externalId),
      email: same("email_key", merged.email),
      full_name: merged.fullName,
      merged_at: at,
      ...actorColumns("merged_by", actor),
    })
    .execute();
}
