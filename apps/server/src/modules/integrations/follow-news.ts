import { integrationProviders, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import { countLinked } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { loseAccess } from "./lose-access.ts";
import { integrationSynced } from "./events.ts";
import { markHandled, readWaiting, type WaitingChange } from "./inbox.ts";
import { findIntegration, findRunning, updateIntegration, type IntegrationRow } from "./integration-rows.ts";
import { openStored } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";
import { isResting, restAsAsked } from "./rest.ts";
import { refreshRows } from "./refresh-rows.ts";
import { takeHints } from "./take-hints.ts";

const payload = z.object({ companyId: z.uuid(), provider: z.enum(integrationProviders) });
type Run = JobRun<z.output<typeof payload>>;

/** Has the news that waits taken in, as soon as nobody else does. */
export async function followSoon(
  tx: Tx,
  jobs: ModuleContext["jobs"],
  companyId: string,
  provider: IntegrationProvider,
): Promise<void> {
  const key = `${companyId}:${provider}`;
  await jobs.enqueue(tx, followJob, { companyId, provider }, { singletonKey: key, groupKey: key });
}

/**
 * Takes in what a connected system told us of: each object is read as it is now, in whatever order and however often it
 * was told. While a run is under way the news waits for its end, which asks for this job again; and while the system asks to be
 * left alone, for the end of that.
 */
export const followJob = defineJob({
  name: "integrations.follow",
  schema: payload,
  dedupeWaiting: true,
  onePerGroup: true,
  concurrency: 2,
  async handler(run) {
    const { companyId, provider } = run.payload;
    await follow(run).catch(async (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      if (error.failure === "expired") return loseAccess(run, companyId, provider, error.message);
      // What was told waits until the pause is over, and the schedule asks for this job again then.
      const isAsked = await withTenant(run.db, companyId, (tx) =>
        restAsAsked(tx, companyId, provider, error, run.clock.now()),
      );
      if (!isAsked) throw error;
    });
  },
});

async function follow(run: Run): Promise<void> {
  const { companyId, provider } = run.payload;
  let hasCome = false;
  for (;;) {
    const { row, told } = await readNews(run);
    if (!row || told.length === 0) break;
    const isTaken = await takeHints(
      {
        db: run.db,
        events: run.events,
        api: openStored(run, row, run.signal),
        row,
        runId: null,
        isWanted: async (tx) => (await findIntegration(tx, companyId, provider)) !== undefined,
        written: () => Promise.resolve(),
      },
      run,
      told,
      // With them, not at the end: who asks meanwhile for a record that is taken in already has it read once more.
      (tx, taken) => markHandled(tx, companyId, provider, taken, run.clock.now()),
    );
    if (!isTaken) return;
    // Also those of what is no longer read.
    await withTenant(run.db, companyId, (tx) => markHandled(tx, companyId, provider, told, run.clock.now()));
    hasCome = true;
  }
  if (hasCome) await tellEnd(run);
}

/** What waits, unless a run is under way, the system asks to be left alone or nothing was ever read to its end. */
async function readNews({
  db,
  clock,
  payload: { companyId, provider },
}: Run): Promise<{ row: IntegrationRow | undefined; told: WaitingChange[] }> {
  return withTenant(db, companyId, async (tx) => {
    const row = await findIntegration(tx, companyId, provider);
    const isBusy = (await findRunning(tx, companyId, provider)) !== undefined;
    const mayFollow = !isBusy && row?.followed_until != null && !isResting(row, clock.now());
    return { row, told: mayFollow ? await readWaiting(tx, companyId, provider) : [] };
  });
}

async function tellEnd(run: Run): Promise<void> {
  const { companyId, provider } = run.payload;
  await refreshRows(run, companyId);
  await withTenant(run.db, companyId, async (tx) => {
    if (!(await findIntegration(tx, companyId, provider, { lock: true }))) return;
    await updateIntegration(tx, companyId, provider, {
      last_sync_at: run.clock.now(),
      linked_customers: await countLinked(tx, companyId, provider),
    });
    await run.events.emit(tx, integrationSynced, { companyId, provider });
  });
}
