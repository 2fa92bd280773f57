import type { DriversInsights } from "@forestay/contracts";
import { readEventTypeNames } from "#modules/ledger/index.ts";
import { readModelDrivers } from "#modules/models/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { readAsked, type InsightsQuery } from "./insights-scope.ts";
import { listedField } from "./listed-field.ts";
import { readYesNoFields } from "./yes-no-fields.ts";

/** What moves the scores of the model in use, as it was measured when it was trained. */
export async function readDriversInsights(
  db: Database,
  companyId: string,
  query: InsightsQuery,
  now: Date,
): Promise<DriversInsights> {
  return withTenant(db, companyId, async (tx) => {
    const { told: scope } = await readAsked(tx, companyId, query, now);
    const known = await readModelDrivers(tx, companyId);
    const nothing = (missing: string) => ({ scope, model: null, drivers: [], fieldValues: null, missing });
    if (known === null) return nothing("Needs a model that has learned who left: run an analysis.");
    if (known.verdict === "not_reliable")
      return nothing(
        `Model ${known.modelVersion} does not tell leavers from stayers reliably, so what moves its scores says nothing of your customers.`,
      );
    if (known.drivers.length === 0) return nothing("Nothing separated leavers from stayers beyond chance.");
    const listed = {
      hasLedger: scope.currencies.length > 0,
      eventTypes: await readEventTypeNames(tx, companyId),
    };
    const yesNo = await readYesNoFields(tx, companyId);
    const { modelVersion: version, trainedAt, horizonDays } = known;
    return {
      scope,
      model: { version, trainedAt: trainedAt.toISOString(), horizonDays },
      drivers: known.drivers.map((driver) => {
        // Of a date the model knows how long ago it was, and rules the date itself.
        const listedBy = driver.dependence?.unit === "date" ? null : listedField(driver.feature, listed);
        return { ...driver, listedBy, isYesNo: listedBy !== null && yesNo.has(listedBy) };
      }),
      fieldValues: known.fieldValues,
      missing: null,
    };
  });
}
