import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * Deletes the customers that no file brought, and the attributes that no file and no customer knows any more. Those who
 * stay keep no score, as their analyses are taken back with the others. Returns what went, a count a table, and how
 * many such customers are left.
 */
export async function removeCustomersWithoutFile(
  tx: Tx,
  companyId: string,
): Promise<{ customers: number; attributes: number; left: number }> {
  const customers = await sql`
    delete from customers where company_id = ${companyId} and created_import_id is null`.execute(tx);
  const attributes = await sql`
    delete from customer_attributes a where a.company_id = ${companyId} and a.created_import_id is null
      and not exists (select from customers c where c.company_id = ${companyId} and c.attributes ? a.key)`.execute(
    tx,
  );
  await sql`
    update customers set churn_probability = null, churn_risk_score = null, churn_risk_level = null,
      leaves_within_30 = null, leaves_within_60 = null, leaves_within_90 = null, expected_days = null,
      score_source = null, scored_at = null, score_analysis_id = null, top_factor = null, not_scored_reason = null,
      value_at_risk_cents = null
    where company_id = ${companyId} and score_analysis_id is not null`.execute(tx);
  await sql`
    update customer_totals set version = version + 1, last_scored_at = null,
      customer_count = (select count(*) from customers where company_id = ${companyId})
    where company_id = ${companyId}`.execute(tx);
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from customers where company_id = ${companyId} and created_import_id is null`.execute(
    tx,
  );
  return {
    customers: Number(customers.numAffectedRows ?? 0n),
    attributes: Number(attributes.numAffectedRows ?? 0n),
    left: Number(rows[0]?.left ?? 0),
  };
}
