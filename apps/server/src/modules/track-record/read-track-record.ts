import { wilsonInterval } from "@forestay/churn-model";
import {
  riskLevelLabel,
  type RiskLevelValue,
  type ScoredOutcome,
  type TrackRecord,
} from "@forestay/contracts";
import { formatCount, formatCounted, formatDate } from "@forestay/contracts/words";
import { sql, type SqlBool } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { countFeedback } from "./score-feedback.ts";
import { keptScores, readKeptSums } from "./kept-sums.ts";
import {
  latestScores,
  MISSED_NAMED,
  workOutSums,
  type LatestSums,
  type MonthSums,
} from "./track-record-sums.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";

const MONTHS_SHOWN = 24;
const levels: readonly RiskLevelValue[] = [3, 2, 1, 0];

/**
 * What became of the scores. A customer counts once in the latest look (its newest matured score of the last 30 days
 * there are) and once per month before, however often it was scored. Of many scores as it is kept, else worked out.
 */
export async function readTrackRecord(db: Database, companyId: string, now: Date): Promise<TrackRecord> {
  return withTenant(db, companyId, async (tx) => {
    const { horizonDays, churn } = await readScoringSettings(tx, companyId);
    const kept = await readKeptSums(tx, companyId);
    const { months, latest, waiting, nextKnownAt } = kept ?? (await workOutSums(tx, companyId));
    const sum = (of: (row: MonthSums) => number) => months.reduce((total, row) => total + of(row), 0);
    return {
      horizonDays,
      churn,
      matured: sum((row) => row.scored),
      byRules: sum((row) => row.byRules),
      waiting,
      // Due already but not known: the data does not reach that far yet, and no day can be promised.
      nextKnownAt: nextKnownAt !== null && new Date(nextKnownAt) > now ? nextKnownAt : null,
      latest: latest.length === 0 ? null : toLatest(latest, await readMissed(tx, companyId, kept !== null)),
      months: months.slice(-MONTHS_SHOWN).map(({ definition, inactiveDays, ...month }) => ({
        ...month,
        churn: { definition, inactiveDays },
        ...share(month),
      })),
      feedback: await countFeedback(tx, companyId),
    };
  });
}

type Latest = NonNullable<TrackRecord["latest"]>;

/** Leavers of the latest look that nobody was warned of, the most valuable first. */
async function readMissed(
  tx: Tx,
  companyId: string,
  isKept: boolean,
): Promise<Latest["missed"]["customers"]> {
  const { rows } = await sql<{
    customerId: string;
    name: string;
    score: number;
    level: RiskLevelValue;
    scoredAt: Date;
  }>`
    with ${isKept ? keptScores(companyId) : latestScores(companyId)}
    select l.customer_id as "customerId", coalesce(c.full_name, c.email, c.external_id) as name, l.score, l.level,
      l.scored_at as "scoredAt"
    from latest l join customers c on c.company_id = ${companyId} and c.id = l.customer_id
    where l.left_within and l.level < 2 and ${isKept ? sql`l.missed_rank is not null` : sql`true`}
    order by ${isKept ? sql`l.missed_rank` : sql`c.lifetime_value_cents desc nulls last, l.customer_id`}
    limit ${MISSED_NAMED}`.execute(tx);
  return rows.map((row) => ({ ...row, scoredAt: row.scoredAt.toISOString() }));
}

function toLatest(rows: readonly LatestSums[], missed: Latest["missed"]["customers"]): Latest {
  const [first] = rows;
  const total = (of: (row: LatestSums) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const customers = total((row) => row.scored);
  return {
    churn: { definition: first!.definition, inactiveDays: first!.inactiveDays },
    horizonDays: first!.horizonDays,
    ...spanOf(rows),
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
    missed: { count: total((row) => (row.level < 2 ? row.left : 0)), customers: missed },
  };
}

/** Between which moments they were given; texts of instants in ISO are in the order of time. */
const spanOf = (rows: readonly LatestSums[]) => ({
  scoredFrom: rows.map((row) => row.scoredFrom).toSorted()[0]!,
  scoredTo: rows
    .map((row) => row.scoredTo)
    .toSorted()
    .at(-1)!,
});

/** Of the highest level that anybody was scored at, with the days these scores were given and what they promised. */
function inWords(rows: readonly LatestSums[]): string | null {
  const top = rows.toSorted((a, b) => b.level - a.level)[0];
  if (!top || top.level < 2) return null;
  const customers = formatCounted(top.scored, "customer");
  const [from, to] = [dayInWords(top.scoredFrom), dayInWords(top.scoredTo)];
  const when = from === to ? `on ${from}` : `between ${from} and ${to}`;
  return `Of ${customers} scored ${riskLevelLabel(top.level)} ${when}, ${formatCount(top.left)} left within ${top.horizonDays} days (${Math.round((100 * top.left) / top.scored)}%).`;
}

const dayInWords = (instant: string) => formatDate(new Date(instant), "UTC", "medium");

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
  const kept = await readKeptSums(tx, companyId);
  if (kept !== null) return countKept(kept.latest, asked);
  const { rows } = await sql<{ count: number; from: Date | null; until: Date | null }>`
    with ${latestScores(companyId)}
    select count(*) filter (where ${asAsked(asked)})::int as count, min(scored_at) as from, max(scored_at) as until
    from latest`.execute(tx);
  return rows[0]!;
}

function countKept(rows: readonly LatestSums[], { levels: of, outcome }: AskedScores) {
  if (rows.length === 0) return { count: 0, from: null, until: null };
  const counted = ({ scored, left }: LatestSums) =>
    outcome === undefined ? scored : outcome === "left" ? left : scored - left;
  const { scoredFrom, scoredTo } = spanOf(rows);
  return {
    count: rows.reduce((sum, row) => (of?.includes(row.level) === false ? sum : sum + counted(row)), 0),
    from: new Date(scoredFrom),
    until: new Date(scoredTo),
  };
}

/** These customers with their scores, the newest first; `place` is where the list goes on after a row: instant (seconds) and id. */
export async function latestScored(
  tx: Tx,
  companyId: string,
  asked: AskedScores,
  { after, limit }: { after: readonly [string, string] | null; limit: number },
) {
  const isKept = (await readKeptSums(tx, companyId)) !== null;
  const { rows } = await sql<{
    customerId: string;
    day: string;
    level: RiskLevelValue;
    probability: number;
    at: string;
  }>`
    with ${isKept ? keptScores(companyId) : latestScores(companyId)}
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
