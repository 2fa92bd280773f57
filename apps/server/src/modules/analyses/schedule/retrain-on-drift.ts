import { on } from "#platform/events/domain-events.ts";
import { modelDrifted } from "../job/analysis-ended.ts";
import { startScheduled } from "./run-schedules.ts";

/** Drift is told once per crossing, so this trains one challenger for it; whether that is used, the later window says. */
export const retrainOnDrift = on(modelDrifted, async (tx, { companyId }, { jobs, clock }) => {
  await startScheduled(tx, { jobs, clock }, companyId, null);
});
