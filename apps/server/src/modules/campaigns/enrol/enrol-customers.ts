import { DAY_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { addressHashSql } from "#modules/customer-mail/index.ts";
import type { FilterContext } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import {
  mayEnterSql,
  meetsSql,
  movedByItselfSql,
  newsSince,
  noLongerMeetsSql,
  triggerSql,
  type Entering,
} from "../conditions.ts";
import { entryFactsSql } from "./entry-facts.ts";

/**
 * The draw of a customer, on alias `c`: SHA-256 of the campaign's key and the fingerprint of the customer's address, or its id
 * where it has none, whose first 48 bits are a number from 0 to 1 and whose 49th tells A from B. Two customers with one address
 * come out alike: nobody is written to in the one row and held out in the other. Nobody who does not know the key can say who
 * is held out; whoever asks again gets the same. The same is worked out in TypeScript by its test.
 */
const hashSql = (key: Buffer) => sql`sha256(${key}::bytea || coalesce(${addressHashSql}, uuid_send(c.id)))`;

export interface EnrolOptions {
  context: FilterContext;
  now: Date;
  /** Whom news names; null: whoever meets it now. */
  ids: readonly string[] | null;
  /** Lets nobody in, and remembers who met the trigger before the start, whether or not the audience has them. */
  asPresent?: boolean;
  /** Only of these customers: after one id and up to another; null: to the end. */
  between?: { from: string; to: string | null };
}

/** Lets everybody in who meets a campaign and is not in it yet, drawn once and for all; returns how many. */
export async function enrolCustomers(
  tx: Tx,
  companyId: string,
  campaign: Entering,
  { context, now, ids, asPresent = false, between }: EnrolOptions,
): Promise<number> {
  const { id, said, assignment_key: key, version } = campaign;
  const part =
    between === undefined
      ? sql``
      : sql`and c.id > ${between.from} ${between.to === null ? sql`` : sql`and c.id <= ${between.to}`}`;
  const since = newsSince(campaign, now);
  const who = asPresent
    ? sql`c.company_id = ${companyId} and ${triggerSql(said.trigger, context, since)}`
    : sql`${meetsSql(companyId, said, context, ids, since)} and ${movedByItselfSql(campaign)}
        and ${mayEnterSql(companyId, said, context, id)}`;
  const measuredAt = new Date(now.getTime() + said.measuredDays * DAY_MS);
  const { rows } = await sql<{ count: number }>`
    with entering as (
      select c.id, h.hash, ('x' || substr(encode(h.hash, 'hex'), 1, 12))::bit(48)::bigint / 281474976710656.0 as draw,
        case when coalesce(c.currency, ${context.currency}) = ${context.currency} then 12 * c.monthly_revenue_cents end as yearly,
        ${entryFactsSql(now)} as facts
      from customers c cross join lateral (select ${hashSql(key)} as hash) h
      where ${who} and not exists (select from campaign_enrolments e
          where e.company_id = ${companyId} and e.campaign_id = ${id} and e.customer_id = c.id) ${part}
    ), written as (
      insert into campaign_enrolments (company_id, campaign_id, customer_id, version, arm, variant, state, due_at,
        entered_at, measured_at, yearly_value_cents, entry_facts)
      select ${companyId}, ${id}, e.id, ${version},
        case when ${asPresent} then 'present' when e.draw < ${said.holdoutShare}::float8 then 'held' else 'sent' end,
        case when get_byte(e.hash, 6) < 128 then 'A' else 'B' end,
        case when ${asPresent} then 'present' when e.draw < ${said.holdoutShare}::float8 then 'held' else 'running' end,
        case when ${asPresent} or e.draw < ${said.holdoutShare}::float8 then null else ${now}::timestamptz end,
        ${now}, ${measuredAt}, e.yearly, e.facts
      from entering e
      on conflict (company_id, campaign_id, customer_id) do nothing
      returning 1
    )
    select count(*) as count from written`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** How many would enter now. */
export async function countEntering(
  tx: Tx,
  companyId: string,
  campaign: Entering,
  { context, now, ids }: Pick<EnrolOptions, "context" | "now" | "ids">,
): Promise<number> {
  const { id, said } = campaign;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from customers c
    where ${meetsSql(companyId, said, context, ids, newsSince(campaign, now))} and ${movedByItselfSql(campaign)}
      and ${mayEnterSql(companyId, said, context, id)}
      and not exists (select from campaign_enrolments e
        where e.company_id = ${companyId} and e.campaign_id = ${id} and e.customer_id = c.id)`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** Forgets who met the trigger before the start and does not meet it any more: should they come to meet it anew, that is news. */
export async function forgetPresent(
  tx: Tx,
  companyId: string,
  campaign: Entering,
  { context, now }: Pick<EnrolOptions, "context" | "now">,
): Promise<void> {
  const { id } = campaign;
  await sql`
    delete from campaign_enrolments e
    where e.company_id = ${companyId} and e.campaign_id = ${id} and e.arm = 'present' and not exists (
      select from customers c where c.company_id = e.company_id and c.id = e.customer_id
        and not ${noLongerMeetsSql(campaign, context, newsSince(campaign, now))})`.execute(tx);
}
