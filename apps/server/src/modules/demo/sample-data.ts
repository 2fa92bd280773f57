import type { demoRoutes, RouteResponseInput } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { readCompanyContext } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { defineJob } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { loadSampleCustomers } from "./load-demo.ts";
import { lockSample } from "./sample-mark.ts";

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

/** Has the sample customers loaded into an empty company, which is marked until they are removed again. */
export async function enqueueSampleLoad(
  { config, clock, jobs }: Pick<ModuleContext, "config" | "clock" | "jobs">,
  tx: Tx,
  companyId: string,
): Promise<void> {
  if (!config.demo) throw new AppError("invalid_state", { message: "There is no sample data here." });
  if ((await lockSample(tx, companyId)) !== null) return;
  if ((await readCompanyContext(tx, companyId)).customerCount > 0) {
    throw new AppError("invalid_state", { message: "Sample data goes into a company without customers." });
  }
  await tx
    .updateTable("companies")
    .set({ is_demo: true, sample_loaded_at: clock.now(), sample_share: 0 })
    .where("id", "=", companyId)
    .execute();
  await jobs.enqueue(tx, loadSampleJob, { companyId });
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
  const steps: readonly (readonly [string, RawBuilder<unknown>])[] = [
    ["customers", sql`delete from customers where company_id = ${companyId} and created_import_id is null`],
    ["churn_analyses", sql`delete from churn_analyses where company_id = ${companyId}`],
    ["churn_models", sql`delete from churn_models where company_id = ${companyId}`],
    ["customer_score_history", sql`delete from customer_score_history where company_id = ${companyId}`],
    ["notifications", sql`delete from notifications where company_id = ${companyId}`],
    [
      "customer_attributes",
      sql`delete from customer_attributes a where a.company_id = ${companyId} and a.created_import_id is null
        and not exists (select from customers c where c.company_id = ${companyId} and c.attributes ? a.key)`,
    ],
  ];
  const removed: Removed["removed"] = [];
  for (const [table, statement] of steps) {
    const { numAffectedRows } = await statement.$castTo<never>().execute(tx);
    if (numAffectedRows) removed.push({ table, rows: Number(numAffectedRows) });
  }
  await sql`update customers set churn_probability = null, churn_risk_score = null, churn_risk_level = null,
      score_source = null, scored_at = null, score_analysis_id = null, top_factor = null, not_scored_reason = null
    where company_id = ${companyId} and score_analysis_id is not null`.execute(tx);
  await sql`update customer_totals set version = version + 1, last_scored_at = null,
      customer_count = (select count(*) from customers where company_id = ${companyId})
    where company_id = ${companyId}`.execute(tx);
  await clearMark(tx, companyId);
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from customers where company_id = ${companyId} and created_import_id is null)
      + (select count(*) from churn_analyses where company_id = ${companyId}) as count`.execute(tx);
  return { removed, remaining: rows[0]?.count ?? 0 };
}
