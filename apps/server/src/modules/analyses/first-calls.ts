import { JobStatus, type Analysis } from "@forestay/contracts";
import { sql } from "kysely";
import { toMajorUnits } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { AnalysisRow } from "./analyses-repository.ts";
import { summaryOf } from "./present-analysis.ts";
import { planOrder } from "./plan-order.ts";

/** As many as a person calls in a morning; the overview lists them. */
const FIRST_CALLS = 5;

/**
 * What the first customers of the plan by money would take along, in major units, and which share that is of all that is
 * expected to leave. Null where the run has no results, or no value is known of anybody.
 */
export async function readFirstCalls(
  tx: Tx,
  row: AnalysisRow,
  currency: string,
): Promise<Analysis["firstCalls"]> {
  const all = summaryOf(row).expectedRevenueAtRisk?.value ?? 0;
  if (row.status !== JobStatus.Completed || row.results_removed_at !== null || all <= 0) return null;
  const { rows } = await sql<{ customers: number; cents: number }>`
    select count(*) as customers, coalesce(sum(cents), 0)::float8 as cents from (
      select r.value_at_risk_cents as cents from churn_analysis_results r
        join customers c on c.company_id = r.company_id and c.id = r.customer_id
      where r.company_id = ${row.company_id} and r.analysis_id = ${row.id} and coalesce(c.currency, ${currency}) = ${currency}
      order by ${planOrder("valueAtRisk")} limit ${FIRST_CALLS}
    ) first where cents > 0`.execute(tx);
  const first = rows[0];
  if (first === undefined || first.customers === 0) return null;
  const valueAtRisk = toMajorUnits(first.cents, currency);
  return { customers: first.customers, valueAtRisk, shareOfValueAtRisk: Math.min(1, valueAtRisk / all) };
}
