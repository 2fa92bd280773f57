import type { ChurnRule } from "@forestay/contracts";
import { DEFAULT_CHURN_RULE, DEFAULT_HORIZON_DAYS } from "@forestay/contracts/vocabulary";
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

/** The company's horizon and bands; the defaults until something else is stored. */
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

/** What counts as having left in this company: its own rule, else the default. */
export async function readChurnRule(tx: Tx, companyId: string): Promise<ChurnRule> {
  const { rows } = await sql<ChurnRule>`
    select churn_definition as definition, inactive_days as "inactiveDays" from scoring_settings
    where company_id = ${companyId}`.execute(tx);
  return rows[0] ?? DEFAULT_CHURN_RULE;
}

/** Stores what a person has set, in place of whatever stood there. */
export async function storeScoringSettings(
  tx: Tx,
  companyId: string,
  { horizonDays, riskBands, bandsSource, churn, trueLeavingShare }: ScoringSettings,
): Promise<void> {
  const values = {
    horizon_days: horizonDays,
    medium_from: riskBands.medium,
    high_from: riskBands.high,
    critical_from: riskBands.critical,
    bands_source: bandsSource,
    churn_definition: churn.definition,
    inactive_days: churn.inactiveDays,
    true_leaving_share: trueLeavingShare,
  };
  await tx
    .insertInto("scoring_settings")
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) =>
      conflict.column("company_id").doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .execute();
}
