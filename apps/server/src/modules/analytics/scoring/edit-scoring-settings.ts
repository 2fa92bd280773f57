import type { scoringSettingsSchema } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";
import { DEFAULT_RISK_BANDS, riskBandsFor, type RiskBands } from "./risk-bands.ts";
import { readScoringSettings } from "./scoring-settings.ts";

/** Scoring settings as a person edits them. */
export type EditableScoring = z.output<typeof scoringSettingsSchema>;

type Stored = Pick<EditableScoring, "churnDefinition" | "inactiveDays">;

/** What counts as having left, until a company says otherwise. */
const DEFAULTS: Stored = { churnDefinition: "cancelled", inactiveDays: 60 };

/** A company's scoring settings, the defaults where nothing is stored. */
export async function readEditableScoring(tx: Tx, companyId: string): Promise<EditableScoring> {
  const { horizonDays, riskBands, bandsSource } = await readScoringSettings(tx, companyId);
  const row = await tx
    .selectFrom("scoring_settings")
    .select(["churn_definition as churnDefinition", "inactive_days as inactiveDays"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return {
    horizonDays,
    riskBands: { ...riskBands },
    bandsAreCustom: bandsSource === "edited",
    ...((row as Stored | undefined) ?? DEFAULTS),
  };
}

/**
 * Stores a company's scoring settings and returns what stands then: bands that are not custom any more follow the
 * base rate of the latest model, else the defaults (decision 3).
 */
export async function writeEditableScoring(
  tx: Tx,
  companyId: string,
  settings: EditableScoring,
): Promise<EditableScoring> {
  const stored = await readScoringSettings(tx, companyId);
  const { bands, source } = settings.bandsAreCustom
    ? { bands: settings.riskBands, source: "edited" }
    : stored.bandsSource === "edited"
      ? await followedBands(tx, companyId)
      : { bands: stored.riskBands, source: stored.bandsSource };
  const values = {
    horizon_days: settings.horizonDays,
    medium_from: bands.medium,
    high_from: bands.high,
    critical_from: bands.critical,
    bands_source: source,
    churn_definition: settings.churnDefinition,
    inactive_days: settings.inactiveDays,
  };
  await tx
    .insertInto("scoring_settings")
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) =>
      conflict.column("company_id").doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .execute();
  return readEditableScoring(tx, companyId);
}

async function followedBands(tx: Tx, companyId: string): Promise<{ bands: RiskBands; source: string }> {
  const { rows } = await sql<{ base_rate: number | null }>`
    select (summary ->> 'baseRate')::float8 as base_rate from churn_analyses
    where company_id = ${companyId} and status = 3 and source = 'model'
    order by completed_at desc limit 1`.execute(tx);
  const baseRate = rows[0]?.base_rate ?? null;
  return baseRate === null
    ? { bands: DEFAULT_RISK_BANDS, source: "default" }
    : { bands: riskBandsFor(baseRate), source: "model" };
}
