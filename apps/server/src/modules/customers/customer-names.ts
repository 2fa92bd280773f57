import type { RiskLevelValue } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

interface NamedRow {
  name: string;
  email: string | null;
  plan: string | null;
  /** 0 to 100; null: not scored. */
  score: number | null;
  level: RiskLevelValue | null;
}

/** What the company itself calls some customers; null: it gave no id. Those who are gone are left out. */
export async function readExternalIds(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; external_id: string | null }>`
    select id, external_id from customers
    where company_id = ${companyId} and id = any(${[...customerIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.external_id]));
}

/** Names of some customers as lists show them; those who are gone are left out. */
export async function readCustomerNames(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, NamedRow>> {
  if (customerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("customers")
    .select([
      "id",
      "email",
      "plan",
      "churn_risk_score as score",
      sql<RiskLevelValue | null>`churn_risk_level`.as("level"),
      sql<string>`coalesce(full_name, email, external_id)`.as("name"),
    ])
    .where("company_id", "=", companyId)
    .where("id", "in", customerIds)
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
