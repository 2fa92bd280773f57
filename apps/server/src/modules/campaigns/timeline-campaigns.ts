import { sql } from "kysely";
import { isBefore, placeTime, type PlacedLine, type TimelineBound } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

const ends: Readonly<Record<string, string>> = {
  done: "Went through campaign",
  goal: "Reached the goal of campaign",
  left: "Left campaign",
};

/** When a customer was drawn for campaigns and how that ended, as lines of its timeline. Of one customer there are few. */
export async function listCampaignLines(
  tx: Tx,
  companyId: string,
  customerId: string,
  bound: TimelineBound,
): Promise<PlacedLine[]> {
  const { rows } = await sql<{
    key: string;
    at: string;
    what: string;
    arm: string;
    campaignId: string;
    name: string;
  }>`
    select key, ${placeTime(sql`moment`)} as at, what, arm, campaign_id as "campaignId", name from (
      select 'campaign:' || w.what || ':' || e.id as key, w.moment, w.what, e.arm, e.campaign_id, c.name
      from campaign_enrolments e
      join campaigns c on c.company_id = e.company_id and c.id = e.campaign_id
      cross join lateral (
        values ('entered', e.entered_at), (e.state, case when e.arm = 'sent' then case e.state when 'goal' then e.goal_at when 'done' then e.left_at when 'left' then e.left_at end end)
      ) w (what, moment)
      where e.company_id = ${companyId} and e.customer_id = ${customerId} and e.arm in ('sent', 'held') and w.moment is not null
    ) told
    where ${isBefore(bound, sql`moment`, sql`key`)}
    order by moment desc, key collate "C" desc limit ${bound.limit}`.execute(tx);
  return rows.map(({ key, at, what, arm, campaignId, name }) => ({
    key,
    at,
    part: "messages",
    type: what === "entered" ? "campaign_entered" : "campaign_ended",
    title:
      what !== "entered"
        ? `${ends[what] ?? "Left campaign"} “${name}”`
        : arm === "held"
          ? `Held out of campaign “${name}”`
          : `Entered campaign “${name}”`,
    detail: arm === "held" ? "Gets nothing of it, so that its effect can be measured" : null,
    amount: null,
    currency: null,
    about: { kind: "campaign", id: campaignId },
  }));
}
