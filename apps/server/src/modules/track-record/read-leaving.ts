import { riskLevelLabel, type Leaving, type RiskLevelValue } from "@forestay/contracts";
import { sql } from "kysely";
import { leftAtSql, readLeavingRule, sqlLeavingRule } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** The days before leaving at which the score is looked up (features: customer page). */
const DAYS_BEFORE = [90, 60, 30];
/** A score older than this at such a day was no longer in force. */
const MAX_AGE_DAYS = 45;

interface BeforeRow {
  leftAt: Date;
  daysBefore: number;
  scoredAt: Date | null;
  score: number | null;
  level: RiskLevelValue | null;
}

/** What the scores said of a customer before it left; null where it has not, or the day is not known. */
export async function readLeaving(
  tx: Tx,
  companyId: string,
  customerId: string,
  now: Date,
): Promise<Leaving | null> {
  const rule = await readLeavingRule(tx, companyId, now);
  const days = rule.definition === "cancelled" ? null : rule.inactiveDays;
  const { rows } = await sql<BeforeRow>`
    select c.left_at as "leftAt", d.days as "daysBefore", h.scored_at as "scoredAt", h.score, h.level
    from (
      select c.id, ${leftAtSql(sqlLeavingRule(rule))} as left_at from customers c
      where c.company_id = ${companyId} and c.id = ${customerId}
    ) c
    cross join unnest(${DAYS_BEFORE}::int[]) d (days)
    left join lateral (
      select scored_at, score, level from customer_score_history s
      where s.company_id = ${companyId} and s.customer_id = c.id
        and s.scored_at <= c.left_at - make_interval(days => d.days)
        and s.scored_at > c.left_at - make_interval(days => d.days + ${MAX_AGE_DAYS}::int)
        -- A score of another kind of leaving promised nothing about this one.
        and s.churn_definition = ${rule.definition} and s.inactive_days = coalesce(${days}::int, s.inactive_days)
      order by scored_at desc limit 1
    ) h on true
    where c.left_at <= ${now}
    order by d.days desc`.execute(tx);
  const leftAt = rows[0]?.leftAt;
  if (!leftAt) return null;
  const before = rows.flatMap(({ daysBefore, scoredAt, score, level }) =>
    scoredAt === null || score === null || level === null
      ? []
      : [{ daysBefore, scoredAt: scoredAt.toISOString(), score, level }],
  );
  const missed = before.length === 0 ? null : before.every(({ level }) => level < 2);
  return { leftAt: leftAt.toISOString(), before, missed, sentence: inWords(before, missed) };
}

function inWords(before: Leaving["before"], missed: boolean | null): string {
  if (missed === null) return "This customer left without having been scored in the 90 days before.";
  const said = before
    .map(({ daysBefore, score, level }) => `${score} (${riskLevelLabel(level)}) ${daysBefore} days before`)
    .join(", ");
  return missed ? `Missed by the model: the score was ${said}.` : `The score was ${said}.`;
}
