import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { findIntegration } from "./integration-rows.ts";
import { loseAccess } from "./lose-access.ts";
import { openStored, standingProviders, type ProviderContext } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";
import { isResting, restAsAsked } from "./rest.ts";

/** Companies that are asked for at once: a call each that a slow system may hold for seconds. */
const COMPANIES_AT_ONCE = 4;

/**
 * Asks every connected system once a minute who we are, by one call within the account's pace: a key that was revoked there, or
 * an app that was removed, is found out whether anything is to be read or not. A system that asked to be left alone is; a run
 * that is under way finds it out by itself.
 */
export const probeJob = defineCompanyJob({
  name: "integrations.probe",
  cron: "* * * * *",
  concurrency: COMPANIES_AT_ONCE,
  // Each of them takes one a second: hundreds of companies within the minute.
  pollSeconds: 1,
  // The next minute asks again.
  retryLimit: 0,
  expireInSeconds: 300,
  // Of a thousand companies a week's would be ten million rows that say nothing.
  keepFinishedSeconds: 3600,
  listCompanyIds,
  async isDue(tx, companyId, now) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from integrations where company_id = ${companyId} and status in ('Connected', 'Error')
        and (rests_until is null or rests_until <= ${now})) as due`.execute(tx);
    return rows[0]?.due === true;
  },
  async handler(run) {
    const { companyId } = run.payload;
    // Together, so that one that is slow keeps nobody waiting for the others; each to its end, so that none outlives the job.
    const ended = await Promise.allSettled(
      standingProviders.map((provider) => probe(run, companyId, provider)),
    );
    for (const one of ended) if (one.status === "rejected") throw one.reason;
  },
});

type Context = ProviderContext & Pick<ModuleContext, "events">;

async function probe(context: Context, companyId: string, provider: IntegrationProvider): Promise<void> {
  const { db, clock } = context;
  const row = await withTenant(db, companyId, (tx) => findIntegration(tx, companyId, provider));
  if (row?.status !== "Connected" && row?.status !== "Error") return;
  if (isResting(row, clock.now())) return;
  try {
    // As for a person who waits: rather no answer this minute than a late one.
    const api = openStored(context, row);
    await api.identify().catch((error: unknown) => {
      if (!(error instanceof ProviderError && error.failure === "expired")) throw error;
      // A single refusal may be a bad second of theirs, and after it a person has to connect anew.
      return api.identify();
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure === "expired")
      await loseAccess(context, companyId, provider, error.message, { credentialAt: row.credential_at });
    // What else it says a run meets as well, and counts.
    else await withTenant(db, companyId, (tx) => restAsAsked(tx, companyId, provider, error, clock.now()));
  }
}
