import type { DriftReport, ModelCard } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import { readDriftBaselines, type DriftBaselines } from "./measure-model-drift.ts";

/** Looks that a card shows: a quarter of nights. */
const MOST_LOOKS = 90;

/** What a model's drift is measured against, and the latest report. */
export async function readModelDrift(
  tx: Tx,
  companyId: string,
  version: string,
): Promise<{ baselines: DriftBaselines; before: DriftReport | null } | null> {
  const row = await tx
    .selectFrom("churn_models")
    .select(["drift_baseline", "drift"])
    .where("company_id", "=", companyId)
    .where("version", "=", version)
    .executeTakeFirst();
  const baselines = readDriftBaselines(row?.drift_baseline);
  if (!row || !baselines) return null;
  return {
    baselines,
    before: row.drift as unknown as DriftReport | null,
  };
}

export async function storeModelDrift(
  tx: Tx,
  companyId: string,
  version: string,
  { report, baselines }: { report: DriftReport; baselines: DriftBaselines },
): Promise<void> {
  await tx
    .updateTable("churn_models")
    .set({ drift: JSON.stringify(report), drift_baseline: JSON.stringify(baselines) })
    .where("company_id", "=", companyId)
    .where("version", "=", version)
    .execute();
  await tx
    .insertInto("churn_model_drift_reports")
    .values({
      company_id: companyId,
      version,
      measured_at: new Date(report.measuredAt),
      rows: report.rows,
      score_psi: report.score.psi,
      feature_psi: JSON.stringify(
        Object.fromEntries(report.features.map(({ feature, psi }) => [feature, psi])),
      ),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The last looks at a model's drift, oldest first. */
export async function readDriftHistory(
  tx: Tx,
  companyId: string,
  version: string,
): Promise<ModelCard["driftHistory"]> {
  const rows = await tx
    .selectFrom("churn_model_drift_reports")
    .select(["measured_at", "rows", "score_psi", "feature_psi"])
    .where("company_id", "=", companyId)
    .where("version", "=", version)
    .orderBy("measured_at", "desc")
    .limit(MOST_LOOKS)
    .execute();
  return rows
    .map((row) => ({
      measuredAt: row.measured_at.toISOString(),
      rows: row.rows,
      score: row.score_psi,
      features: row.feature_psi as Record<string, number>,
    }))
    .reverse();
}
