import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { hasLeftSql, leftAtSql, readLeavingRule, sqlLeavingRule, startedAtSql } from "./leaving.ts";

/** Customers by the days they came and left, where both are known. */
export interface CustomerTenures {
  /** Days from coming to leaving, or to today; `event` 1 has left. */
  tenures: { duration: number; event: number; customers: number }[];
  /** By the months of both, as their first days; null has not left. */
  months: { began: string; left: string | null; customers: number }[];
  /** Who has left on a day that nobody knows. */
  leftUndated: number;
}

/**
 * How long customers have been there, by what the company counts as having left: of those who came from a day on (null: ever),
 * as of the end of a day. Days are the company's.
 */
export async function readTenureCounts(
  tx: Tx,
  companyId: string,
  { from, day, timeZone, now }: { from: string | null; day: string; timeZone: string; now: Date },
): Promise<CustomerTenures> {
  const rule = sqlLeavingRule(await readLeavingRule(tx, companyId, now));
  const dayOf = (moment: ReturnType<typeof leftAtSql>) =>
    sql`(${moment} at time zone ${sql.lit(timeZone)})::date`;
  const began = sql`select ${dayOf(startedAtSql)} as began, ${hasLeftSql(rule)} is true as has_left,
      case when ${hasLeftSql(rule)} then ${dayOf(leftAtSql(rule))} end as left_on
    from customers c where c.company_id = ${companyId} and ${startedAtSql} is not null`;
  const watched = sql`select began, least(left_on, ${day}::date) as until, left_on from (${began}) b
    where began <= ${day}::date and (not has_left or left_on >= began) and ${from === null ? sql`true` : sql`began >= ${from}::date`}`;
  const tenures = await sql<{ duration: number; event: number; customers: number }>`
    select coalesce(until, ${day}::date) - began as duration, (left_on is not null)::int as event, count(*)::int as customers
    from (${watched}) w group by 1, 2 order by 1, 2`.execute(tx);
  const months = await sql<CustomerTenures["months"][number]>`
    select date_trunc('month', began)::date as began, date_trunc('month', left_on)::date as left, count(*)::int as customers
    from (${watched}) w group by 1, 2 order by 1, 2`.execute(tx);
  const undated = await sql<{ customers: number }>`
    select count(*)::int as customers from (${began}) b where has_left and (left_on is null or left_on < began)`.execute(
    tx,
  );
  return {
    tenures: tenures.rows,
    months: months.rows,
    leftUndated: undated.rows[0]?.customers ?? 0,
  };
}
