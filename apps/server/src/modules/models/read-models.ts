import {
  driftReportSchema,
  driverSchema,
  isSameChurnRule,
  modelDecisionSchema,
  modelQualitySchema,
  type ChurnRule,
  type DriftReport,
  type ModelCard,
  type ModelQuality,
  type ModelSummary,
} from "@forestay/contracts";
import type { Selectable } from "kysely";
import { recordAudit } from "#modules/audit/index.ts";
import type { ChurnModels } from "#platform/db/schema.gen.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { featurePlanSchema } from "#modules/features/index.ts";
import { churnOf, type ModelCard as StoredCard } from "./models-repository.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import { anotherMeaning } from "./champion/another-meaning.ts";
import { atBands } from "./quality/to-model-quality.ts";
import { readDriftHistory } from "./drift/drift-reports.ts";
import { readDriftBaselines } from "./drift/measure-model-drift.ts";

const summaryColumns = [
  "version",
  "is_current",
  "trained_at",
  "activated_at",
  "training_source",
  "horizon_days",
  "churn_definition",
  "inactive_days",
  "rows",
  "outcomes",
  "base_rate",
  "quality",
  "card",
  "decision",
  "drift",
] as const satisfies readonly (keyof ChurnModels)[];
type SummaryRow = Pick<Selectable<ChurnModels>, (typeof summaryColumns)[number]>;

const MOST_LISTED = 50;

export async function listModelSummaries(tx: Tx, companyId: string): Promise<ModelSummary[]> {
  const rows = await tx
    .selectFrom("churn_models")
    .select(summaryColumns)
    .where("company_id", "=", companyId)
    .orderBy("number", "desc")
    .limit(MOST_LISTED)
    .execute();
  const { churn } = await readScoringSettings(tx, companyId);
  return rows.map((row) => toSummary(row, churn));
}

/** Throws `not_found`, also for another company's model. */
export async function readModelCard(tx: Tx, companyId: string, version: string): Promise<ModelCard> {
  const row = await tx
    .selectFrom("churn_models")
    .select(summaryColumns)
    .select(["feature_plan", "drivers", "drift_baseline"])
    .where("company_id", "=", companyId)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This model does not exist." });
  const { churn, riskBands } = await readScoringSettings(tx, companyId);
  const plan = featurePlanSchema.parse(row.feature_plan);
  const { engineVersion, seed, dataFingerprint, members } = row.card as unknown as StoredCard;
  // Parsed, not cast: what older versions did not measure gets its "not measured".
  const quality = atBands(modelQualitySchema.parse(row.quality), riskBands);
  const baselines = readDriftBaselines(row.drift_baseline);
  const dropped = new Set(quality.droppedColumns.map(({ column }) => column));
  return {
    ...toSummary(row, churn),
    engineVersion,
    seed,
    dataFingerprint,
    members,
    features: plan.columns
      .filter(({ label }) => !dropped.has(label))
      .map(({ name, label }) => {
        const counts = baselines?.features.find((baseline) => baseline.name === name)?.counts;
        const rows = counts?.reduce((sum, count) => sum + count, 0) ?? 0;
        return { feature: name, label, coverage: rows === 0 ? null : 1 - (counts?.at(-1) ?? 0) / rows };
      }),
    excluded: quality.droppedColumns,
    quality,
    drivers: driverSchema.array().parse(row.drivers),
    drift: driftReportSchema.nullable().parse(row.drift),
    driftHistory: await readDriftHistory(tx, companyId, version),
  };
}

/**
 * Takes a stored version into use, in place of whichever is; says so in the audit log. Throws `invalid_state` where it
 * learned another meaning of leaving than the company has now.
 */
export async function activateModel(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  user: CompanyUser,
  version: string,
): Promise<ModelCard> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const card = await readModelCard(tx, companyId, version);
    if (card.isCurrent) return card;
    if (!card.fitsChurn) {
      const { churn } = await readScoringSettings(tx, companyId);
      throw new AppError("invalid_state", {
        message: `${anotherMeaning(version, card.churn, churn)}. Change that in Settings first.`,
      });
    }
    const before = await tx
      .updateTable("churn_models")
      .set({ is_current: false })
      .where("company_id", "=", companyId)
      .where("is_current", "=", true)
      .returning("version")
      .executeTakeFirst();
    await tx
      .updateTable("churn_models")
      .set({ is_current: true, activated_at: clock.now() })
      .where("company_id", "=", companyId)
      .where("version", "=", version)
      .execute();
    await recordAudit(tx, user, {
      action: "model.activated",
      target: version,
      before: { version: before?.version ?? null },
      after: { version },
    });
    return readModelCard(tx, companyId, version);
  });
}

function toSummary(row: SummaryRow, churn: ChurnRule): ModelSummary {
  const quality = row.quality as unknown as ModelQuality;
  const card = row.card as unknown as StoredCard;
  return {
    version: row.version,
    isCurrent: row.is_current,
    trainedAt: row.trained_at.toISOString(),
    activatedAt: row.activated_at?.toISOString() ?? null,
    trainingSource: row.training_source as ModelSummary["trainingSource"],
    dataWindow: card.dataWindow,
    horizonDays: row.horizon_days,
    churn: churnOf(row),
    fitsChurn: isSameChurnRule(churnOf(row), churn),
    recipe: card.recipe,
    rows: row.rows,
    outcomes: row.outcomes,
    baseRate: row.base_rate,
    trueLeavingShare: card.trueLeavingShare ?? null,
    verdict: quality.verdict,
    auc: quality.auc,
    logLoss: quality.logLoss,
    ece: quality.ece,
    decision: modelDecisionSchema.nullable().parse(row.decision),
    driftLevel: worstLevel(row.drift as unknown as DriftReport | null),
  };
}

function worstLevel(drift: DriftReport | null): ModelSummary["driftLevel"] {
  if (drift === null) return null;
  const seen = new Set([drift.score, ...drift.features].map(({ level }) => level));
  return seen.has("drifted") ? "drifted" : seen.has("shifting") ? "shifting" : "stable";
}
