import { sql } from "kysely";
import { readCompanySettings } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** From here on averages are not worked out after every change of a member. */
export const MANY_MEMBERS = 20_000;

/** Counts a segment's members and averages over them, and keeps the count of the day. Scores and money as `risk_values` has them. */
export async function keepFigures(tx: Tx, companyId: string, segmentId: string, now: Date): Promise<void> {
  const { currency, timeZone } = await readCompanySettings(tx, companyId);
  const own = sql`filter (where coalesce(c.currency, ${currency}) = ${currency})`;
  await sql`
    update segments s set customer_count = f.customers, scored_count = f.scored, average_churn_rate = f.churn,
      average_lifetime_value_cents = f.lifetime, average_revenue_cents = f.revenue, at_risk_cents = f.at_risk,
      level_counts = f.levels, counted_at = ${now}
    from (
      select count(*) as customers, count(v.probability) as scored, avg(v.probability) as churn,
        avg(c.lifetime_value_cents) ${own} as lifetime, avg(c.monthly_revenue_cents) ${own} as revenue,
        sum(v.at_risk_minor) ${own} as at_risk,
        array[count(*) filter (where v.level = 0), count(*) filter (where v.level = 1),
          count(*) filter (where v.level = 2), count(*) filter (where v.level = 3)]::int[] as levels
      from segment_members m
      join customers c on c.company_id = m.company_id and c.id = m.customer_id
      left join risk_values v on v.company_id = m.company_id and v.customer_id = m.customer_id
      where m.company_id = ${companyId} and m.segment_id = ${segmentId}
    ) f
    where s.company_id = ${companyId} and s.id = ${segmentId}`.execute(tx);
  await sql`
    insert into segment_days (company_id, segment_id, day, customer_count)
    select company_id, id, (${now}::timestamptz at time zone ${timeZone})::date, customer_count from segments
    where company_id = ${companyId} and id = ${segmentId}
    on conflict (company_id, segment_id, day) do update set customer_count = excluded.customer_count`.execute(
    tx,
  );
}
