import type { ChurnRule, Driver, ModelDecision, ModelQuality } from "@forestay/contracts";
import { sql, type Selectable } from "kysely";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import type { ChurnModels } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { featurePlanSchema, type FeaturePlan } from "#modules/features/index.ts";
import type { Champion, KnownVersion } from "./champion/challenge-champion.ts";
import type { DriftBaselines } from "./drift/measure-model-drift.ts";

/** What is kept of how a model came to be. */
export interface ModelCard {
  engineVersion: string;
  recipe: string;
  seed: number;
  dataFingerprint: string;
  dataWindow: { from: string; to: string } | null;
  members: { name: string; weight: number }[];
  /** Missing in versions stored before they could be told. */
  trueLeavingShare?: number | null;
  leftOut?: string[];
}

export interface NewModel {
  trainedAt: Date;
  analysisId: string;
  trainingSource: "label_column" | "history";
  plan: FeaturePlan;
  documentText: string;
  /** What models that had not seen its rows said of them, packed. */
  heldOut: Uint8Array;
  quality: ModelQuality;
  drivers: Driver[];
  horizonDays: number;
  /** What it learned to call having left. */
  churn: ChurnRule;
  card: ModelCard;
  driftBaselines: DriftBaselines;
  decision: ModelDecision;
}

export interface StoredModel {
  version: string;
  plan: FeaturePlan;
  documentText: string;
  quality: ModelQuality;
  drivers: Driver[];
  horizonDays: number;
  churn: ChurnRule;
  trainingSource: NewModel["trainingSource"];
}

/** What a stored row calls having left. */
export function churnOf(row: { churn_definition: string; inactive_days: number }): ChurnRule {
  return { definition: row.churn_definition as ChurnRule["definition"], inactiveDays: row.inactive_days };
}

/** The version the next stored model gets. Call under the company's model lock. */
export async function nextModelVersion(
  tx: Tx,
  companyId: string,
): Promise<{ version: string; number: number }> {
  // Two analyses of one company may end at the same moment: the second waits here for the first one's commit.
  await lockUntilCommit(tx, advisoryLock.modelVersions, companyId);
  const row = await tx
    .selectFrom("churn_models")
    .select((eb) => eb.fn.max("number").as("number"))
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const number = (row?.number ?? 0) + 1;
  return { version: `v${number}`, number };
}

/** Stores a model, and takes it into use where that was decided. */
export async function insertModel(
  tx: Tx,
  companyId: string,
  { version, number }: { version: string; number: number },
  model: NewModel,
): Promise<void> {
  const { quality, decision } = model;
  if (decision.promoted) {
    await tx
      .updateTable("churn_models")
      .set({ is_current: false })
      .where("company_id", "=", companyId)
      .where("is_current", "=", true)
      .execute();
  }
  await tx
    .insertInto("churn_models")
    .values({
      company_id: companyId,
      version,
      number,
      trained_at: model.trainedAt,
      analysis_id: model.analysisId,
      training_source: model.trainingSource,
      feature_plan: JSON.stringify(model.plan),
      document: model.documentText,
      held_out: Buffer.from(model.heldOut),
      quality: JSON.stringify(quality),
      drivers: JSON.stringify(model.drivers),
      rows: quality.rows,
      outcomes: quality.outcomes,
      base_rate: quality.baseRate,
      auc: quality.auc.value,
      horizon_days: model.horizonDays,
      churn_definition: model.churn.definition,
      inactive_days: model.churn.inactiveDays,
      card: JSON.stringify(model.card),
      drift_baseline: JSON.stringify(model.driftBaselines),
      decision: JSON.stringify(decision),
      is_current: decision.promoted,
      activated_at: decision.promoted ? model.trainedAt : null,
    })
    .execute();
}

export async function findModel(tx: Tx, companyId: string, version: string): Promise<StoredModel | null> {
  const row = await tx
    .selectFrom("churn_models")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!row) return null;
  return {
    version: row.version,
    plan: featurePlanSchema.parse(row.feature_plan),
    documentText: row.document,
    quality: row.quality as unknown as ModelQuality,
    drivers: row.drivers as unknown as Driver[],
    horizonDays: row.horizon_days,
    churn: churnOf(row),
    trainingSource: row.training_source as StoredModel["trainingSource"],
  };
}

/** The model in use, as a challenger meets it; null where there is none. */
export async function findChampion(tx: Tx, companyId: string): Promise<Champion | null> {
  const row = await tx
    .selectFrom("churn_models")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  if (!row) return null;
  const leftFor = await tx
    .selectFrom("churn_models")
    .select("version")
    .where("company_id", "=", companyId)
    .where("number", ">", row.number)
    .where("trained_at", "<=", row.activated_at ?? row.trained_at)
    .execute();
  const { verdict, logLoss, timing } = row.quality as unknown as Partial<ModelQuality> & ModelQuality;
  return {
    ...toKnownVersion(row),
    plan: featurePlanSchema.parse(row.feature_plan),
    documentText: row.document,
    verdict,
    logLoss,
    saysWhen: timing !== undefined && timing !== null,
    heldOut: row.held_out,
    leftFor: leftFor.map(({ version }) => version),
  };
}

/** Whether the model in use learned from labels without dates: its chances say nothing of when. */
export async function isChampionUndated(tx: Tx, companyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("churn_models")
    .select("training_source")
    .where("company_id", "=", companyId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  return row?.training_source === "label_column";
}

/** The versions that may come out of a training again, newest first. */
export async function listKnownVersions(tx: Tx, companyId: string): Promise<KnownVersion[]> {
  const rows = await tx
    .selectFrom("churn_models")
    .select(["version", "horizon_days", "churn_definition", "inactive_days", "rows", "card"])
    .where("company_id", "=", companyId)
    .orderBy("number", "desc")
    .execute();
  return rows.map(toKnownVersion);
}

function toKnownVersion(
  row: Pick<
    Selectable<ChurnModels>,
    "version" | "horizon_days" | "churn_definition" | "inactive_days" | "rows" | "card"
  >,
): KnownVersion {
  const { dataFingerprint, dataWindow, trueLeavingShare, leftOut } = row.card as unknown as ModelCard;
  return {
    trueLeavingShare: trueLeavingShare ?? null,
    leftOut: leftOut ?? [],
    version: row.version,
    horizonDays: row.horizon_days,
    churn: churnOf(row),
    rows: row.rows,
    dataFingerprint,
    learnedUntilMs: dataWindow === null ? null : Date.parse(dataWindow.to),
  };
}

/** What a stored version calls having left; null where there is no such version. */
export async function findModelChurn(tx: Tx, companyId: string, version: string): Promise<ChurnRule | null> {
  const row = await tx
    .selectFrom("churn_models")
    .select(["churn_definition", "inactive_days"])
    .where("company_id", "=", companyId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row ? churnOf(row) : null;
}

export async function listModels(tx: Tx, companyId: string) {
  return (
    tx
      .selectFrom("churn_models")
      .select(["version", "trained_at", "is_current", "training_source"])
      .select(["churn_definition", "inactive_days", "horizon_days"])
      // Of the whole quality, which is long, only what a list shows.
      .select([
        sql<ModelQuality["auc"]>`quality -> 'auc'`.as("auc"),
        sql<ModelQuality["verdict"]>`quality ->> 'verdict'`.as("verdict"),
      ])
      .where("company_id", "=", companyId)
      .orderBy("number", "desc")
      .limit(50)
      .execute()
  );
}
