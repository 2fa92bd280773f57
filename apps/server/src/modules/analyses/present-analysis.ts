import {
  driverSchema,
  modelQualitySchema,
  type Analysis,
  type AnalysisSummary,
  type JobStatusValue,
} from "@forestay/contracts";
import { churnOf, atBands } from "#modules/models/index.ts";
import { selectionOf, type AnalysisRow, type AnalysisSummaryDocument } from "./analyses-repository.ts";
import { ruleOf } from "./customer-choice.ts";

const nothingYet: AnalysisSummaryDocument = {
  notScored: [],
  baseRate: null,
  riskBands: null,
  levels: [],
  expectedLeavers: null,
  expectedRevenueAtRisk: null,
  scoreHistogram: [],
  quality: null,
  drivers: [],
  warnings: [],
};

/** What is said beside the stored analysis itself: by the model's row and by the results'. */
type Beside = Pick<Analysis, "isUndated" | "firstCalls" | "levelsBefore">;

const nothingBeside: Beside = { isUndated: false, firstCalls: null, levelsBefore: null };

/** What a finished analysis said; of one that has not finished, nothing. */
export const summaryOf = ({ summary }: Pick<AnalysisRow, "summary">): AnalysisSummaryDocument => ({
  // What was stored before a figure was kept has none.
  ...nothingYet,
  ...(summary as unknown as AnalysisSummaryDocument | null),
});

/** A stored analysis as the wire shows it. */
export function toAnalysis(row: AnalysisRow, currency: string, beside = nothingBeside): Analysis {
  const summary = summaryOf(row);
  // Through their schemas: what was stored before a figure was kept gets its default.
  const quality = modelQualitySchema.nullable().parse(summary.quality);
  return {
    ...toAnalysisSummary(row),
    rule: ruleOf(selectionOf(row)),
    progress: row.progress,
    includeRecommendations: row.include_recommendations,
    includeRiskFactors: row.include_risk_factors,
    modelVersion: row.model_version ?? row.requested_model_version,
    sourceReason: row.source_reason,
    horizonDays: row.horizon_days,
    churn: churnOf(row),
    ...summary,
    ...beside,
    quality: quality && atBands(quality, summary.riskBands),
    drivers: driverSchema.array().parse(summary.drivers),
    currency,
    failure: row.failure,
    startedAt: row.started_at?.toISOString() ?? null,
  };
}

type ListedAnalysis = Pick<
  AnalysisRow,
  | "id"
  | "status"
  | "stage"
  | "scope"
  | "source"
  | "model_version"
  | "requested_model_version"
  | "customers_analyzed"
  | "need_attention"
  | "created_by"
  | "created_at"
  | "completed_at"
  | "results_removed_at"
>;

export function toAnalysisSummary(row: ListedAnalysis): AnalysisSummary {
  return {
    id: row.id,
    status: row.status as JobStatusValue,
    stage: row.stage as Analysis["stage"],
    scope: row.scope,
    source: row.source as Analysis["source"],
    modelVersion: row.model_version ?? row.requested_model_version,
    customersAnalyzed: row.customers_analyzed,
    needAttention: row.need_attention,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    resultsRemovedAt: row.results_removed_at?.toISOString() ?? null,
  };
}
