import type { ChurnRule } from "@forestay/contracts";
import type { SqlClient } from "#platform/db/transaction.ts";
import type { RiskBands } from "#modules/scoring-settings/index.ts";

/** A customer whose score an analysis has changed. */
export interface ScoreMove {
  customerId: string;
  /** Full name, else e-mail, else the company's own id. */
  name: string;
  previousScore: number;
  score: number;
  /** Minor units of the company's currency; null = unknown. */
  valueAtRiskCents: number | null;
}

/** A score that moved far, or into another level. */
export interface LargeMove {
  customerId: string;
  externalId: string | null;
  previousScore: number;
  score: number;
}

/** What moved in one analysis, to be asked in its own transaction only. */
export interface ScoreMoves {
  bands: RiskBands;
  currency: string;
  /**
   * Moves that passed, touched or came within `withinPoints` of one of the edges, and those of `alsoCustomerIds`
   * whether they moved or not. Only between scores of the same kind: rules giving way to a model moves nobody,
   * nor does another meaning of leaving.
   */
  list(options: {
    edges: readonly number[];
    withinPoints: number;
    alsoCustomerIds: readonly string[];
  }): Promise<ScoreMove[]>;
  /**
   * Moves of `fromPoints` or more, and those into another level however small, in waves of at most `size`; everybody is
   * looked at once, however many there are. A walk ends before the next begins.
   */
  walkLarge(options: { fromPoints: number; size: number }): AsyncIterable<LargeMove[]>;
}

/** Remembers the scores that are about to be replaced, in `score_moves`. */
export async function rememberScores(
  client: SqlClient,
  companyId: string,
  {
    source,
    churn,
    bands,
    currency,
  }: { source: "model" | "rules"; churn: ChurnRule; bands: RiskBands; currency: string },
): Promise<ScoreMoves> {
  await client.query(
    `insert into score_moves
     select c.id, c.churn_risk_score, r.score, r.value_at_risk_cents
     from pending_results r join customers c on c.company_id = $1 and c.id = r.customer_id
     left join churn_analyses a on a.company_id = $1 and a.id = c.score_analysis_id
     where r.score is not null and c.churn_risk_score is not null and c.score_source = $2
       and (a.id is null or a.churn_definition = $3 and (a.churn_definition = 'cancelled' or a.inactive_days = $4))`,
    [companyId, source, churn.definition, churn.inactiveDays],
  );
  return {
    bands,
    currency,
    async list({ edges, withinPoints, alsoCustomerIds }) {
      const { rows } = await client.query<ScoreMove>(
        `select m.customer_id as "customerId", coalesce(c.full_name, c.email, c.external_id) as name,
           m.previous_score as "previousScore", m.score, m.value_at_risk_cents as "valueAtRiskCents"
         from score_moves m join customers c on c.company_id = $1 and c.id = m.customer_id
         where m.customer_id = any($2::uuid[])
           or (m.previous_score <> m.score and exists (select from unnest($3::int[]) edge
             where edge between least(m.previous_score, m.score) - $4 and greatest(m.previous_score, m.score) + $4))`,
        [companyId, alsoCustomerIds, edges, withinPoints],
      );
      return rows;
    },
    async *walkLarge({ fromPoints, size }) {
      await client.query(
        `declare large_moves no scroll cursor for
         select m.customer_id as "customerId", c.external_id as "externalId", m.previous_score as "previousScore", m.score
         from score_moves m join customers c on c.company_id = $1 and c.id = m.customer_id
         where abs(m.score - m.previous_score) >= $2
           or exists (select from unnest($3::int[]) edge where (m.previous_score < edge) <> (m.score < edge))`,
        [companyId, fromPoints, [bands.medium, bands.high, bands.critical]],
      );
      for (;;) {
        const { rows } = await client.query<LargeMove>(`fetch ${size} from large_moves`);
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
      await client.query("close large_moves");
    },
  };
}
