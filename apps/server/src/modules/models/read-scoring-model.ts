import { isSameChurnRule, type ModelQuality, type WhatIf } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { featurePlanSchema, type FeaturePlan } from "#modules/features/index.ts";
import { churnOf } from "./models-repository.ts";
import { anotherMeaning } from "./champion/another-meaning.ts";
import { readDriftBaselines, type DriftBaselines } from "./drift/measure-model-drift.ts";
import { probabilityRangeAt } from "./quality/to-model-quality.ts";
import {
  readScoringSettings,
  riskLevelOf,
  scoreOf,
  type RiskBands,
} from "#modules/scoring-settings/index.ts";

/** The model in use without its document, which is large and mostly loaded already. */
export interface ScoringModel {
  version: string;
  plan: FeaturePlan;
  quality: ModelQuality;
  horizonDays: number;
  /** Learned from labels without dates. */
  isUndated: boolean;
  baselines: DriftBaselines | null;
}

/** Throws `invalid_state` where no model is in use, or one that learned another meaning of leaving. */
export async function readScoringModel(tx: Tx, companyId: string): Promise<ScoringModel> {
  const row = await tx
    .selectFrom("churn_models")
    .select(["version", "feature_plan", "quality", "horizon_days", "drift_baseline"])
    .select(["churn_definition", "inactive_days", "training_source"])
    .where("company_id", "=", companyId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  if (!row) {
    throw new AppError("invalid_state", {
      message: "There is no trained model yet: a what-if needs one to score with. Run a churn analysis.",
    });
  }
  const { churn } = await readScoringSettings(tx, companyId);
  if (!isSameChurnRule(churnOf(row), churn)) {
    throw new AppError("invalid_state", {
      message: `${anotherMeaning(row.version, churnOf(row), churn)}. Run a churn analysis.`,
    });
  }
  return {
    version: row.version,
    plan: featurePlanSchema.parse(row.feature_plan),
    quality: row.quality as unknown as ModelQuality,
    horizonDays: row.horizon_days,
    isUndated: row.training_source === "label_column",
    baselines: readDriftBaselines(row.drift_baseline),
  };
}

export async function readDocument(tx: Tx, companyId: string, version: string): Promise<string | null> {
  const row = await tx
    .selectFrom("churn_models")
    .select("document")
    .where("company_id", "=", companyId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row?.document ?? null;
}

export const unusable = (version: string) =>
  new AppError("invalid_state", { message: `Model ${version} can no longer be used. Run a churn analysis.` });

/** A probability as the screens show it. */
export function asScored(probability: number, bands: RiskBands, quality: ModelQuality): WhatIf["now"] {
  const score = scoreOf(probability);
  return {
    probability,
    score,
    level: riskLevelOf(score, bands),
    range: probabilityRangeAt(quality.calibrationBins, probability),
  };
}
