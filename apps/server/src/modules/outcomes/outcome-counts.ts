import { DAY_MS } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import {
  hasLeftSql,
  leftAtSql,
  sqlLeavingRule,
  startedAtSql,
  type LeavingRule,
} from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { LEARNING_DAYS } from "./closed-snapshots.ts";
import { readDataTime } from "./data-time.ts";
import { recordedSilenceSql, snapshotHorizonSql } from "./leaving-sql.ts";

/** What a company knows to learn from. */
export interface OutcomeCounts {
  /** Customers of whom it is known whether they left. */
  labels: { left: number; stayed: number };
  /**
   * Past snapshots whose horizon has passed; customers of whom one was followed by leaving within it, and customers of
   * whom none was: the two add up to the customers with a past. `stayedSnapshots` counts snapshots, those of people
   * who left later included.
   */
  history: { snapshots: number; left: number; stayed: number; stayedSnapshots: number };
  /**
   * Customers whose records say when they came and, where they have left, when: those who left within what can be
   * learned from, and those who had come before its last day and have not left. Both 0 where too many records say
   * neither, or leaving is recorded for less than the horizon: then no past can be made of them.
   */
  dates: { left: number; stayed: number };
}

/** Counts known outcomes; reads only. */
export async function countOutcomes(
  tx: Tx,
  companyId: string,
  { rule, horizonDays }: { rule: LeavingRule; horizonDays: number },
): Promise<OutcomeCounts> {
  const { rows: labels } = await sql<{ left: number; stayed: number }>`
    with outcomes as (
      select ${hasLeftSql(sqlLeavingRule(rule))} as has_left from customers c where c.company_id = ${companyId}
    )
    select count(*) filter (where has_left) as left, count(*) filter (where not has_left) as stayed from outcomes`.execute(
    tx,
  );
  const { rows: history } = await sql<OutcomeCounts["history"]>`
    with ${snapshotHorizonSql(companyId, rule)}, ${closedSnapshotsSql(companyId, rule, horizonDays)}
    select count(*) as snapshots, count(distinct customer_id) filter (where has_left) as left,
      count(distinct customer_id) - count(distinct customer_id) filter (where has_left) as stayed,
      count(*) filter (where has_left is not true) as "stayedSnapshots" from closed`.execute(tx);
  return {
    dates: rule.definition === "cancelled" ? await countDates(tx, companyId, { rule, horizonDays }) : NONE,
    labels: labels[0] ?? { left: 0, stayed: 0 },
    history: history[0] ?? { snapshots: 0, left: 0, stayed: 0, stayedSnapshots: 0 },
  };
}

const NONE = { left: 0, stayed: 0 };
/** Share of the records of a kind that must say the days: missing more, they are missing for a reason. */
const DATED_SHARE = 0.9;

async function countDates(
  tx: Tx,
  companyId: string,
  { rule, horizonDays }: { rule: LeavingRule; horizonDays: number },
): Promise<OutcomeCounts["dates"]> {
  // Customers that no file brought are scored as of no known day.
  if ((await readDataTime(tx, companyId, rule.now)) === null) return NONE;
  const { rows } = await sql<{
    gone: number;
    goneDated: number;
    there: number;
    thereDated: number;
    firstLeft: Date | null;
    until: Date | null;
    left: number;
    stayed: number;
  }>`
    with ${snapshotHorizonSql(companyId, rule)}, records as (
      select ${hasLeftSql(sqlLeavingRule(rule))} as has_left,
        ${leftAtSql(sqlLeavingRule(rule))} at time zone 'UTC' as left_at,
        ${startedAtSql} at time zone 'UTC' as started_at
      from customers c where c.company_id = ${companyId}
    )
    select count(*) filter (where has_left) as gone,
      count(*) filter (where has_left and left_at > started_at) as "goneDated",
      count(*) filter (where has_left is false) as there,
      count(*) filter (where has_left is false and started_at is not null) as "thereDated",
      min(left_at) filter (where has_left) at time zone 'UTC' as "firstLeft", min(known.until) at time zone 'UTC' as until,
      count(*) filter (where has_left and left_at > started_at
        and left_at > known.until - make_interval(days => ${horizonDays + LEARNING_DAYS})) as left,
      count(*) filter (where has_left is false
        and started_at <= known.until - make_interval(days => ${horizonDays})) as stayed
    from records, known`.execute(tx);
  const [row] = rows;
  if (!row?.firstLeft || !row.until) return NONE;
  const covered = row.goneDated >= DATED_SHARE * row.gone && row.thereDated >= DATED_SHARE * row.there;
  const reachesBack = row.firstLeft.getTime() <= row.until.getTime() - horizonDays * DAY_MS;
  return covered && reachesBack ? { left: row.left, stayed: row.stayed } : NONE;
}

/** CTE `closed` (customer_id, has_left): what `closedSnapshots` finds, without its choice among them. */
function closedSnapshotsSql(
  companyId: string,
  { definition, inactiveDays }: LeavingRule,
  horizonDays: number,
) {
  if (definition === "cancelled") {
    return sql`closed as (
      select s.customer_id, c.left_at <= s.taken_on + 1 + ${horizonDays}::int as has_left
      from customer_snapshots s join leaving c on c.id = s.customer_id, known
      where s.company_id = ${companyId} and s.taken_on + 1 + ${horizonDays}::int <= known.until
        and (c.left_at is null or c.left_at > s.taken_on + 1)
    )`;
  }
  return sql`
    looked as (
      select s.customer_id, s.taken_on, c.left_at, c.seen, ${recordedSilenceSql} as silent_days
      from customer_snapshots s join leaving c on c.id = s.customer_id where s.company_id = ${companyId}
    ),
    followed as (
      select *, min(taken_on + 1 + (${inactiveDays}::int - silent_days) * interval '1 day')
        filter (where silent_days >= ${inactiveDays}::int)
        over (partition by customer_id order by taken_on rows between 1 following and unbounded following) as silent_at
      from looked
    ),
    closed as (
      select customer_id, least(left_at, silent_at) <= taken_on + 1 + ${horizonDays}::int as has_left
      from followed, known
      where taken_on + 1 + ${horizonDays}::int <= known.until and (left_at is null or left_at > taken_on + 1)
        and (case when silent_days is null then seen or ${definition} = 'cancelled_or_inactive' else silent_days < ${inactiveDays}::int end)
    )`;
}

/** `dates`: a past made of the days that customers came and left on. */
export type TrainingSource = "history" | "dates" | "labels";

/** From this many leavers in its own history a company need not fall back on undated labels. */
const ENOUGH_LEAVERS = 50;
/** Fewest of the rarer class a model is trained on (churn-model.md, small data). */
export const FEWEST_OUTCOMES = 5;

/**
 * Where to learn from. Dated history comes first: its features are known to come before the outcome. Where it knows few
 * leavers, the days that customers came and left on are taken, if they know enough; else undated labels, when those know
 * more.
 */
export function chooseTrainingSource({ labels, history, dates }: OutcomeCounts): TrainingSource | null {
  const rarer = ({ left, stayed }: { left: number; stayed: number }) => Math.min(left, stayed);
  const usable = (outcomes: { left: number; stayed: number }) => rarer(outcomes) >= FEWEST_OUTCOMES;
  const dated = { left: history.left, stayed: history.stayedSnapshots };
  if (usable(dated) && dated.left >= ENOUGH_LEAVERS) return "history";
  if (rarer(dates) >= ENOUGH_LEAVERS) return "dates";
  if (usable(dated) && dated.left >= rarer(labels)) return "history";
  if (usable(labels)) return "labels";
  return usable(dated) ? "history" : null;
}
