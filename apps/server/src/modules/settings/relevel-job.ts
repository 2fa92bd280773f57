import { z } from "zod";
import { readEditableScoring } from "#modules/analyses/index.ts";
import { changeCustomerTotals, relevelCustomers } from "#modules/customers/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";

const payload = z.object({ companyId: z.uuid() });

const CUSTOMERS_PER_BATCH = 20_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Gives every scored customer the level of the bands that stand now: a job, because a million of them take longer than
 * a request may. Runs again from the start after a crash; batches read the bands anew, so the last edit wins.
 */
export const relevelJob = defineJob({
  name: "settings.relevel",
  schema: payload,
  onePerGroup: true,
  handler: relevel,
});

async function relevel({
  db,
  payload: { companyId },
  signal,
}: JobRun<z.output<typeof payload>>): Promise<void> {
  for (let afterId: string | null = FIRST_ID; afterId !== null;) {
    signal.throwIfAborted();
    const from: string = afterId;
    afterId = await withTenantClient(db, companyId, async ({ tx, client }) => {
      // Its row lock also keeps a publishing analysis or import from writing the same customers at the same time.
      await changeCustomerTotals(client, companyId, 0);
      const { riskBands } = await readEditableScoring(tx, companyId);
      return relevelCustomers(tx, companyId, riskBands, { afterId: from, limit: CUSTOMERS_PER_BATCH });
    });
  }
}
