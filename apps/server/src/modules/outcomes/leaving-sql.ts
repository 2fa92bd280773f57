import { sql, type RawBuilder } from "kysely";
import { hasLeftSql, leftAtSql, sqlLeavingRule, type LeavingRule } from "#modules/customers/engine-door.ts";
import { silenceFeatures } from "./snapshot.ts";

/**
 * CTE `reach` (end_until, activity_until: UTC): outcomes are known up to here, that is to the newest dated record and
 * not to today, because a file of two months ago says nothing about the two months since. Ends of subscriptions are
 * known to the newest snapshot or end; silence to the newest activity or snapshot that records it (null where
 * `withActivity` is false).
 */
export function dataReachSql(
  companyId: string,
  { now, activityUntil, withActivity }: { now: Date; activityUntil: Date | null; withActivity: boolean },
) {
  const utc = (time: Date | null) => sql`${time}::timestamptz at time zone 'UTC'`;
  const activity = withActivity
    ? sql`least(${utc(now)}, greatest(${utc(activityUntil)}, (select taken_on + 1 from customer_snapshots
        where company_id = ${companyId} and features ?| ${[...silenceFeatures]}::text[] order by taken_on desc limit 1)::timestamp))`
    : sql`null::timestamp`;
  return sql`
    reach as materialized (
      select least(${utc(now)}, greatest(
        (select max(taken_on) + 1 from customer_snapshots where company_id = ${companyId})::timestamp,
        (select max(coalesce(ended_at, churned_at)) at time zone 'UTC' from customers
          where company_id = ${companyId} and churned is not false and coalesce(ended_at, churned_at) <= ${now})
      )) as end_until, ${activity} as activity_until
    )`;
}

/**
 * CTEs `leaving` (id; left_at: UTC, null = has not left; seen: whether an activity is recorded) without customers who
 * left on an unknown day, and `known` (until: outcomes are known up to here).
 */
export function snapshotHorizonSql(companyId: string, rule: LeavingRule) {
  const silenceCounts = rule.definition !== "cancelled";
  return sql`
    leaving as materialized (
      select id, left_at at time zone 'UTC' as left_at, seen from (
        select c.id, ${leftAtSql(sqlLeavingRule(rule))} as left_at, ${hasLeftSql(sqlLeavingRule(rule))} as has_left,
          c.last_seen_at is not null as seen
        from customers c where c.company_id = ${companyId}
      ) customers where left_at is not null or has_left is not true
    ),
    ${dataReachSql(companyId, { ...rule, withActivity: silenceCounts })},
    known as materialized (select ${silenceCounts ? sql`activity_until` : sql`end_until`} as until from reach)`;
}

/** Days of silence that snapshot `s` recorded; null where it says nothing of it. */
export const recordedSilenceSql: RawBuilder<number | null> = sql`coalesce(${sql.join(
  silenceFeatures.map(
    (feature) =>
      sql`case when jsonb_typeof(s.features -> ${sql.lit(feature)}) = 'number' then (s.features ->> ${sql.lit(feature)})::float8 end`,
  ),
)})`;
