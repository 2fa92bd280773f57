import type { demoRoutes, RouteResponseInput } from "@forestay/contracts";
import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { removeAnalyses } from "#modules/analyses/index.ts";
import { removeSampleCampaigns } from "#modules/campaigns/index.ts";
import { readCompanyContext, removeCustomersWithoutFile } from "#modules/customers/index.ts";
import { forgetLedgerSource } from "#modules/ledger/index.ts";
import { removeModels } from "#modules/models/index.ts";
import { removeNotifications } from "#modules/notifications/index.ts";
import { removeScoreHistory } from "#modules/scoring/index.ts";
import { forgetTrackRecord } from "#modules/track-record/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { defineJob } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { loadSampleCustomers } from "./load-demo.ts";
import { SAMPLE_SOURCE } from "./load-ledger.ts";
import { lockSample, sampleWantedAt } from "./sample-mark.ts";

type Removed = RouteResponseInput<typeof demoRoutes.remove>;

/** Fills a newcomer's own company with the sample customers. */
export const loadSampleJob = defineJob({
  name: "demo.load-sample",
  schema: z.object({ companyId: z.uuid() }),
  handler: (run) => loadSampleCustomers(run, run.payload.companyId),
  // Nothing of it was written, and nothing will be: the company is an empty one of people's own again.
  onExhausted: ({ db, payload }) =>
    withTenant(db, payload.companyId, async (tx) => {
      await lockSample(tx, payload.companyId);
      if ((await readCompanyContext(tx, payload.companyId)).customerCount === 0)
        await clearMark(tx, payload.companyId);
    }),
});

/** Has the sample customers loaded into an empty company, which is marked until they are removed again; false where it is marked already. */
export async function enqueueSampleLoad(
  { config, clock, jobs }: Pick<ModuleContext, "config" | "clock" | "jobs">,
  tx: Tx,
  companyId: string,
): Promise<boolean> {
  if (!config.demo) throw new AppError("invalid_state", { message: "There is no sample data here." });
  if ((await lockSample(tx, companyId)) !== null) return false;
  if ((await readCompanyContext(tx, companyId)).customerCount > 0) {
    throw new AppError("invalid_state", { message: "Sample data goes into a company without customers." });
  }
  await tx
    .updateTable("companies")
    .set({ is_demo: true, sample_loaded_at: clock.now(), sample_share: 0 })
    .where("id", "=", companyId)
    .execute();
  await jobs.enqueue(tx, loadSampleJob, { companyId });
  return true;
}

/** Whether the sample could be loaded here: not into customers, and not where it is on its way already. */
export async function isSampleAvailable(
  { config }: Pick<ModuleContext, "config">,
  tx: Tx,
  companyId: string,
): Promise<boolean> {
  if (!config.demo || (await sampleWantedAt(tx, companyId)) !== null) return false;
  return (await readCompanyContext(tx, companyId)).customerCount === 0;
}

/** Has the sample customers loaded because an Owner asks for them, at any time while there are no others. */
export async function loadSample(context: ModuleContext, user: CompanyUser): Promise<Record<string, never>> {
  await withTenant(context.db, user.companyId, async (tx) => {
    if (await enqueueSampleLoad(context, tx, user.companyId))
      await recordAudit(tx, user, { action: "company.sample_loaded" });
  });
  return {};
}

async function clearMark(tx: Tx, companyId: string): Promise<void> {
  await tx
    .updateTable("companies")
    .set({ is_demo: false, sample_loaded_at: null, sample_share: null })
    .where("id", "=", companyId)
    .execute();
}

/**
 * Takes the sample customers out of people's own company, with everything that was worked out from them: analyses,
 * models and scores. Customers that came by an import stay, unscored. Null where it holds none and none is on its way.
 */
export async function removeSampleData(tx: Tx, companyId: string): Promise<Removed | null> {
  if ((await lockSample(tx, companyId)) === null) return null;
  const { customers, attributes, left } = await removeCustomersWithoutFile(tx, companyId);
  await forgetLedgerSource(tx, companyId, SAMPLE_SOURCE);
  const campaigns = await removeSampleCampaigns(tx, companyId);
  await forgetTrackRecord(tx, companyId);
  const counts: Readonly<Record<string, number>> = {
    customers,
    campaigns,
    churn_analyses: await removeAnalyses(tx, companyId),
    churn_models: await removeModels(tx, companyId),
    customer_score_history: await removeScoreHistory(tx, companyId),
    notifications: await removeNotifications(tx, companyId),
    customer_attributes: attributes,
  };
  await clearMark(tx, companyId);
  const removed = Object.entries(counts)
    .filter(([, rows]) => rows > 0)
    .map(([table, rows]) => ({ table, rows }));
  return { removed, remaining: left };
}
