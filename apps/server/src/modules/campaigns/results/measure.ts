import { sql } from "kysely";
import { hasLeftSql, leftAtSql, readFilterContext, sqlLeavingRule } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { listVersions, type CampaignRow } from "../campaign-rows.ts";
import { goalSql } from "../conditions.ts";

/**
 * Who has left, who has reached the goal, and of whom the measured days are over; both arms alike, whatever reached them. Who
 * was erased before counts as not kept, from then on: nobody can say any more, and whoever is driven to ask for it is lost.
 */
export async function measure(
  tx: Tx,
  companyId: string,
  campaign: Pick<CampaignRow, "id" | "said">,
  now: Date,
): Promise<void> {
  const context = await readFilterContext(tx, companyId, now);
  const rule = sqlLeavingRule(context.leaving);
  const open = await listOpenVersions(tx, companyId, campaign.id, now);
  for (const { number, exitCriteria } of await listVersions(tx, companyId, campaign.id)) {
    if (!open.has(number)) continue;
    const reached = goalSql(campaign, exitCriteria, context);
    if (reached === null) continue;
    // Whoever is in the middle of it gets nothing more; of whoever has been through it, it counts all the same.
    await sql`
      update campaign_enrolments e
      set goal_at = ${now}, state = case when e.state = 'running' then 'goal' else e.state end,
        due_at = null, waits_since = null, awaits_event = null
      from customers c
      where e.company_id = ${companyId} and e.campaign_id = ${campaign.id} and e.version = ${number} and e.goal_at is null
        and e.arm in ('sent', 'held') and e.stayed is null and e.measured_at >= ${now}
        and c.company_id = e.company_id and c.id = e.customer_id and ${reached}
        and ${hasLeftSql(rule)} is not true`.execute(tx);
  }
  await sql`
    update campaign_enrolments e
    set left_at = o.left_at, erased_at = o.erased_at,
      stayed = case when e.measured_at > ${now} then null when o.erased_at is not null then false
        else coalesce(o.left_at > e.measured_at, true) end
    from (
      select e.id, case when e.customer_id is null then coalesce(e.erased_at, ${now}) end as erased_at,
        case when e.customer_id is null then coalesce(e.left_at, least(${now}, e.measured_at))
          when ${hasLeftSql(rule)} is true then greatest(${leftAtSql(rule)}, e.entered_at) end as left_at
      from campaign_enrolments e left join customers c on c.company_id = e.company_id and c.id = e.customer_id
      where e.company_id = ${companyId} and e.campaign_id = ${campaign.id} and e.stayed is null and e.arm in ('sent', 'held')
    ) o
    where e.company_id = ${companyId} and e.id = o.id
      and (e.measured_at <= ${now} or (e.left_at, e.erased_at) is distinct from (o.left_at, o.erased_at))`.execute(
    tx,
  );
  await sql`
    update campaign_enrolments set state = 'left', due_at = null, waits_since = null, awaits_event = null
    where company_id = ${companyId} and campaign_id = ${campaign.id} and stayed is null and erased_at is not null
      and state = 'running'`.execute(tx);
}

/** Versions by which somebody is in it who may still reach the goal. */
async function listOpenVersions(
  tx: Tx,
  companyId: string,
  campaignId: string,
  now: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ version: number }>`
    select distinct version from campaign_enrolments
    where company_id = ${companyId} and campaign_id = ${campaignId} and arm in ('sent', 'held')
      and stayed is null and goal_at is null and measured_at >= ${now}`.execute(tx);
  return new Set(rows.map(({ version }) => version));
}
