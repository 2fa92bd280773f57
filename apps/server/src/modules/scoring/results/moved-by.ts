import type { ScoreFactor } from "@forestay/contracts";
import { EXPLAINED_FROM_POINTS, scoreChange } from "../explain/score-change.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import { copyInto, copyLine } from "#modules/customers/index.ts";

const CUSTOMERS_PER_READ = 1000;

interface MovedRow {
  customerId: string;
  previousScore: number;
  previousFactors: ScoreFactor[];
  previousVersion: string | null;
  score: number;
  factors: ScoreFactor[];
}

/** What `whatMovedScores` found out before the scores were replaced, to be written beside them afterwards. */
export interface MovedBy {
  /** Customers whose score moved as far and of whom it is not known why: one of the two scores has no factors. */
  untold: number;
  /** To the history of scores, once it is written. */
  store(): Promise<void>;
}

/**
 * Works out what moved each of the analysis's scores by five points or more against the one it is about to replace, in
 * `score_changes`. Only where both have their factors, kept or worked out again by the engine (`previous_factors`). Reads
 * `score_moves`, whose moves it counts.
 */
export async function whatMovedScores(
  client: SqlClient,
  companyId: string,
  { analysisId, modelVersion }: { analysisId: string; modelVersion: string | null },
): Promise<MovedBy> {
  // Of those with factors there are some ten thousand at most, however many were scored: they are found first.
  await client.query(
    `insert into score_pairs
     with explained as materialized (
       select customer_id, score, factors from churn_analysis_results
       where company_id = $1 and analysis_id = $2 and factors <> '[]'
     )
     select r.customer_id, r.score, r.factors, old.score, coalesce(p.factors, old.factors), a.model_version
     from explained r
     join customers c on c.company_id = $1 and c.id = r.customer_id
     join churn_analysis_results old
       on old.company_id = $1 and old.analysis_id = c.score_analysis_id and old.customer_id = c.id
     join churn_analyses a on a.company_id = $1 and a.id = c.score_analysis_id
     left join previous_factors p on p.customer_id = c.id
     where coalesce(p.factors, old.factors) <> '[]' and abs(r.score - old.score) >= $3`,
    [companyId, analysisId, EXPLAINED_FROM_POINTS],
  );
  await client.query("create index on score_pairs (customer_id)");
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await client.query<MovedRow>(
      `select customer_id as "customerId", score, factors, previous_score as "previousScore",
         previous_factors as "previousFactors", previous_version as "previousVersion"
       from score_pairs where customer_id > $1 order by customer_id limit ${CUSTOMERS_PER_READ}`,
      [after],
    );
    await copyInto(
      client,
      "score_changes",
      rows.map(({ customerId, score, factors, previousScore, previousFactors, previousVersion }) => {
        const moved = scoreChange(
          { score: previousScore, factors: previousFactors, modelVersion: previousVersion },
          { score, factors, modelVersion },
        );
        return copyLine([customerId, JSON.stringify(moved)]);
      }),
    );
    const last = rows.at(-1);
    if (!last || rows.length < CUSTOMERS_PER_READ) break;
    after = last.customerId;
  }
  const { rows } = await client.query<{ untold: number }>(
    `select count(*)::int as untold from score_moves m
     where abs(m.score - m.previous_score) >= $1 and not exists (select from score_changes s where s.customer_id = m.customer_id)`,
    [EXPLAINED_FROM_POINTS],
  );
  return {
    untold: rows[0]?.untold ?? 0,
    async store() {
      await client.query(
        `update customer_score_history h set moved_by = s.moved_by from score_changes s
         where h.company_id = $1 and h.customer_id = s.customer_id and h.analysis_id = $2`,
        [companyId, analysisId],
      );
    },
  };
}
