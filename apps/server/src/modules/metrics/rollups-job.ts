import { analysisCompleted } from "#modules/analyses/index.ts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { importCompleted } from "#modules/imports/index.ts";
import { integrationSynced } from "#modules/integrations/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineCompanyJob, ofCompany } from "#platform/jobs/company-job.ts";
import { isCountedOtherwise } from "./counted-by.ts";
import { areRollupsBehind, keepRollups } from "./keep-rollups.ts";
import { rebuildRollups } from "./rebuild-rollups.ts";

/** Brings a company's rollups up to its ledger, within a minute of any change of it. */
export const rollupsJob = defineCompanyJob({
  name: "metrics.keep-rollups",
  cron: "* * * * *",
  listCompanyIds,
  isDue: areRollupsBehind,
  async handler({ db, clock, signal, payload: { companyId } }) {
    const now = clock.now();
    if (await withTenant(db, companyId, (tx) => isCountedOtherwise(tx, companyId)))
      await rebuildRollups(db, companyId, { now, write: true });
    else await keepRollups(db, companyId, { now, signal });
  },
});

/** A file changes most of a ledger at once, and who has just analysed looks at figures: they are there right after it. */
export const rollupsAfterNews = [
  later(importCompleted, rollupsJob.company, ofCompany),
  later(integrationSynced, rollupsJob.company, ofCompany),
  later(analysisCompleted, rollupsJob.company, ofCompany),
];
