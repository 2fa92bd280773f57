import { DAY_MS, WEBHOOK_RETENTION_DAYS } from "@forestay/contracts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";

const ROWS_PER_DELETE = 1000;

/** Deletes what is older than its retention with its deliveries, in small transactions; what was held back till then too. */
export const webhookRetention = defineCompanyJob({
  name: "webhooks.retention",
  cron: "40 3 * * *",
  listCompanyIds,
  async handler({ db, clock, signal, payload: { companyId } }) {
    const before = new Date(clock.now().getTime() - WEBHOOK_RETENTION_DAYS * DAY_MS);
    let deleted = ROWS_PER_DELETE;
    while (deleted === ROWS_PER_DELETE) {
      signal.throwIfAborted();
      deleted = await withTenant(db, companyId, (tx) => deleteSome(tx, companyId, before));
    }
  },
});

async function deleteSome(tx: Tx, companyId: string, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("webhook_messages")
    .where("company_id", "=", companyId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("webhook_messages")
        .select("id")
        .where("company_id", "=", companyId)
        .where("created_at", "<", before)
        .limit(ROWS_PER_DELETE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
