import { listCompanyIds } from "#modules/companies/index.ts";
import { importCompleted } from "#modules/imports/index.ts";
import { integrationSynced } from "#modules/integrations/index.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineCompanyJob, ofCompany } from "#platform/jobs/company-job.ts";
import { areCasesBehind, keepCases } from "./keep-cases.ts";
import { areSumsScattered, drawSumsTogether } from "./sums/keep-sums.ts";

/** Brings failed payments up to the ledger, within a minute of any change of it, and ends what has run out of time. */
export const followLedgerJob = defineCompanyJob({
  name: "recovery.follow",
  cron: "* * * * *",
  listCompanyIds,
  isDue: async (tx, companyId, now) =>
    (await areCasesBehind(tx, companyId, now)) || (await areSumsScattered(tx, companyId)),
  async handler({ db, clock, signal, payload: { companyId } }) {
    await keepCases(db, companyId, { now: clock.now(), signal });
    await drawSumsTogether(db, companyId);
  },
});

/** Whoever has just brought a file, or is told by a provider, looks right after it. */
export const followAfterNews = [
  later(importCompleted, followLedgerJob.company, ofCompany),
  later(integrationSynced, followLedgerJob.company, ofCompany),
];
