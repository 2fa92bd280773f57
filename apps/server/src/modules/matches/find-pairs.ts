import { listCompanyIds } from "#modules/companies/index.ts";
import { findPairs } from "#modules/customers/index.ts";
import { EVERY_ROW, withTenant } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";

/** Looks once a night for customers here that may be one, whichever way each of them came. */
export const findPairsJob = defineCompanyJob({
  name: "matches.find",
  cron: "50 3 * * *",
  listCompanyIds,
  async handler({ db, clock, payload: { companyId } }) {
    await withTenant(db, companyId, (tx) => findPairs(tx, companyId, clock.now()), EVERY_ROW);
  },
});
