import type { SqlClient } from "#platform/db/transaction.ts";
import { copyLine } from "./copy-line.ts";
import { copyInto } from "./copy-text.ts";
import type { CustomerScoreInput } from "./customer-record.ts";
import { timeCells } from "./leaving-times.ts";

export interface ScoreOrigin {
  analysisId: string;
  source: "model" | "rules";
  /** ISO 8601. */
  scoredAt: string;
}

const columns =
  "customer_id uuid primary key, probability double precision, score smallint, level smallint, " +
  "within_30 smallint, within_60 smallint, within_90 smallint, expected_days smallint, " +
  "value_at_risk_cents bigint, top_factor text, reason text";

const updateSql = `
  update customers c set churn_probability = s.probability, churn_risk_score = s.score, churn_risk_level = s.level,
    leaves_within_30 = s.within_30, leaves_within_60 = s.within_60, leaves_within_90 = s.within_90,
    expected_days = s.expected_days, value_at_risk_cents = s.value_at_risk_cents,
    score_source = case when s.score is not null then $3 end,
    scored_at = case when s.score is not null then $4::timestamptz end,
    score_analysis_id = $2, top_factor = s.top_factor, not_scored_reason = s.reason
  from pending_results s
  where c.company_id = $1 and c.id = s.customer_id and s.customer_id > $5 and s.customer_id <= $6`;

/**
 * Writes the scores of the customers in (afterId, throughId] from the transaction's temporary table `pending_results`
 * (customer_id, probability, score, level, within_30, within_60, within_90, expected_days, value_at_risk_cents, top_factor,
 * reason); 5,000 to 50,000 customers at a time is a good size.
 * Unknown ids are ignored: the customer left meanwhile. Returns how many were written.
 */
export async function writeScoresFrom(
  client: SqlClient,
  companyId: string,
  origin: ScoreOrigin,
  { afterId, throughId }: { afterId: string; throughId: string },
): Promise<number> {
  await client.query("set local enable_hashjoin = off; set local enable_mergejoin = off");
  const { rowCount } = await client.query(updateSql, [
    companyId,
    origin.analysisId,
    origin.source,
    origin.scoredAt,
    afterId,
    throughId,
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

/** As writeScoresFrom, of scores that are handed in; returns how many were written. */
export async function writeScores(
  client: SqlClient,
  companyId: string,
  origin: ScoreOrigin,
  scores: Iterable<CustomerScoreInput>,
): Promise<number> {
  await client.query(`create temp table pending_results (${columns}) on commit drop`);
  await copyInto(client, "pending_results", scoreLines(scores));
  const everybody = {
    afterId: "00000000-0000-0000-0000-000000000000",
    throughId: "ffffffff-ffff-ffff-ffff-ffffffffffff",
  };
  return writeScoresFrom(client, companyId, origin, everybody);
}

function* scoreLines(scores: Iterable<CustomerScoreInput>): Generator<string> {
  for (const score of scores) {
    yield copyLine([
      score.customerId,
      score.probability,
      score.score,
      score.level,
      ...timeCells(score.times),
      score.valueAtRiskCents,
      score.topFactor,
      score.notScoredReason,
    ]);
  }
}
