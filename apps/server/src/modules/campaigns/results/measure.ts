import { sql } from "kysely";
import { hasLeftSql, leftAtSql, readFilterContext, sqlLeavingRule } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Who has left, and of whom the measured days are over; both arms alike, whatever reached them. */
export async function measure(tx: Tx, companyId: string, id: string, now: Date): Promise<void> {
  const { leaving } = await readFilterContext(tx, companyId, now);
  const rule = sqlLeavingRule(leaving);
  await sql`
    update campaign_enrolments e
    set left_at = o.left_at, stayed = case when o.left_at <= e.measured_at then false when e.measured_at <= ${now} then true end
    from (select e.id, case when ${hasLeftSql(rule)} is true then greatest(${leftAtSql(rule)}, e.entered_at) end as left_at
      from campaign_enrolments e join customers c on c.company_id = e.company_id and c.id = e.customer_id
      where e.company_id = ${companyId} and e.campaign_id = ${id} and e.stayed is null and e.arm in ('sent', 'held')) o
    where e.company_id = ${companyId} and e.id = o.id and e.measured_at <= ${now}`.execute(tx);
  await sql`
    update campaign_enrolments e set left_at = o.left_at
    from (select e.id, case when ${hasLeftSql(rule)} is true then greatest(${leftAtSql(rule)}, e.entered_at) end as left_at
      from campaign_enrolments e join customers c on c.company_id = e.company_id and c.id = e.customer_id
      where e.company_id = ${companyId} and e.campaign_id = ${id} and e.stayed is null and e.arm in ('sent', 'held')) o
    where e.company_id = ${companyId} and e.id = o.id and o.left_at is distinct from e.left_at`.execute(tx);
}
