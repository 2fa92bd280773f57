import { JobStatus, type CustomerSelection } from "@forestay/contracts";
import { formatDate } from "@forestay/contracts/words";
import { findChampion } from "#modules/models/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";

/**
 * An analysis of an earlier day, from what was recorded by then (decision 0058): customers who came later are none, a model
 * learns from outcomes that were known, the model in use then scores where there is one, and a customer is worth what was
 * recorded of it by then.
 */

/** The same run with its clock turned back to that day; what it finds out is no news, and nobody is told. */
export function lookBack<R extends ModuleContext>(run: R, asOf: Date): R {
  const behindMs = run.clock.now().getTime() - asOf.getTime();
  return {
    ...run,
    clock: { now: () => new Date(run.clock.now().getTime() - behindMs) },
    events: { emit: async () => {} },
  };
}

/** Everybody who was a customer by then; those who had left are told apart while scoring, as ever. */
export function everyoneBy(asOf: Date): CustomerSelection {
  return {
    filter: { conditions: [{ field: "createdAt", operator: "LessThan", value: asOf.toISOString() }] },
    exceptIds: [],
  };
}

/** What such an analysis says of itself. */
export const lookedBack = (asOf: Date, on: Date): string =>
  `Worked out on ${formatDate(on, "UTC", "long")}, looking back: from what had been recorded by ${formatDate(asOf, "UTC", "long")}, what customers paid included.`;

/** Why an analysis of an earlier day ends where a later one has published its scores. */
export const OVERTAKEN =
  "Scores of a later day are there already; those of an earlier one would replace them.";

/** The model in use, and whether a later day has been scored already. */
export function readEarlier(
  db: Database,
  companyId: string,
  asOf: Date,
): Promise<{ modelVersion: string | null; isOvertaken: boolean }> {
  return withTenant(db, companyId, async (tx) => {
    const later = await tx
      .selectFrom("churn_analyses")
      .select("id")
      .where("company_id", "=", companyId)
      .where("status", "=", JobStatus.Completed)
      .where("completed_at", ">", asOf)
      .limit(1)
      .executeTakeFirst();
    return {
      modelVersion: (await findChampion(tx, companyId))?.version ?? null,
      isOvertaken: later !== undefined,
    };
  });
}
