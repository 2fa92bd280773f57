import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Plans are offered up to here. */
const MOST_PLANS = 200;

/** The plans that customers are on, in order of their names: a step along the index for each, not a read of every customer. */
export async function readPlanNames(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ plan: string }>`
    with recursive plans as (
      (select plan from customers where company_id = ${companyId} and plan is not null order by plan limit 1)
      union all
      select (select c.plan from customers c where c.company_id = ${companyId} and c.plan > p.plan order by c.plan limit 1)
      from plans p where p.plan is not null
    )
    select plan from plans where plan is not null limit ${MOST_PLANS}`.execute(tx);
  return rows.map(({ plan }) => plan);
}
