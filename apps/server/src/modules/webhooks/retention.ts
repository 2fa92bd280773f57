import { DAY_MS, WEBHOOK_RETENTION_DAYS } from "@forestay/contracts";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { deleteInSteps } from "#platform/db/delete-in-steps.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";

/** Deletes what is older than its retention with its deliveries; what was held back till then too. */
export const webhookRetention = defineCompanyJob({
  name: "webhooks.retention",
  cron: "40 3 * * *",
  listCompanyIds,
  handler({ db, clock, signal, payload: { companyId } }) {
    const before = new Date(clock.now().getTime() - WEBHOOK_RETENTION_DAYS * DAY_MS);
    return deleteInSteps({
      db,
      companyId,
      signal,
      table: "webhook_messages",
      where: sql`created_at < ${before}`,
    });
  },
});
