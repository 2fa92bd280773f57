import { DEFAULT_CHURN_RULE, DEFAULT_HORIZON_DAYS, type ChurnRule } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { DEFAULT_RISK_BANDS, type RiskBands } from "./risk-bands.ts";

export interface ScoringSettings {
  horizonDays: number;
  riskBands: RiskBands;
  bandsSource: "default" | "model" | "edited";
  /** What counts as having left. */
  churn: ChurnRule;
  /** Share of customers that really leaves within the horizon, 0-1; null: the labels' own. */
  trueLeavingShare: number | null;
}

/** The company's horizon and bands; the defaults of decision 3 until something else is stored. */
export async function readScoringSettings(tx: Tx, companyId: string): Promise<ScoringSettings> {
  const row = await tx
    .selectFrom("scoring_settings")
    .select(["horizon_days", "medium_from", "high_from", "critical_from", "bands_source"])
    .select(["churn_definition", "inactive_days", "true_leaving_share"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (!row)
    return {
      horizonDays: DEFAULT_HORIZON_DAYS,
      riskBands: DEFAULT_RISK_BANDS,
      bandsSource: "default",
      churn: DEFAULT_CHURN_RULE,
      trueLeavingShare: null,
    };
  return {
    horizonDays: row.horizon_days,
    riskBands: { medium: row.medium_from, high: row.high_from, critical: row.critical_from },
    bandsSource: row.bands_source as ScoringSettings["bandsSource"],
    churn: {
      definition: row.churn_definition as ChurnRule["definition"],
      inactiveDays: row.inactive_days,
    },
    trueLeavingShare: row.true_leaving_share,
  };
}

/** Keeps the bands that the first model gave; bands from an earlier model or a person stay as they are. */
export async function storeFirstModelBands(tx: Tx, companyId: string, bands: RiskBands): Promise<void> {
  await sql`
    insert into scoring_settings (company_id, medium_from, high_from, critical_from, bands_source)
    values (${companyId}, ${bands.medium}, ${bands.high}, ${bands.critical}, 'model')
    on conflict (company_id) do update set medium_from = excluded.medium_from, high_from = excluded.high_from,
      critical_from = excluded.critical_from, bands_source = 'model', updated_at = now()
    where scoring_settings.bands_source = 'default'`.execute(tx);
}
