import type pg from "pg";
import type { ChurnRule, RiskLevelValue } from "@forestay/contracts";
import {
  copyInto,
  writeScores,
  type CustomerScoreInput,
  type ScoreOrigin,
} from "#modules/customers/index.ts";
import type { ResultCall } from "./result-lines.ts";

const ROWS_PER_WRITE = 10_000;
const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/**
 * Gathers results in a temporary table of the caller's transaction and publishes them in one go. Nothing that others
 * read is locked or changed before `publish`, and all of it vanishes if the process dies before the commit.
 */
export interface ResultStore {
  /** Takes what the engine's process hands over; gives the ids of customers where it asked for them. */
  take(call: ResultCall): Promise<string[]>;
  publish(
    origin: ScoreOrigin & { modelVersion: string | null; horizonDays: number; churn: ChurnRule },
    onProgress: (fraction: number) => Promise<void>,
  ): Promise<void>;
}

export async function createResultStore(client: pg.ClientBase, companyId: string): Promise<ResultStore> {
  // The transaction waits for the engine between writes: that is work, not idleness.
  await client.query(`
    set local idle_in_transaction_session_timeout = 0;
    create temp table pending_results (
      customer_id uuid primary key, probability double precision, score smallint, level smallint,
      probability_range real, factors jsonb, recommendations jsonb, value_at_risk_cents bigint, top_factor text, reason text
    ) on commit drop;
    create temp table pending_factors (
      customer_id uuid primary key, factors jsonb, recommendations jsonb, top_factor text
    ) on commit drop`);
  let added = 0;

  return {
    async take(call) {
      switch (call.kind) {
        case "add":
          added += call.rows;
          await copyInto(client, "pending_results", [call.lines]);
          return [];
        case "explain":
          await client.query("delete from pending_factors");
          await copyInto(client, "pending_factors", [call.lines]);
          await client.query(`
            update pending_results r
            set factors = f.factors, recommendations = f.recommendations, top_factor = f.top_factor
            from pending_factors f where f.customer_id = r.customer_id`);
          return [];
        case "riskiest": {
          const { rows } = await client.query<{ customer_id: string }>(
            "select customer_id from pending_results where reason is null order by probability desc, customer_id limit $1",
            [call.limit],
          );
          return rows.map((row) => row.customer_id);
        }
      }
    },

    async publish(origin, onProgress) {
      await client.query("analyze pending_results");
      // Customers erased since they were read have no row to refer to any more.
      await client.query(
        `insert into churn_analysis_results (company_id, analysis_id, customer_id, probability, score, level,
           probability_range, factors, recommendations, value_at_risk_cents)
         select $1, $2, customer_id, probability, score, level, probability_range, factors, recommendations, value_at_risk_cents
         from pending_results r
         where reason is null and exists (select from customers c where c.company_id = $1 and c.id = r.customer_id)`,
        [companyId, origin.analysisId],
      );
      await client.query(
        `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level, model_version, horizon_days,
           churn_definition, inactive_days)
         select company_id, customer_id, $3, analysis_id, probability, score, level, $4, $5, $6, $7
         from churn_analysis_results where company_id = $1 and analysis_id = $2
         on conflict (company_id, customer_id, scored_at) do nothing`,
        [
          companyId,
          origin.analysisId,
          origin.scoredAt,
          origin.modelVersion,
          origin.horizonDays,
          origin.churn.definition,
          origin.churn.inactiveDays,
        ],
      );
      await onProgress(0.4);
      let after = NIL_UUID;
      for (let written = 0; ;) {
        const { rows } = await client.query<PendingScore>(
          `select customer_id, probability, score, level, top_factor, reason from pending_results
           where customer_id > $1 order by customer_id limit ${ROWS_PER_WRITE}`,
          [after],
        );
        const last = rows.at(-1);
        if (!last) return;
        await writeScores(client, companyId, origin, rows.map(toScoreInput));
        after = last.customer_id;
        written += rows.length;
        await onProgress(0.4 + (0.6 * written) / added);
      }
    },
  };
}

interface PendingScore {
  customer_id: string;
  probability: number | null;
  score: number | null;
  level: RiskLevelValue | null;
  top_factor: string | null;
  reason: string | null;
}

const toScoreInput = (row: PendingScore): CustomerScoreInput => ({
  customerId: row.customer_id,
  probability: row.probability,
  score: row.score,
  level: row.level,
  topFactor: row.top_factor,
  notScoredReason: row.reason,
});
