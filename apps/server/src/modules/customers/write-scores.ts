import type pg from "pg";
import { copyLine } from "./copy-line.ts";
import { copyInto } from "./copy-text.ts";
import type { CustomerScoreInput } from "./customer-record.ts";

export interface ScoreOrigin {
  analysisId: string;
  source: "model" | "rules";
  /** ISO 8601. */
  scoredAt: string;
}

const createPending = `create temp table if not exists pending_scores (
  customer_id uuid not null, probability real, score smallint, level smallint, top_factor text, reason text
) on commit delete rows`;

const updateSql = `
  update customers c set churn_probability = s.probability, churn_risk_score = s.score, churn_risk_level = s.level,
    score_source = case when s.score is not null then $3 end,
    scored_at = case when s.score is not null then $4::timestamptz end,
    score_analysis_id = $2, top_factor = s.top_factor, not_scored_reason = s.reason
  from pending_scores s
  where c.company_id = $1 and c.id = s.customer_id`;

/**
 * Writes the scores of one batch of customers (5,000 to 50,000 is a good size) in the caller's transaction.
 * Unknown ids are ignored: the customer left meanwhile. Returns how many were written.
 */
export async function writeScores(
  client: pg.ClientBase,
  companyId: string,
  origin: ScoreOrigin,
  scores: Iterable<CustomerScoreInput>,
): Promise<number> {
  await client.query(
    `set local client_min_messages = warning; ${createPending}; delete from pending_scores;
     set local enable_hashjoin = off; set local enable_mergejoin = off`,
  );
  await copyInto(client, "pending_scores", scoreLines(scores));
  const { rowCount } = await client.query(updateSql, [
    companyId,
    origin.analysisId,
    origin.source,
    origin.scoredAt,
  ]);
  await client.query("set local enable_hashjoin = on; set local enable_mergejoin = on");
  await client.query(
    `insert into customer_totals (company_id, version, last_scored_at) values ($1, 1, $2)
     on conflict (company_id) do update set version = customer_totals.version + 1,
       last_scored_at = greatest(customer_totals.last_scored_at, excluded.last_scored_at)`,
    [companyId, origin.scoredAt],
  );
  return rowCount ?? 0;
}

function* scoreLines(scores: Iterable<CustomerScoreInput>): Generator<string> {
  for (const score of scores) {
    yield copyLine([
      score.customerId,
      score.probability,
      score.score,
      score.level,
      score.topFactor,
      score.notScoredReason,
    ]);
  }
}
