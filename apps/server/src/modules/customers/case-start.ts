import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { readCompanyContext } from "./company-context.ts";

/** What is at stake with a customer at this moment. */
export interface CaseStart {
  /** A year of revenue, else the lifetime value, in minor units of `currency`; null: neither is known. */
  yearlyValueCents: number | null;
  currency: string;
  /** 0 to 100; null: not scored. */
  score: number | null;
}

export async function readCaseStart(tx: Tx, companyId: string, customerId: string): Promise<CaseStart> {
  const company = await readCompanyContext(tx, companyId);
  const { rows } = await sql<CaseStart>`
    select coalesce(12 * monthly_revenue_cents, lifetime_value_cents) as "yearlyValueCents",
      coalesce(currency, ${company.currency}) as currency, churn_risk_score as score
    from customers where company_id = ${companyId} and id = ${customerId}`.execute(tx);
  return rows[0] ?? { yearlyValueCents: null, currency: company.currency, score: null };
}
