import type { Finding, ModelQuality } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";

/** What was tested when the model in use was trained, and on whom. */
export interface ModelFindings {
  modelVersion: string;
  trainedAt: Date;
  horizonDays: number;
  measuredOn: ModelQuality["measuredOn"] | null;
  /** Null: none could be, or a version trained before they were. */
  tested: number | null;
  findings: readonly Finding[];
}

/** Reads only; null while no model is in use. */
export async function readModelFindings(tx: Tx, companyId: string): Promise<ModelFindings | null> {
  const row = await tx
    .selectFrom("churn_models")
    .select(["version", "trained_at", "horizon_days", "quality"])
    .where("company_id", "=", companyId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  if (row === undefined) return null;
  const quality = row.quality as unknown as ModelQuality;
  return {
    modelVersion: row.version,
    trainedAt: row.trained_at,
    horizonDays: row.horizon_days,
    measuredOn: quality.measuredOn ?? null,
    tested: quality.findings?.tested ?? null,
    findings: quality.findings?.findings ?? [],
  };
}
