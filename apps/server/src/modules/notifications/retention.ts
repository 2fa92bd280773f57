import { DAY_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { deleteInSteps } from "#platform/db/delete-in-steps.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";

/**
 * How long a notification is kept: the default horizon of a prediction. What it spoke of has happened by
 * then, or has not.
 */
export const RETENTION_DAYS = 90;
/** A digest's mark only has to outlive its day. */
const DIGEST_MARK_DAYS = 7;

/** Deletes what is older than its retention. */
export const notificationRetention = defineCompanyJob({
  name: "notifications.retention",
  cron: "20 3 * * *",
  listCompanyIds,
  async handler({ db, clock, signal, payload: { companyId } }) {
    const before = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    const marksBefore = new Date(clock.now().getTime() - DIGEST_MARK_DAYS * DAY_MS);
    const rows = { db, companyId, signal };
    await deleteInSteps({ ...rows, table: "notifications", where: sql`created_at < ${before}` });
    await deleteInSteps({ ...rows, table: "notification_digests", where: sql`created_at < ${marksBefore}` });
  },
});
