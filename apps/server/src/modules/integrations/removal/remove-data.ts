import { integrationProviders } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import {
  changeCustomerTotals,
  deleteCustomers,
  forgetLinkedValues,
  forgetUnusedColumns,
  readLinkedOrigins,
} from "#modules/customers/index.ts";
import { customersWithRows, forgetLedgerSource, removeLedgerOfSource } from "#modules/ledger/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { integrationSynced } from "../events.ts";
import { tellChange } from "../integration-rows.ts";
import { refreshRows } from "../refresh-rows.ts";
import { findRemoval, moveRemoval } from "./removal-rows.ts";

const CUSTOMERS_PER_BATCH = 500;

/**
 * Deletes what came from a system alone, after it was disconnected: its rows of the ledger, then customers whom nothing else
 * knows, and of the others what it said of them. In batches that leave nothing to find again, so it goes on after a kill.
 */
export const removeDataJob = defineJob({
  name: "integrations.remove-data",
  schema: z.object({ companyId: z.uuid(), provider: z.enum(integrationProviders) }),
  onePerGroup: true,
  retryLimit: 20,
  expireInSeconds: 12 * 3600,
  async handler(run) {
    const { companyId, provider } = run.payload;
    for (let more = true; more;) {
      run.signal.throwIfAborted();
      more = await withTenantClient(
        run.db,
        companyId,
        async ({ tx, client }) => {
          await changeCustomerTotals(client, companyId, 0);
          const removal = await findRemoval(tx, companyId, provider, { lock: true });
          if (removal === undefined || removal.ended_at !== null) return false;
          if (await removeLedgerOfSource(client, companyId, provider)) return true;
          const { only, others } = await readLinkedOrigins(client, companyId, provider, CUSTOMERS_PER_BATCH);
          if (only.length + others.length === 0) return false;
          // What files or a product's own events say of somebody is not this system's to take along.
          const withRows = await customersWithRows(tx, companyId, only);
          const gone = only.filter((id) => !withRows.has(id));
          const stay = [...others, ...withRows];
          await deleteCustomers(client, companyId, gone);
          await forgetLinkedValues(client, companyId, provider, stay);
          await moveRemoval(tx, companyId, provider, {
            deleted: gone.length,
            kept: stay.length,
            endedAt: null,
          });
          await tellChange(tx, companyId, provider);
          return true;
        },
        { statementTimeoutMs: 120_000 },
      );
    }
    await refreshRows(run, companyId);
    await withTenantClient(run.db, companyId, async ({ tx, client }) => {
      const removal = await findRemoval(tx, companyId, provider, { lock: true });
      if (removal === undefined || removal.ended_at !== null) return;
      await forgetLedgerSource(tx, companyId, provider);
      await forgetUnusedColumns(client, companyId);
      await moveRemoval(tx, companyId, provider, { deleted: 0, kept: 0, endedAt: run.clock.now() });
      await tellChange(tx, companyId, provider);
      // Figures and segments follow.
      await run.events.emit(tx, integrationSynced, { companyId, provider });
    });
  },
});
