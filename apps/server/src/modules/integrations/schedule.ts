import { DAY_MS } from "@forestay/contracts";
import { integrationProviders } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { deleteInSteps } from "#platform/db/delete-in-steps.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { findIntegration } from "./integration-rows.ts";
import { nextKind, startRun } from "./start-run.ts";

/** Starts the runs whose time has come. */
export const scheduleJob = defineCompanyJob({
  name: "integrations.schedule",
  cron: "* * * * *",
  listCompanyIds,
  async isDue(tx, companyId, now) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from integrations where company_id = ${companyId} and next_sync_at <= ${now}) as due`.execute(
      tx,
    );
    return rows[0]?.due === true;
  },
  async handler({ db, clock, jobs, payload: { companyId } }) {
    for (const provider of integrationProviders) {
      await withTenant(db, companyId, async (tx) => {
        const now = clock.now();
        const row = await findIntegration(tx, companyId, provider, { lock: true });
        if (!row?.next_sync_at || row.next_sync_at > now || row.status !== "Connected") return;
        await startRun(tx, jobs, row, { kind: nextKind(row, now), startedBy: null, now });
      });
    }
  },
});

const RUNS_KEPT_DAYS = 90;
const CHANGES_KEPT_DAYS = 30;

/** Forgets runs and news of long ago. */
export const retentionJob = defineCompanyJob({
  name: "integrations.retention",
  cron: "20 3 * * *",
  listCompanyIds,
  async handler({ db, clock, signal, payload: { companyId } }) {
    const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    const rows = { db, companyId, signal };
    const runs = sql`ended_at < ${before(RUNS_KEPT_DAYS)}`;
    await deleteInSteps({ ...rows, table: "integration_runs", where: runs });
    const changes = sql`handled_at < ${before(CHANGES_KEPT_DAYS)}`;
    await deleteInSteps({ ...rows, table: "integration_inbox", where: changes });
  },
});
