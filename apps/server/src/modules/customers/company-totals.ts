import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { hasLeftSql, sqlLeavingRule, type LeavingRule } from "./leaving.ts";

/** All of a company's customers in a few figures. */
export interface CompanyTotals {
  customers: number;
  /** Of these, how many have left by the rule. */
  left: number;
  /** Monthly revenue of those who have not left, as far as it is kept in the company's currency. */
  revenueCents: number;
}

/** Counts all customers of a company: reads every one of them, so for jobs and not for pages. */
export async function countCompany(
  tx: Tx,
  companyId: string,
  rule: LeavingRule,
  currency: string,
): Promise<CompanyTotals> {
  const { rows } = await sql<CompanyTotals>`
    select count(*) as customers, count(*) filter (where has_left) as left,
      coalesce(sum(monthly_revenue_cents) filter (where has_left is not true and currency = ${currency}), 0) as "revenueCents"
    from (select coalesce(c.currency, ${currency}) as currency, c.monthly_revenue_cents,
        ${hasLeftSql(sqlLeavingRule(rule))} as has_left
      from customers c where c.company_id = ${companyId}) counted`.execute(tx);
  return rows[0] ?? { customers: 0, left: 0, revenueCents: 0 };
}
