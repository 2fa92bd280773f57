import type { SqlClient } from "#platform/db/transaction.ts";

/**
 * The temporary tables of one scoring, gone with its transaction. In the order in which they are filled and read:
 *
 * 1. `pending_results` while the engine scores: everybody of the selection, with a score or the reason why not.
 * 2. `pending_factors` after that: the latest batch of factors found later, put to the results at once.
 * 3. `previous_factors`: what earlier scores were made of, where that was not kept.
 * 4. `score_moves` once all are in: the scores about to be replaced, beside the new ones.
 * 5. `score_pairs`, then `score_changes`: both scores' factors, and what moved each by five points or more.
 *
 * Only then are the customers' own scores replaced, from `pending_results`, and last `score_changes` goes to the history.
 */
export async function createRunTables(client: SqlClient): Promise<void> {
  await client.query(`
    create temp table pending_results (
      customer_id uuid primary key, probability double precision, score smallint, level smallint,
      within_30 smallint, within_60 smallint, within_90 smallint, expected_days smallint,
      probability_range real, factors jsonb, recommendations jsonb, value_at_risk_cents bigint, top_factor text, reason text
    ) on commit drop;
    create temp table pending_factors (
      customer_id uuid primary key, factors jsonb, recommendations jsonb, top_factor text
    ) on commit drop;
    create temp table previous_factors (customer_id uuid primary key, factors jsonb) on commit drop;
    create temp table score_moves (
      customer_id uuid, previous_score smallint, score smallint, value_at_risk_cents bigint
    ) on commit drop;
    create temp table score_pairs (
      customer_id uuid, score smallint, factors jsonb, previous_score smallint, previous_factors jsonb,
      previous_version text
    ) on commit drop;
    create temp table score_changes (customer_id uuid primary key, moved_by jsonb not null) on commit drop`);
}
