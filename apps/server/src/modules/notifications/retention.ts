import { DAY_MS } from "@forestay/contracts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";

/**
 * How long a notification is kept: the default horizon of a prediction. What it spoke of has happened by
 * then, or has not.
 */
export const RETENTION_DAYS = 90;
/** A digest's mark only has to outlive its day. */
const DIGEST_MARK_DAYS = 7;
const ROWS_PER_DELETE = 5_000;

/** Deletes what is older than its retention, in small transactions. */
export const notificationRetention = defineCompanyJob({
  name: "notifications.retention",
  cron: "20 3 * * *",
  listCompanyIds,
  async handler({ db, clock, signal, payload: { companyId } }) {
    const before = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    const marksBefore = new Date(clock.now().getTime() - DIGEST_MARK_DAYS * DAY_MS);
    let deleted = ROWS_PER_DELETE;
    while (deleted === ROWS_PER_DELETE) {
      signal.throwIfAborted();
      deleted = await withTenant(db, companyId, (tx) => deleteSome(tx, companyId, before));
    }
    await withTenant(db, companyId, (tx) =>
      tx
        .deleteFrom("notification_digests")
        .where("company_id", "=", companyId)
        .where("created_at", "<", marksBefore)
        .execute(),
    );
  },
});

async function deleteSome(tx: Tx, companyId: string, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("notifications")
    .where("company_id", "=", companyId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("notifications")
        .select("id")
        .where("company_id", "=", companyId)
        .where("created_at", "<", before)
        .limit(ROWS_PER_DELETE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
