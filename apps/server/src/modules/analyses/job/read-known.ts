import { readCompanyContext, readLeavingRule, type LeavingRule } from "#modules/customers/index.ts";
import { findChampion, listKnownVersions, readColumnChoices } from "#modules/models/index.ts";
import { countOutcomes } from "#modules/outcomes/index.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenant } from "#platform/db/transaction.ts";

/** What an analysis decides by, read at one moment: settings, outcomes, the models there are and what was said of columns. */
export type Known = Awaited<ReturnType<typeof readKnown>>;

export function readKnown(
  db: Database,
  companyId: string,
  now: Date,
  { looksBack }: Required<Pick<LeavingRule, "looksBack">>,
) {
  return withTenant(
    db,
    companyId,
    async (tx) => {
      const settings = await readScoringSettings(tx, companyId);
      const rule = { ...(await readLeavingRule(tx, companyId, now)), looksBack };
      return {
        companyId,
        now,
        settings,
        rule,
        counts: await countOutcomes(tx, companyId, { rule, horizonDays: settings.horizonDays }),
        champion: await findChampion(tx, companyId),
        versions: await listKnownVersions(tx, companyId),
        columns: await readColumnChoices(tx, companyId),
        currency: (await readCompanyContext(tx, companyId)).currency,
      };
    },
    EVERY_ROW,
  );
}
