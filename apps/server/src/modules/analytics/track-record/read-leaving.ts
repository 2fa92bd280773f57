import { riskLevelLabel, type Leaving, type RiskLevelValue } from "@forestay/contracts";
import { sql } from "kysely";
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
  const { rows } = await sql<BeforeRow>`
    select coalesce(c.ended_at, c.churned_at) as "leftAt", d.days as "daysBefore", h.scored_at as "scoredAt", h.score, h.level
    from customers c
    cross join unnest(${DAYS_BEFORE}::int[]) d (days)
    left join lateral (
      select scored_at, score, level from customer_score_history s
      where s.company_id = ${companyId} and s.customer_id = c.id
        and s.scored_at <= coalesce(c.ended_at, c.churned_at) - make_interval(days => d.days)
        and s.scored_at > coalesce(c.ended_at, c.churned_at) - make_interval(days => d.days + ${MAX_AGE_DAYS}::int)
      order by scored_at desc limit 1
    ) h on true
    where c.company_id = ${companyId} and c.id = ${customerId}
      and coalesce(c.ended_at, c.churned_at) <= ${now} and c.churned is not false
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
