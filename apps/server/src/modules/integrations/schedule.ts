import { DAY_MS } from "@forestay/contracts";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { deleteInSteps } from "#platform/db/delete-in-steps.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { followSoon } from "./follow-news.ts";
import { findIntegration, type IntegrationRow } from "./integration-rows.ts";
import { loseAccess } from "./lose-access.ts";
import { enqueuePosting } from "./posting/post-job.ts";
import { findDue } from "./posting/post-rows.ts";
import { ProviderError } from "./provider-error.ts";
import { accessOf, connectorOf, standingProviders, type ProviderContext } from "./providers.ts";
import { isResting } from "./rest.ts";
import { nextKind, startRun } from "./start-run.ts";

/** Starts the runs whose time has come. */
export const scheduleJob = defineCompanyJob({
  name: "integrations.schedule",
  cron: "* * * * *",
  listCompanyIds,
  async isDue(tx, companyId, now) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from integrations where company_id = ${companyId} and (next_sync_at <= ${now} or rests_until <= ${now}))
        or exists (select from integration_tokens where company_id = ${companyId} and refresh_at <= ${now})
        or exists (select from integration_posts where company_id = ${companyId} and status = 'waiting' and next_try_at <= ${now}) as due`.execute(
      tx,
    );
    return rows[0]?.due === true;
  },
  async handler(run) {
    const {
      db,
      clock,
      jobs,
      payload: { companyId },
    } = run;
    for (const provider of standingProviders) {
      await renewTokens(run, companyId, provider);
      await withTenant(db, companyId, async (tx) => {
        const now = clock.now();
        const row = await findIntegration(tx, companyId, provider, { lock: true });
        if (
          row?.status === "Connected" &&
          connectorOf(provider).posts &&
          (await findDue(tx, companyId, provider, now))
        )
          await enqueuePosting(tx, jobs, companyId, provider);
        if (row === undefined || isResting(row, now)) return;
        if (row.rests_until !== null) await goOn(tx, jobs, row);
        // In Error a next time is kept by what passes by itself.
        const mayRun = row.status === "Connected" || row.status === "Error";
        if (!mayRun || row.next_sync_at === null || row.next_sync_at > now) return;
        await startRun(tx, jobs, row, { kind: nextKind(row, now), startedBy: null, now });
      });
    }
  },
});

/** The pause that a system asked for is over: what it told us meanwhile is taken in. */
async function goOn(
  tx: Tx,
  jobs: ModuleContext["jobs"],
  { company_id: companyId, provider }: IntegrationRow,
): Promise<void> {
  await sql`update integrations set rests_until = null
    where company_id = ${companyId} and provider = ${provider}`.execute(tx);
  await followSoon(tx, jobs, companyId, provider);
}

/** Renewed whether somebody needs them or not: a system that ended our access is found out within the life of a token. */
async function renewTokens(
  context: ProviderContext & Pick<ModuleContext, "events">,
  companyId: string,
  provider: IntegrationProvider,
): Promise<void> {
  const row = await withTenant(context.db, companyId, (tx) => findIntegration(tx, companyId, provider));
  if (row?.status !== "Connected" || row.credential !== null) return;
  try {
    await accessOf(context, row).current();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Otherwise it is tried again with the next minute, and a run says what it met.
    if (error.failure === "expired") await loseAccess(context, companyId, provider, error.message);
  }
}

const RUNS_KEPT_DAYS = 90;
const CHANGES_KEPT_DAYS = 30;
/** As far back as bills are compared; a payment that has none is told without one. */
const AWAITED_DAYS = 35;

/** Forgets runs and news of long ago, and what waited for a bill in vain. */
export const retentionJob = defineCompanyJob({
  name: "integrations.retention",
  cron: "20 3 * * *",
  listCompanyIds,
  async handler({ db, clock, signal, payload: { companyId } }) {
    const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    const rows = { db, companyId, signal };
    const runs = sql`ended_at < ${before(RUNS_KEPT_DAYS)}`;
    await deleteInSteps({ ...rows, table: "integration_runs", where: runs });
    const posts = sql`status in ('posted', 'failed', 'unsure') and created_at < ${before(CHANGES_KEPT_DAYS)}`;
    await deleteInSteps({ ...rows, table: "integration_posts", where: posts });
    const changes = sql`handled_at < ${before(CHANGES_KEPT_DAYS)}`;
    await deleteInSteps({ ...rows, table: "integration_inbox", where: changes });
    const awaited = sql`created_at < ${before(AWAITED_DAYS)}`;
    await deleteInSteps({ ...rows, table: "integration_awaited", where: awaited });
  },
});
