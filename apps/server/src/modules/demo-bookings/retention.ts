import { DAY_MS } from "@forestay/contracts";
import { z } from "zod";
import { withSystem } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";

/** As letters to support: what a visitor told a team is not kept for ever. */
const KEPT_DAYS = 400;

/** Removes demos that were held or called off more than 400 days ago. */
export const demoBookingRetention = defineJob({
  name: "demo-bookings.retention",
  schema: z.object({}),
  cron: "47 3 * * *",
  handler: ({ db, clock }) =>
    withSystem(db, async (tx) => {
      const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
      await tx.deleteFrom("demo_bookings").where("ends_at", "<", before).execute();
    }),
});
