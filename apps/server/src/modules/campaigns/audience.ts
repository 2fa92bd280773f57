import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

const NOT_OVER = ["Scheduled", "Active", "Paused"];

/** Campaigns that somebody is or will be in, by name. */
export async function listOpenCampaigns(tx: Tx, companyId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from campaigns where company_id = ${companyId} and status = any(${NOT_OVER}::text[])
    order by name, id`.execute(tx);
  return rows;
}

/**
 * Who of these customers a campaign is for: drawn to get it, and neither at its goal nor gone from it. Nobody who is held out, and
 * nobody once it is over.
 */
export async function sentAmong(
  tx: Tx,
  companyId: string,
  campaignId: string,
  customerIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select e.customer_id as id from campaign_enrolments e
    join campaigns c on c.company_id = e.company_id and c.id = e.campaign_id and c.status = any(${NOT_OVER}::text[])
    where e.company_id = ${companyId} and e.campaign_id = ${campaignId} and e.arm = 'sent'
      and e.state in ('running', 'done') and e.customer_id = any(${[...customerIds]}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
