import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Subscriptions that ended for reasons told in the same words. */
export interface EndReason {
  words: string;
  ended: number;
  /** What they charged as a month, minor units of the currency; each rounded. */
  monthlyMinor: number;
}

/** Subscriptions that ended within some time, and why, as it was told. */
export interface EndReasons {
  ended: number;
  reasons: EndReason[];
}

/** Wordings that are read, the most frequent. */
const MOST_WORDINGS = 1000;

/**
 * Why subscriptions of a currency ended, whole days of a time zone, both included. Wordings that differ by case or spaces alone
 * are one. Of a plan: those that charged for it when they ended.
 */
export async function readEndReasons(
  tx: Tx,
  companyId: string,
  {
    from,
    until,
    timeZone,
    currency,
    plan,
  }: { from: string; until: string; timeZone: string; currency: string; plan: string | null },
): Promise<EndReasons> {
  const { rows } = await sql<EndReason & { words: string | null }>`
    select min(regexp_replace(btrim(s.end_reason), '\\s+', ' ', 'g')) as words, count(*)::int as ended,
      coalesce(sum(p.monthly), 0)::bigint as "monthlyMinor"
    from subscriptions s cross join lateral (
      select p.plan, round((p.amount_minor - p.discount_minor - p.included_tax_minor)::numeric / p.interval_count
          * case p.interval_unit when 'week' then 52 / 12.0 when 'year' then 1 / 12.0 else 1 end) as monthly
      from subscription_prices p
      where p.company_id = ${companyId} and p.subscription_id = s.id and p.currency = ${currency} and p.interval_unit is not null
      order by p.from_at desc limit 1) p
    where s.company_id = ${companyId} and s.ended_at >= ${from}::date::timestamp at time zone ${timeZone}
      and s.ended_at < (${until}::date + 1)::timestamp at time zone ${timeZone}
      and ${plan === null ? sql`true` : sql`p.plan = ${plan}`}
    group by lower(regexp_replace(btrim(s.end_reason), '\\s+', ' ', 'g'))
    order by 2 desc, 1 limit ${MOST_WORDINGS}`.execute(tx);
  return {
    ended: rows.reduce((sum, { ended }) => sum + ended, 0),
    reasons: rows.filter(({ words }) => words !== null && words !== ""),
  };
}
