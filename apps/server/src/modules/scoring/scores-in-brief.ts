import type { Recommendation, RiskLevelValue, ScoreFactor } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** What a list says of one customer's present score. */
export interface ScoreInBrief {
  customerId: string;
  analysisId: string | null;
  /** The rounded score stands for the chance where a run's results were removed. */
  probability: number;
  score: number;
  level: RiskLevelValue;
  /** Largest first; empty where the run's results were removed. */
  factors: ScoreFactor[];
  recommendations: Recommendation[];
  /** Since then, oldest first. */
  history: { at: Date; score: number }[];
}

/** Scores of some customers since a time, oldest first, and the last one before it; null: there was none. */
export async function readScoresSince(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  since: Date,
): Promise<Map<string, { before: number | null; history: { at: Date; score: number }[] }>> {
  const { rows } = await sql<{ customerId: string; at: Date; score: number }>`
    select c.id as "customerId", h.scored_at as at, h.score
    from unnest(${[...customerIds]}::uuid[]) as c (id)
    cross join lateral (
      (select scored_at, score from customer_score_history
        where company_id = ${companyId} and customer_id = c.id and scored_at < ${since}
        order by scored_at desc limit 1)
      union all
      (select scored_at, score from customer_score_history
        where company_id = ${companyId} and customer_id = c.id and scored_at >= ${since})
    ) h order by h.scored_at`.execute(tx);
  return new Map(
    [...Map.groupBy(rows, (row) => row.customerId)].map(([customerId, scores]) => [
      customerId,
      {
        before: scores.find(({ at }) => at < since)?.score ?? null,
        history: scores.filter(({ at }) => at >= since).map(({ at, score }) => ({ at, score })),
      },
    ]),
  );
}

/** Present scores of some customers with their factors, next steps and scores since a time; who is not scored is left out. */
export async function readScoresInBrief(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  since: Date,
): Promise<Map<string, ScoreInBrief>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await sql<Omit<ScoreInBrief, "history">>`
    select c.id as "customerId", c.score_analysis_id as "analysisId", c.churn_risk_score as score, c.churn_risk_level as level,
      coalesce(r.probability, c.churn_risk_score / 100.0)::float8 as probability,
      coalesce(r.factors, '[]') as factors, coalesce(r.recommendations, '[]') as recommendations
    from customers c left join churn_analysis_results r
      on r.company_id = c.company_id and r.analysis_id = c.score_analysis_id and r.customer_id = c.id
    where c.company_id = ${companyId} and c.id = any(${customerIds}::uuid[]) and c.churn_risk_score is not null`.execute(
    tx,
  );
  const { rows: scores } = await sql<{ customerId: string; at: Date; score: number }>`
    select customer_id as "customerId", scored_at as at, score from customer_score_history
    where company_id = ${companyId} and customer_id = any(${customerIds}::uuid[]) and scored_at >= ${since}
    order by scored_at`.execute(tx);
  const history = Map.groupBy(scores, ({ customerId }) => customerId);
  return new Map(
    rows.map((row) => [
      row.customerId,
      { ...row, history: (history.get(row.customerId) ?? []).map(({ at, score }) => ({ at, score })) },
    ]),
  );
}
