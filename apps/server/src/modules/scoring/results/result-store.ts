import type { ChurnRule } from "@forestay/contracts";
import { copyInto, writeScoresFrom, type ScoreOrigin } from "#modules/customers/index.ts";
import { EXPLAINED_FROM_POINTS } from "../explain/score-change.ts";
import { EVERY_ROW, type SqlClient } from "#platform/db/transaction.ts";
import type { RiskBands } from "#modules/scoring-settings/index.ts";
import { whatMovedScores } from "./moved-by.ts";
import type { ResultCall } from "./result-lines.ts";
import { createRunTables } from "./run-tables.ts";
import { rememberScores, type ScoreMoves } from "./score-moves.ts";

const ROWS_PER_WRITE = 20_000;
const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** What the history of scores says of each: where it came from and what it predicts. */
export interface HistoryOrigin {
  scoredAt: string;
  /** Null for rules. */
  modelVersion: string | null;
  horizonDays: number;
  churn: ChurnRule;
}

/**
 * Takes results in the caller's transaction and publishes them in one go. Results and history are written as they
 * come, while the engine scores the next ones: nobody sees them before the commit, and all of it vanishes if the
 * process dies before. The customers' own scores are changed last, by `publish`, because imports wait for those rows.
 */
export interface ResultStore {
  /** Takes what the engine's process hands over; gives the ids of customers where it asked for them. */
  take(call: ResultCall): Promise<string[]>;
  /** Replaces the customers' scores and gives whom that moved; `untold`: moved as far, and it is not known why. */
  publish(
    origin: ScoreOrigin & HistoryOrigin,
    shownIn: { bands: RiskBands; currency: string },
    onProgress: (fraction: number) => Promise<void>,
  ): Promise<{ moves: ScoreMoves; untold: number }>;
}

/** Codes of the steps in a column of them; null for none, which is nearly free where most have none. */
const codesOf = (column: string) =>
  `case when ${column} <> '[]' then (select array_agg(step ->> 'code') from jsonb_array_elements(${column}) step) end`;

/** `history`: null where its origin is not known yet, as the version of a new model: it is then written by `publish`. */
export async function createResultStore(
  client: SqlClient,
  companyId: string,
  { analysisId, history }: { analysisId: string; history: HistoryOrigin | null },
): Promise<ResultStore> {
  // The transaction waits for the engine between writes: that is work, but not for longer than any statement may take.
  await client.query(`set local idle_in_transaction_session_timeout = ${EVERY_ROW.statementTimeoutMs}`);
  await createRunTables(client);
  let added = 0;
  let after = NIL_UUID;

  const writeHistory = (origin: HistoryOrigin, from: string, through: string) =>
    client.query(
      `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level, model_version, horizon_days,
         churn_definition, inactive_days, recommended_steps)
       select company_id, customer_id, $3, analysis_id, probability, score, level, $4, $5, $6, $7, ${codesOf("recommendations")}
       from churn_analysis_results where company_id = $1 and analysis_id = $2 and customer_id > $8 and customer_id <= $9
       on conflict (company_id, customer_id, scored_at) do nothing`,
      [
        companyId,
        analysisId,
        origin.scoredAt,
        origin.modelVersion,
        origin.horizonDays,
        origin.churn.definition,
        origin.churn.inactiveDays,
        from,
        through,
      ],
    );

  return {
    async take(call) {
      switch (call.kind) {
        case "add":
          added += call.rows;
          await copyInto(client, "pending_results", [call.lines]);
          // Customers erased since they were read have no row to refer to any more.
          await client.query(
            `insert into churn_analysis_results (company_id, analysis_id, customer_id, probability, score, level,
               probability_range, factors, recommendations, value_at_risk_cents)
             select $1, $2, customer_id, probability, score, level, probability_range, factors, recommendations, value_at_risk_cents
             from pending_results r
             where reason is null and customer_id > $3 and customer_id <= $4
               and exists (select from customers c where c.company_id = $1 and c.id = r.customer_id)
             order by customer_id`,
            [companyId, analysisId, after, call.throughId],
          );
          if (history !== null) await writeHistory(history, after, call.throughId);
          after = call.throughId;
          return [];
        case "explain":
          await client.query("delete from pending_factors");
          await copyInto(client, "pending_factors", [call.lines]);
          await client.query(
            `update churn_analysis_results r set factors = f.factors, recommendations = f.recommendations
             from pending_factors f where r.company_id = $1 and r.analysis_id = $2 and r.customer_id = f.customer_id`,
            [companyId, analysisId],
          );
          if (history !== null) {
            await client.query(
              `update customer_score_history h set recommended_steps = ${codesOf("f.recommendations")} from pending_factors f
               where h.company_id = $1 and h.customer_id = f.customer_id and h.scored_at = $2 and f.recommendations <> '[]'`,
              [companyId, history.scoredAt],
            );
          }
          await client.query(
            "update pending_results r set top_factor = f.top_factor, factors = f.factors from pending_factors f where f.customer_id = r.customer_id",
          );
          return [];
        case "riskiest": {
          const { rows } = await client.query<{ customer_id: string }>(
            "select customer_id from pending_results where reason is null order by probability desc, customer_id limit $1",
            [call.limit],
          );
          return rows.map((row) => row.customer_id);
        }
        case "moved": {
          const { rows } = await client.query<{ customer_id: string }>(
            `with moved as materialized (
               select r.customer_id, c.score_analysis_id, r.factors, abs(r.score - c.churn_risk_score) as points
               from pending_results r join customers c on c.company_id = $1 and c.id = r.customer_id
               where r.reason is null and c.score_source = $2 and abs(r.score - c.churn_risk_score) >= $3
             )
             select m.customer_id from moved m
             left join churn_analysis_results old
               on old.company_id = $1 and old.analysis_id = m.score_analysis_id and old.customer_id = m.customer_id
             where m.factors = '[]' or old.factors = '[]'
             order by m.points desc, m.customer_id limit $4`,
            [companyId, call.source, EXPLAINED_FROM_POINTS, call.limit],
          );
          return rows.map((row) => row.customer_id);
        }
        case "before":
          await copyInto(client, "previous_factors", [call.lines]);
          return [];
      }
    },

    async publish(origin, shownIn, onProgress) {
      const { source, churn, modelVersion } = origin;
      const moves = await rememberScores(client, companyId, { source, churn, ...shownIn });
      const movedBy = await whatMovedScores(client, companyId, { analysisId, modelVersion });
      await client.query("analyze pending_results");
      if (history === null) await writeHistory(origin, NIL_UUID, after);
      await onProgress(0.3);
      let from = NIL_UUID;
      for (let written = 0; ; written += ROWS_PER_WRITE) {
        const { rows } = await client.query<{ customer_id: string }>(
          `select customer_id from (
             select customer_id from pending_results where customer_id > $1 order by customer_id limit ${ROWS_PER_WRITE}
           ) page order by customer_id desc limit 1`,
          [from],
        );
        const through = rows[0]?.customer_id;
        if (through === undefined) break;
        await writeScoresFrom(client, companyId, origin, { afterId: from, throughId: through });
        from = through;
        await onProgress(0.3 + 0.7 * Math.min(1, written / Math.max(1, added)));
      }
      await movedBy.store();
      return { moves, untold: movedBy.untold };
    },
  };
}
