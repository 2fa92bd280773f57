import { isSameChurnRule, JobStatus, type scoringSettingsSchema } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";
import {
  DEFAULT_RISK_BANDS,
  riskBandsFor,
  readScoringSettings,
  storeScoringSettings,
  type RiskBands,
  type ScoringSettings,
} from "#modules/scoring-settings/index.ts";

/** Scoring settings as a person edits them. */
export type EditableScoring = z.output<typeof scoringSettingsSchema>;

/** A company's scoring settings, the defaults where nothing is stored. */
export async function readEditableScoring(tx: Tx, companyId: string): Promise<EditableScoring> {
  const { horizonDays, riskBands, bandsSource, churn, trueLeavingShare } = await readScoringSettings(
    tx,
    companyId,
  );
  return {
    horizonDays,
    riskBands: { ...riskBands },
    bandsAreCustom: bandsSource === "edited",
    churnDefinition: churn.definition,
    inactiveDays: churn.inactiveDays,
    trueLeavingShare,
  };
}

/**
 * Stores a company's scoring settings and returns what stands then: bands that are not custom any more follow the
 * base rate of the latest model, else the defaults. Under another meaning of leaving, or with another true
 * share of leavers, the base rate is another, so the next model cuts bands that are not custom anew.
 */
export async function writeEditableScoring(
  tx: Tx,
  companyId: string,
  settings: EditableScoring,
): Promise<EditableScoring> {
  const stored = await readScoringSettings(tx, companyId);
  const { bands, source } = await bandsAfter(tx, companyId, stored, settings);
  await storeScoringSettings(tx, companyId, {
    horizonDays: settings.horizonDays,
    riskBands: bands,
    bandsSource: source,
    churn: churnRuleOf(settings),
    trueLeavingShare: settings.trueLeavingShare,
  });
  return readEditableScoring(tx, companyId);
}

/** What a person's settings call having left. */
export const churnRuleOf = ({ churnDefinition, inactiveDays }: EditableScoring) => ({
  definition: churnDefinition,
  inactiveDays,
});

interface Bands {
  bands: RiskBands;
  source: ScoringSettings["bandsSource"];
}

async function bandsAfter(
  tx: Tx,
  companyId: string,
  stored: ScoringSettings,
  settings: EditableScoring,
): Promise<Bands> {
  if (settings.bandsAreCustom) return { bands: settings.riskBands, source: "edited" };
  const followed =
    stored.bandsSource === "edited"
      ? await followedBands(tx, companyId)
      : { bands: stored.riskBands, source: stored.bandsSource };
  const isSameQuestion =
    isSameChurnRule(stored.churn, churnRuleOf(settings)) &&
    stored.trueLeavingShare === settings.trueLeavingShare;
  return isSameQuestion ? followed : { ...followed, source: "default" };
}

async function followedBands(tx: Tx, companyId: string): Promise<Bands> {
  const { rows } = await sql<{ base_rate: number | null }>`
    select (summary ->> 'baseRate')::float8 as base_rate from churn_analyses
    where company_id = ${companyId} and status = ${JobStatus.Completed} and source = 'model'
    order by completed_at desc limit 1`.execute(tx);
  const baseRate = rows[0]?.base_rate ?? null;
  return baseRate === null
    ? { bands: DEFAULT_RISK_BANDS, source: "default" }
    : { bands: riskBandsFor(baseRate), source: "model" };
}
