import type {
  CountedVerdict,
  FeedbackVerdict,
  ScoreFeedback,
  scoreFeedbackInput,
  TrackRecord,
} from "@forestay/contracts";
import { countedVerdicts } from "@forestay/contracts";
import { sql, type Selectable } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns, idsOf } from "#modules/companies/index.ts";
import { readCustomerNames } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";

type Row = Selectable<DB["score_feedback"]>;

/** What was said of a customer's scores, newest first. */
export async function listScoreFeedback(
  db: Database,
  user: CompanyUser,
  customerId: string,
): Promise<ScoreFeedback[]> {
  return withTenant(db, user.companyId, async (tx) => {
    await requireCustomer(tx, user.companyId, customerId);
    const rows = await tx
      .selectFrom("score_feedback")
      .selectAll()
      .where("company_id", "=", user.companyId)
      .where("customer_id", "=", customerId)
      .orderBy("said_at", "desc")
      .limit(20)
      .execute();
    return rows.map((row) => toFeedback(row, user));
  });
}

/** Keeps what a person says of the score in force; said again of the same score, it is changed. */
export async function sayOfScore(
  db: Database,
  user: CompanyUser,
  customerId: string,
  { verdict, because }: z.output<typeof scoreFeedbackInput>,
  now: Date,
): Promise<ScoreFeedback> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const { name } = await requireCustomer(tx, companyId, customerId);
    const { rows: scores } = await sql<{ score: number | null; scored_at: Date | null }>`
      select churn_risk_score as score, scored_at from customers
      where company_id = ${companyId} and id = ${customerId}`.execute(tx);
    const { score, scored_at } = scores[0] ?? { score: null, scored_at: null };
    if (score === null || scored_at === null)
      throw new AppError("invalid_state", { message: `${name} has no score to speak of yet.` });
    const row = await tx
      .insertInto("score_feedback")
      .values({
        company_id: companyId,
        customer_id: customerId,
        verdict,
        because,
        score,
        scored_at,
        said_at: now,
        ...actorColumns("said_by", user),
      })
      .onConflict((conflict) =>
        conflict
          .columns(["company_id", "customer_id", "scored_at", "said_by_user_id", "said_by_api_key_id"])
          .doUpdateSet({ verdict, because, said_at: now }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, {
      action: "score.judged",
      target: name,
      targetId: customerId,
      after: { verdict, because, score },
    });
    return toFeedback(row, user);
  });
}

/**
 * What was said of all scores, and what became of them: a prediction keeps its outcome beside it. A mark on the list of who needs
 * attention first is of the score that was in force; of several of one score the newest counts.
 */
export async function countFeedback(tx: Tx, companyId: string): Promise<TrackRecord["feedback"]> {
  const { rows } = await sql<{ verdict: CountedVerdict; count: number; known: number; left: number }>`
    select verdict, count(*) as count, count(left_within) as known, count(*) filter (where left_within) as left
    from (
      select f.verdict, h.left_within
      from score_feedback f left join customer_score_history h on h.company_id = f.company_id
        and h.customer_id = f.customer_id and h.scored_at = f.scored_at
      where f.company_id = ${companyId}
      union all
      select kind, left_within from (
        select distinct on (m.customer_id, h.scored_at) m.kind, h.left_within
        from attention_marks m left join lateral (
          select s.scored_at, s.left_within from customer_score_history s
          where s.company_id = m.company_id and s.customer_id = m.customer_id and s.scored_at <= m.marked_at
          order by s.scored_at desc limit 1) h on true
        where m.company_id = ${companyId} and m.kind in ('done', 'not_a_risk')
        order by m.customer_id, h.scored_at, m.marked_at desc, m.id desc) marked
    ) said group by verdict`.execute(tx);
  return countedVerdicts.flatMap((verdict) => rows.find((row) => row.verdict === verdict) ?? []);
}

async function requireCustomer(tx: Tx, companyId: string, customerId: string) {
  const customer = (await readCustomerNames(tx, companyId, [customerId])).get(customerId);
  if (!customer) throw new AppError("not_found", { message: "This customer does not exist." });
  return customer;
}

function toFeedback(row: Row, user: CompanyUser): ScoreFeedback {
  const mine = idsOf(user);
  return {
    id: row.id,
    verdict: row.verdict as FeedbackVerdict,
    because: row.because,
    score: row.score,
    scoredAt: row.scored_at.toISOString(),
    saidBy: row.said_by,
    saidAt: row.said_at.toISOString(),
    isMine: row.said_by_user_id === mine.userId && row.said_by_api_key_id === mine.apiKeyId,
  };
}
