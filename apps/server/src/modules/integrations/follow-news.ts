import { integrationProviders } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import { countLinked } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { integrationSynced } from "./events.ts";
import { markHandled, readWaiting } from "./inbox.ts";
import { findIntegration, findRunning, includedObjects, updateIntegration } from "./integration-rows.ts";
import { openStored } from "./providers.ts";
import { refreshRows } from "./refresh-rows.ts";
import { takeIn } from "./take-in.ts";

/**
 * Takes in what a connected system told us of: each object is read as it is now, in whatever order and however often it
 * was told. While a run is under way the news waits for its end.
 */
export const followJob = defineJob({
  name: "integrations.follow",
  schema: z.object({ companyId: z.uuid(), provider: z.enum(integrationProviders) }),
  dedupeWaiting: true,
  onePerGroup: true,
  concurrency: 2,
  async handler(run) {
    const { companyId, provider } = run.payload;
    const { row, told } = await withTenant(run.db, companyId, async (tx) => {
      const found = await findIntegration(tx, companyId, provider);
      const isBusy = (await findRunning(tx, companyId, provider)) !== undefined;
      return {
        row: found,
        told: isBusy || found?.followed_until == null ? [] : await readWaiting(tx, companyId, provider),
      };
    });
    if (!row || told.length === 0) return;
    const api = openStored(run, row, run.signal);
    for (const object of includedObjects(row)) {
      const ids = [...new Set(told.filter((one) => one.object === object).map((one) => one.source_id))];
      if (ids.length === 0) continue;
      const records = await api.readRecords(object, ids);
      await takeIn({
        db: run.db,
        api,
        row,
        runId: null,
        now: run.clock.now(),
        records,
        isWanted: async (tx) => (await findIntegration(tx, companyId, provider)) !== undefined,
        written: () => Promise.resolve(),
      });
    }
    await refreshRows(run, companyId);
    await withTenant(run.db, companyId, async (tx) => {
      if (!(await findIntegration(tx, companyId, provider, { lock: true }))) return;
      await markHandled(tx, companyId, provider, told, run.clock.now());
      await updateIntegration(tx, companyId, provider, {
        last_sync_at: run.clock.now(),
        linked_customers: await countLinked(tx, companyId, provider),
      });
      await run.events.emit(tx, integrationSynced, { companyId, provider });
    });
  },
});
