import type { Driver, FieldValues, ModelQuality } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";

/** What moves the scores of the model in use. */
export interface ModelDrivers {
  modelVersion: string;
  trainedAt: Date;
  horizonDays: number;
  verdict: ModelQuality["verdict"];
  /** The strongest first. */
  drivers: readonly Driver[];
  fieldValues: FieldValues | null;
}

/** Reads only; null while no model is in use. */
export async function readModelDrivers(tx: Tx, companyId: string): Promise<ModelDrivers | null> {
  const row = await tx
    .selectFrom("churn_models")
    .select(["version", "trained_at", "horizon_days", "quality", "drivers"])
    .where("company_id", "=", companyId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  if (row === undefined) return null;
  const quality = row.quality as unknown as ModelQuality;
  return {
    modelVersion: row.version,
    trainedAt: row.trained_at,
    horizonDays: row.horizon_days,
    verdict: quality.verdict,
    drivers: row.drivers as unknown as Driver[],
    fieldValues: quality.fieldValues ?? null,
  };
}
