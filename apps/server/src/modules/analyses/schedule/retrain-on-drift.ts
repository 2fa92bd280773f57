import { z } from "zod";
import { hasCustomers } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { modelDrifted } from "../job/analysis-ended.ts";
import { startScheduled } from "./run-schedules.ts";

/** Drift is told once per crossing, so this trains one challenger for it; whether that is used, the later window says. */
export const retrainJob = defineJob({
  name: "analytics.retrain",
  schema: z.object({ companyId: z.uuid() }),
  handler: ({ db, jobs, clock, completeIn, payload: { companyId } }) =>
    withTenant(db, companyId, async (tx) => {
      if (await hasCustomers(tx, companyId)) await startScheduled(tx, { jobs, clock }, companyId, null);
      await completeIn(tx);
    }),
});

export const retrainOnDrift = later(modelDrifted, retrainJob);
