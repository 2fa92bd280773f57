import type {
  ContactPlan,
  Recommendation,
  RiskLevelValue,
  RouteQuery,
  planRoutes,
} from "@forestay/contracts";
import { sql } from "kysely";
import { readCompanyContext, toMajorUnits } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { requireAnalysis } from "../service/read-analyses.ts";

const SHOWN = 100;

interface TotalsRow {
  customers: number;
  leavers: number;
  cents: number | null;
  chosen: number;
  chosenLeavers: number | null;
  chosenCents: number | null;
}
interface ItemRow {
  customerId: string;
  fullName: string;
  email: string | null;
  churnRiskScore: number;
  churnRiskLevel: RiskLevelValue;
  probability: number;
  cents: number | null;
  recommendations: Recommendation[];
}

/**
 * Whom to contact when there is time for so many, and what is at stake among them. How many of them contacting saves
 * has not been measured here: a save rate is the caller's assumption, never ours.
 */
export async function readContactPlan(
  db: Database,
  companyId: string,
  analysisId: string,
  { contacts, orderBy, saveRate }: RouteQuery<typeof planRoutes.plan>,
): Promise<ContactPlan> {
  const order =
    orderBy === "valueAtRisk"
      ? sql`value_at_risk_cents desc nulls last, probability desc, customer_id`
      : sql`probability desc, customer_id`;
  return withTenant(db, companyId, async (tx) => {
    await requireAnalysis(tx, companyId, analysisId);
    const { currency } = await readCompanyContext(tx, companyId);
    const { rows: totals } = await sql<TotalsRow>`
      with results as (
        select probability, value_at_risk_cents, row_number() over (order by ${order}) <= ${contacts} as chosen
        from churn_analysis_results where company_id = ${companyId} and analysis_id = ${analysisId}
      )
      select count(*) as customers, coalesce(sum(probability), 0) as leavers, sum(value_at_risk_cents)::float8 as cents,
        count(*) filter (where chosen) as chosen, sum(probability) filter (where chosen) as "chosenLeavers",
        (sum(value_at_risk_cents) filter (where chosen))::float8 as "chosenCents" from results`.execute(tx);
    const { rows: items } = await sql<ItemRow>`
      select r.customer_id as "customerId", coalesce(c.full_name, c.email, c.external_id) as "fullName", c.email,
        r.score as "churnRiskScore", r.level as "churnRiskLevel", r.probability, r.value_at_risk_cents as cents,
        r.recommendations
      from (
        select * from churn_analysis_results where company_id = ${companyId} and analysis_id = ${analysisId}
        order by ${order} limit ${Math.min(contacts, SHOWN)}
      ) r join customers c on c.company_id = r.company_id and c.id = r.customer_id
      order by ${order}`.execute(tx);
    const total = totals[0];
    const major = (cents: number | null | undefined) => toMajorUnits(cents ?? 0, currency);
    const leavers = total?.chosenLeavers ?? 0;
    const value = major(total?.chosenCents);
    return {
      currency,
      contacts: total?.chosen ?? 0,
      customers: total?.customers ?? 0,
      orderedBy: orderBy,
      expectedLeavers: leavers,
      shareOfLeavers: total && total.leavers > 0 ? leavers / total.leavers : 0,
      valueAtRisk: value,
      shareOfValueAtRisk: total?.cents ? (total.chosenCents ?? 0) / total.cents : 0,
      expectedSaves:
        saveRate === undefined ? null : { saveRate, customers: leavers * saveRate, value: value * saveRate },
      items: items.map(({ cents, recommendations, ...item }) => ({
        ...item,
        valueAtRisk: cents === null ? null : major(cents),
        nextStep: recommendations[0]?.title ?? null,
      })),
    };
  });
}
