import type { FirstDay } from "@forestay/contracts";
import { hasCompletedAnalysis } from "#modules/analyses/index.ts";
import { listCompanyPeople, listInvitations } from "#modules/companies/index.ts";
import { hasCustomers } from "#modules/customers/index.ts";
import { isSampleItself } from "#modules/demo/index.ts";
import { hasStepsDoneBy } from "#modules/next-steps/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";

/** Which of the first day's deeds are done, seen in the records themselves: nobody ticks anything off. */
export async function readFirstDay(db: Database, companyId: string, now: Date): Promise<FirstDay> {
  return withTenant(db, companyId, async (tx) => {
    if (await isSampleItself(tx, companyId)) return { steps: null };
    const steps = {
      customers: await hasCustomers(tx, companyId),
      analysis: await hasCompletedAnalysis(tx, companyId),
      step: await hasStepsDoneBy(tx, companyId, now),
      colleague:
        (await listCompanyPeople(tx, companyId)).length > 1 ||
        (await listInvitations(tx, companyId)).length > 0,
    };
    return { steps: Object.values(steps).every(Boolean) ? null : steps };
  });
}
