import type { Recommendation } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** A customer of an analysis with the step that was recommended first. */
export interface FirstStep {
  customerId: string;
  code: string;
  title: string;
}

/** The customers at highest risk to whom an analysis recommended a step, from the highest down. */
export async function listFirstSteps(
  tx: Tx,
  companyId: string,
  analysisId: string,
  most: number,
): Promise<FirstStep[]> {
  const { rows } = await sql<FirstStep>`
    select customer_id as "customerId", recommendations -> 0 ->> 'code' as code, recommendations -> 0 ->> 'title' as title
    from churn_analysis_results
    where company_id = ${companyId} and analysis_id = ${analysisId} and recommendations <> '[]'
    order by probability desc, customer_id limit ${most}`.execute(tx);
  return rows;
}

/** The steps that an analysis recommended to these customers, first to last, by their id; without any they are not in it. */
export async function readRecommended(
  tx: Tx,
  companyId: string,
  analysisId: string,
  customerIds: readonly string[],
): Promise<Map<string, Recommendation[]>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await sql<{ customerId: string; recommendations: Recommendation[] }>`
    select customer_id as "customerId", recommendations from churn_analysis_results
    where company_id = ${companyId} and analysis_id = ${analysisId} and customer_id = any(${[...customerIds]}::uuid[])
      and recommendations <> '[]'`.execute(tx);
  return new Map(rows.map(({ customerId, recommendations }) => [customerId, recommendations]));
}
