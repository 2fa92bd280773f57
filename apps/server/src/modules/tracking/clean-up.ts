import { DAY_MS, trackingLimits } from "@forestay/contracts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { forgetParkedRows } from "#modules/ledger/index.ts";
import { EVERY_ROW, withTenantClient } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { TRACKING_SOURCE } from "./people.ts";

/** What the page looks back on, and a day more. */
const COUNTED_DAYS = 31;

/** Every night: what has waited too long is forgotten, and what nobody reads any more. */
export const cleanUpJob = defineCompanyJob({
  name: "tracking.clean-up",
  cron: "40 1 * * *",
  listCompanyIds,
  async handler({ db, clock, payload: { companyId } }) {
    const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    await withTenantClient(
      db,
      companyId,
      async ({ client }) => {
        await forgetParkedRows(client, companyId, TRACKING_SOURCE, before(trackingLimits.waitingDays));
        for (const [table, column, days] of [
          ["tracking_messages", "taken_at", trackingLimits.messageDays],
          ["tracking_waiting_people", "told_at", trackingLimits.waitingDays],
          ["tracking_refusals", "refused_at", COUNTED_DAYS],
          ["tracking_hours", "hour", COUNTED_DAYS],
          ["tracking_kinds", "day", COUNTED_DAYS],
        ] as const)
          await client.query(`delete from ${table} where company_id = $1 and ${column} < $2`, [
            companyId,
            before(days),
          ]);
      },
      EVERY_ROW,
    );
  },
});
