import type { RiskLevelValue } from "@forestay/contracts";
import { sql } from "kysely";
import {
  hasLeftSql,
  readCompanyContext,
  sqlLeavingRule,
  type LeavingRule,
} from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

export interface StoredTotals {
  customers: number;
  /** Sum of the chances. */
  expectedLeavers: number;
  /** Sum of chance x yearly value, minor units of the company's currency; customers of unknown value or another currency add nothing. */
  atRiskCents: number;
  /** Customers per level, Low to Critical. */
  levels: [number, number, number, number];
}

/**
 * What the present scores of all customers who are still there add up to, as they were given: after an analysis of
 * everybody, its own totals. Where a run's results were removed, the customer's own rounded score stands for the chance.
 */
export async function readStoredTotals(tx: Tx, companyId: string, rule: LeavingRule): Promise<StoredTotals> {
  const { currency } = await readCompanyContext(tx, companyId);
  const { rows } = await sql<{
    level: RiskLevelValue;
    customers: number;
    expectedLeavers: number;
    atRiskCents: number;
  }>`
    select c.churn_risk_level as level, count(*) as customers,
      sum(coalesce(r.probability, c.churn_risk_score / 100.0))::float8 as "expectedLeavers",
      -- Stored in whole cents: of a customer whose value is as it was, what was rounded, so that the sum is the run's own.
      coalesce(sum(case when r.customer_id is null or round(v.cents) = r.value_at_risk_cents then v.cents
        when coalesce(c.currency, ${currency}) = ${currency} then r.value_at_risk_cents end), 0)::float8 as "atRiskCents"
    from customers c left join churn_analysis_results r
      on r.company_id = c.company_id and r.analysis_id = c.score_analysis_id and r.customer_id = c.id
    cross join lateral (select coalesce(r.probability, c.churn_risk_score / 100.0)::float8
      * case when coalesce(c.currency, ${currency}) = ${currency}
        then coalesce(12 * c.monthly_revenue_cents, c.lifetime_value_cents) end as cents) v
    where c.company_id = ${companyId} and c.churn_risk_score is not null
      and ${hasLeftSql(sqlLeavingRule(rule))} is not true
    group by 1`.execute(tx);
  const totals: StoredTotals = { customers: 0, expectedLeavers: 0, atRiskCents: 0, levels: [0, 0, 0, 0] };
  for (const { level, customers, expectedLeavers, atRiskCents } of rows) {
    totals.customers += customers;
    totals.expectedLeavers += expectedLeavers;
    totals.atRiskCents += atRiskCents;
    totals.levels[level] += customers;
  }
  return totals;
}
