import type { RiskLevelValue } from "@forestay/contracts";
import { sql } from "kysely";
import {
  hasLeftSql,
  readSelection,
  sqlLeavingRule,
  type CustomerRecord,
  type LeavingRule,
} from "#modules/customers/index.ts";
import type { FeaturePlan, FeatureRow } from "#modules/features/index.ts";
import { createInputReader } from "#modules/scoring/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";

export interface SampledCustomer {
  row: FeatureRow;
  customer: CustomerRecord;
  /** At the last score. */
  level: RiskLevelValue;
}

/** Scored customers that are still there, as the model reads them: drawn by a hash of their ids, the same ones each time. */
export async function drawSample(
  db: Database,
  companyId: string,
  { plan, rule, most }: { plan: FeaturePlan; rule: LeavingRule; most: number },
): Promise<SampledCustomer[]> {
  const drawn = await withTenant(db, companyId, async (tx) => {
    const { rows } = await sql<{ id: string; level: RiskLevelValue }>`
      select c.id, c.churn_risk_level as level from customers c
      where c.company_id = ${companyId} and c.churn_risk_score is not null
        and ${hasLeftSql(sqlLeavingRule(rule))} is not true
      order by hashtextextended(c.id::text, 7) limit ${most}`.execute(tx);
    return new Map(rows.map(({ id, level }) => [id, level]));
  });
  if (drawn.size === 0) return [];
  const reader = await createInputReader(db, companyId, {
    rowSource: plan.source,
    plan,
    rowRequired: true,
    rule,
  });
  const sample: SampledCustomer[] = [];
  for await (const batch of readSelection(db, companyId, { customerIds: [...drawn.keys()] }, rule)) {
    for (const { row, customer } of await reader(batch))
      if (row) sample.push({ row, customer, level: drawn.get(customer.id) ?? 0 });
  }
  return sample;
}
