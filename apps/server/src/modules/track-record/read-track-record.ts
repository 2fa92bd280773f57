import { wilsonInterval } from "@forestay/churn-model";
import {
  DEFAULT_CHURN_RULE,
  riskLevelLabel,
  type ChurnRule,
  type RiskLevelValue,
  type ScoredOutcome,
  type TrackRecord,
} from "@forestay/contracts";
import { formatCount, formatCounted, formatDate } from "@forestay/contracts/words";
import { sql, type SqlBool } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { countFeedback } from "./score-feedback.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";

/** Scores of this long before the newest matured one count as the same look at the customers. */
const LATEST_DAYS = 30;
const MISSED_NAMED = 20;
const MONTHS_SHOWN = 24;
const levels: readonly RiskLevelValue[] = [3, 2, 1, 0];

interface LatestRow {
  definition: ChurnRule["definition"];
  inactiveDays: number;
  horizonDays: number;
  level: RiskLevelValue;
  scored: number;
  left: number;
  sumProbability: number;
  scoredFrom: Date;
  scoredTo: Date;
}
interface MonthRow {
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

/**
 * What became of the scores. A customer counts once in the latest look (its newest matured score of the last 30 days
 * there are) and once per month before, however often it was scored.
 */
export async function readTrackRecord(db: Database, companyId: string, now: Date): Promise<TrackRecord> {
  return withTenant(db, companyId, async (tx) => {
    const { horizonDays, churn } = await readScoringSettings(tx, companyId);
    const { rows: months } = await sql<MonthRow>`
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
    const sum = (of: (row: MonthRow) => number) => months.reduce((total, row) => total + of(row), 0);
    return {
      horizonDays,
      churn,
      matured: sum((row) => row.scored),
      byRules: sum((row) => row.byRules),
      ...(await readWaiting(tx, companyId, now)),
      latest: await readLatest(tx, companyId),
      months: months.slice(-MONTHS_SHOWN).map(({ definition, inactiveDays, ...month }) => ({
        ...month,
        churn: { definition, inactiveDays },
        ...share(month),
      })),
      feedback: await countFeedback(tx, companyId),
    };
  });
}

async function readWaiting(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<Pick<TrackRecord, "waiting" | "nextKnownAt">> {
  const { rows } = await sql<{ waiting: number; next: Date | null }>`
    select count(distinct customer_id) as waiting,
      min(scored_at + make_interval(days => horizon_days)) as next
    from customer_score_history where company_id = ${companyId} and matured_at is null`.execute(tx);
  const next = rows[0]?.next ?? null;
  return {
    waiting: rows[0]?.waiting ?? 0,
    // Due already but not known: the data does not reach that far yet, and no day can be promised.
    nextKnownAt: next !== null && next > now ? next.toISOString() : null,
  };
}

/** Of a score: days of silence that counted as leaving, the same wherever they said nothing. */
const countedDays = sql`case when churn_definition = 'cancelled' then ${sql.lit(DEFAULT_CHURN_RULE.inactiveDays)} else inactive_days end`;
const promised = sql`churn_definition, ${countedDays}, horizon_days`;

/**
 * The newest matured score of each customer among those given in the last days that have matured, of one meaning of
 * leaving and one horizon: those of the newest of all.
 */
const latestScores = (companyId: string) => sql`
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

async function readLatest(tx: Tx, companyId: string): Promise<TrackRecord["latest"]> {
  const { rows } = await sql<LatestRow>`
    with ${latestScores(companyId)}
    select level, count(*) as scored, count(*) filter (where left_within) as left, sum(probability) as "sumProbability",
      min(scored_at) as "scoredFrom", max(scored_at) as "scoredTo", min(churn_definition) as definition,
      min(days) as "inactiveDays", min(horizon_days) as "horizonDays"
    from latest group by level`.execute(tx);
  const [first] = rows;
  if (!first) return null;
  const { rows: missed } = await sql<{
    customerId: string;
    name: string;
    score: number;
    level: RiskLevelValue;
    scoredAt: Date;
  }>`
    with ${latestScores(companyId)}
    select l.customer_id as "customerId", coalesce(c.full_name, c.email, c.external_id) as name, l.score, l.level,
      l.scored_at as "scoredAt"
    from latest l join customers c on c.company_id = ${companyId} and c.id = l.customer_id
    where l.left_within and l.level < 2
    order by c.lifetime_value_cents desc nulls last, l.customer_id limit ${MISSED_NAMED}`.execute(tx);
  const total = (of: (row: LatestRow) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const customers = total((row) => row.scored);
  return {
    churn: { definition: first.definition, inactiveDays: first.inactiveDays },
    horizonDays: first.horizonDays,
    scoredFrom: new Date(Math.min(...rows.map((row) => row.scoredFrom.getTime()))).toISOString(),
    scoredTo: new Date(Math.max(...rows.map((row) => row.scoredTo.getTime()))).toISOString(),
    customers,
    left: total((row) => row.left),
    meanProbability: total((row) => row.sumProbability) / customers,
    levels: levels.map((level) => {
      const row = rows.find((one) => one.level === level);
      const counts = { scored: row?.scored ?? 0, left: row?.left ?? 0 };
      return {
        level,
        meanProbability: row ? row.sumProbability / row.scored : null,
        ...counts,
        ...share(counts),
      };
    }),
    sentence: inWords(rows),
    missed: {
      count: total((row) => (row.level < 2 ? row.left : 0)),
      customers: missed.map((row) => ({ ...row, scoredAt: row.scoredAt.toISOString() })),
    },
  };
}

/** Of the highest level that anybody was scored at, with the days these scores were given and what they promised. */
function inWords(rows: readonly LatestRow[]): string | null {
  const top = rows.toSorted((a, b) => b.level - a.level)[0];
  if (!top || top.level < 2) return null;
  const customers = formatCounted(top.scored, "customer");
  const [from, to] = [dayInWords(top.scoredFrom), dayInWords(top.scoredTo)];
  const when = from === to ? `on ${from}` : `between ${from} and ${to}`;
  return `Of ${customers} scored ${riskLevelLabel(top.level)} ${when}, ${formatCount(top.left)} left within ${top.horizonDays} days (${Math.round((100 * top.left) / top.scored)}%).`;
}

const dayInWords = (date: Date) => formatDate(date, "UTC", "medium");

function share({ scored, left }: { scored: number; left: number }) {
  if (scored === 0) return { share: null, lower: null, upper: null };
  const { low, high } = wilsonInterval(left, scored);
  return { share: left / scored, lower: low, upper: high };
}

/** Whose scores are asked for: of some levels, and what became of them. */
interface AskedScores {
  levels?: readonly number[] | undefined;
  outcome?: ScoredOutcome | undefined;
}

const asAsked = ({ levels, outcome }: AskedScores) =>
  sql<SqlBool>`${levels === undefined ? sql`true` : sql`level = any(${levels}::smallint[])`}
    and ${outcome === undefined ? sql`true` : sql`left_within = ${outcome === "left"}`}`;

/** How many customers the newest scores whose outcome is known are of, and between which moments they were given. */
export async function countLatestScored(
  tx: Tx,
  companyId: string,
  asked: AskedScores,
): Promise<{ count: number; from: Date | null; until: Date | null }> {
  const { rows } = await sql<{ count: number; from: Date | null; until: Date | null }>`
    with ${latestScores(companyId)}
    select count(*) filter (where ${asAsked(asked)})::int as count, min(scored_at) as from, max(scored_at) as until
    from latest`.execute(tx);
  return rows[0]!;
}

/** These customers with their scores, the newest first; `place` is where the list goes on after a row: instant (seconds) and id. */
export async function latestScored(
  tx: Tx,
  companyId: string,
  asked: AskedScores,
  { after, limit }: { after: readonly [string, string] | null; limit: number },
) {
  const { rows } = await sql<{
    customerId: string;
    day: string;
    level: RiskLevelValue;
    probability: number;
    at: string;
  }>`
    with ${latestScores(companyId)}
    select customer_id as "customerId", (scored_at at time zone 'UTC')::date::text as day, level, probability,
      extract(epoch from scored_at)::text as at
    from latest where ${asAsked(asked)} and ${
      after === null
        ? sql`true`
        : sql`(scored_at, customer_id) < (to_timestamp(${after[0]}::numeric), ${after[1]}::uuid)`
    }
    order by scored_at desc, customer_id desc limit ${limit}`.execute(tx);
  return rows.map(({ at, ...row }) => ({ ...row, place: [at, row.customerId] as const }));
}
