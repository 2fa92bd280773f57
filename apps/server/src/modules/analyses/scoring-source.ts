import {
  type Recommendation,
  type RiskLevelValue,
  type ScoreFactor,
  type ScoreMovedBy,
} from "@forestay/contracts";
import { sql } from "kysely";
import type { ScoringSource } from "#modules/customers/index.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import { readLeaving } from "#modules/track-record/index.ts";
import { findLastCompleted } from "./analyses-repository.ts";

/** Earlier scores shown on a customer's page: two years of weekly ones. */
const HISTORY_LIMIT = 104;

interface ScoreRow {
  analysisId: string;
  probability: number;
  baseRate: number;
  source: "model" | "rules";
  modelVersion: string | null;
  horizonDays: number;
  scoredAt: Date;
  factors: ScoreFactor[];
  recommendations: Recommendation[];
  isUndated: boolean;
  reachDays: number | null;
}

interface HistoryRow {
  scoredAt: Date;
  score: number;
  level: RiskLevelValue;
  modelVersion: string | null;
  movedBy: ScoreMovedBy[] | null;
}

/** What the customers' pages show of analyses. */
export const scoringSource: ScoringSource = {
  async settings(tx, companyId) {
    const { riskBands, horizonDays } = await readScoringSettings(tx, companyId);
    const model = await tx
      .selectFrom("churn_models")
      .select(sql<boolean>`jsonb_typeof(quality -> 'timing') = 'object'`.as("saysWhen"))
      .where("company_id", "=", companyId)
      .where("is_current", "=", true)
      .executeTakeFirst();
    return {
      riskBands,
      horizonDays,
      lastAnalysisId: await findLastCompleted(tx, companyId),
      saysWhen: model?.saysWhen ?? false,
    };
  },

  async details(tx, companyId, customerId, now) {
    const { rows: scores } = await sql<ScoreRow>`
      select r.analysis_id as "analysisId", r.probability, (a.summary ->> 'baseRate')::float8 as "baseRate",
        a.source, a.model_version as "modelVersion", a.horizon_days as "horizonDays", c.scored_at as "scoredAt",
        r.factors, r.recommendations, coalesce(m.training_source = 'label_column', false) as "isUndated",
        (m.quality -> 'timing' ->> 'reachDays')::int as "reachDays"
      from customers c
      join churn_analysis_results r
        on r.company_id = c.company_id and r.analysis_id = c.score_analysis_id and r.customer_id = c.id
      join churn_analyses a on a.company_id = r.company_id and a.id = r.analysis_id
      left join churn_models m on m.company_id = a.company_id and m.version = a.model_version
      where c.company_id = ${companyId} and c.id = ${customerId} and c.churn_risk_score is not null`.execute(
      tx,
    );
    const { rows: history } = await sql<HistoryRow>`
      select * from (
        select scored_at as "scoredAt", score, level, model_version as "modelVersion", moved_by as "movedBy" from customer_score_history
        where company_id = ${companyId} and customer_id = ${customerId} order by scored_at desc limit ${HISTORY_LIMIT}
      ) newest order by "scoredAt"`.execute(tx);
    const score = scores[0];
    return {
      score: score
        ? { ...score, modelVersion: score.modelVersion ?? "rules", scoredAt: score.scoredAt.toISOString() }
        : null,
      leaving: await readLeaving(tx, companyId, customerId, now),
      scoreHistory: history.map((entry) => ({ ...entry, scoredAt: entry.scoredAt.toISOString() })),
    };
  },
};
