import { DEFAULT_CHURN_RULE, type ChurnRule, type RiskLevelValue } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Scores of this long before the newest matured one count as the same look at the customers. */
const LATEST_DAYS = 30;
/** Leavers that nobody was warned of who are named. */
export const MISSED_NAMED = 20;

/** What the scores of one level came to, of the latest look. */
export interface LatestSums {
  definition: ChurnRule["definition"];
  inactiveDays: number;
  horizonDays: number;
  level: RiskLevelValue;
  scored: number;
  left: number;
  sumProbability: number;
  /** Instants, ISO. */
  scoredFrom: string;
  scoredTo: string;
}
/** What the scores of one month (YYYY-MM) came to that promised the same. */
export interface MonthSums {
  month: string;
  definition: ChurnRule["definition"];
  inactiveDays: number;
  horizonDays: number;
  scored: number;
  left: number;
  missed: number;
  meanProbability: number;
  byRules: number;
}
/** Counts and sums of all scores: what a track record is told from. */
export interface TrackRecordSums {
  months: readonly MonthSums[];
  latest: readonly LatestSums[];
  /** Customers with a score whose outcome is not known yet, and the end of the first such horizon (ISO). */
  waiting: number;
  nextKnownAt: string | null;
}

/** Of a score: days of silence that counted as leaving, the same wherever they said nothing. */
const countedDays = sql`case when churn_definition = 'cancelled' then ${sql.lit(DEFAULT_CHURN_RULE.inactiveDays)} else inactive_days end`;
const promised = sql`churn_definition, ${countedDays}, horizon_days`;

/**
 * `latest`, for a `with`: the newest matured score of each customer among those given in the last days that have matured, of one
 * meaning of leaving and one horizon: those of the newest of all. Reads the company's whole history of scores.
 */
export const latestScores = (companyId: string): RawBuilder<unknown> => sql`
  newest as (
    select scored_at as at, churn_definition, ${countedDays} as days, horizon_days from customer_score_history
    where company_id = ${companyId} and left_within is not null order by scored_at desc limit 1
  ),
  latest as materialized (
    select distinct on (h.customer_id) h.customer_id, h.scored_at, h.score, h.level, h.probability, h.left_within,
      newest.churn_definition, newest.days, newest.horizon_days
    from customer_score_history h, newest
    where h.company_id = ${companyId} and h.left_within is not null
      and h.scored_at > newest.at - make_interval(days => ${LATEST_DAYS}::int)
      and h.churn_definition = newest.churn_definition and h.horizon_days = newest.horizon_days
      and (h.churn_definition = 'cancelled' or h.inactive_days = newest.days)
    order by h.customer_id, h.scored_at desc
  )`;

/** Works the sums out from every score. A customer counts once in the latest look and once per month, however often it was scored. */
export async function workOutSums(tx: Tx, companyId: string): Promise<TrackRecordSums> {
  const { rows: months } = await sql<MonthSums>`
    with monthly as (
      select distinct on (customer_id, date_trunc('month', scored_at at time zone 'UTC'), ${promised})
        date_trunc('month', scored_at at time zone 'UTC') as month, churn_definition, ${countedDays} as days, horizon_days,
        left_within, probability, level, model_version, scored_at
      from customer_score_history where company_id = ${companyId} and left_within is not null
      order by customer_id, date_trunc('month', scored_at at time zone 'UTC'), ${promised}, scored_at desc
    )
    select to_char(month, 'YYYY-MM') as month, churn_definition as definition, days as "inactiveDays", horizon_days as "horizonDays", count(*) as scored, count(*) filter (where left_within) as left,
      count(*) filter (where left_within and level < 2) as missed, avg(probability) as "meanProbability",
      count(*) filter (where model_version is null) as "byRules"
    from monthly group by 1, 2, 3, 4 order by 1, min(scored_at)`.execute(tx);
  const { rows: latest } = await sql<
    Omit<LatestSums, "scoredFrom" | "scoredTo"> & { scoredFrom: Date; scoredTo: Date }
  >`
    with ${latestScores(companyId)}
    select level, count(*) as scored, count(*) filter (where left_within) as left, sum(probability) as "sumProbability",
      min(scored_at) as "scoredFrom", max(scored_at) as "scoredTo", min(churn_definition) as definition,
      min(days) as "inactiveDays", min(horizon_days) as "horizonDays"
    from latest group by level`.execute(tx);
  return {
    months,
    latest: latest.map((row) => ({
      ...row,
      scoredFrom: row.scoredFrom.toISOString(),
      scoredTo: row.scoredTo.toISOString(),
    })),
    ...(await readWaiting(tx, companyId)),
  };
}

/** How many customers have a score whose outcome is not known yet, and when the first such horizon ends. */
export async function readWaiting(
  tx: Tx,
  companyId: string,
): Promise<Pick<TrackRecordSums, "waiting" | "nextKnownAt">> {
  const { rows } = await sql<{ waiting: number; next: Date | null }>`
    select count(distinct customer_id) as waiting,
      min(scored_at + make_interval(days => horizon_days)) as next
    from customer_score_history where company_id = ${companyId} and matured_at is null`.execute(tx);
  return { waiting: rows[0]?.waiting ?? 0, nextKnownAt: rows[0]?.next?.toISOString() ?? null };
}
