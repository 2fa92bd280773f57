import { enqueueAnalysis } from "#modules/analytics/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { loadSimulatedCustomers } from "./load-customers.ts";
import { DAY_MS } from "./simulator/hazard.ts";
import { simulateCompany } from "./simulator/simulate-company.ts";

const DEMO_SEED = 20_260;
const OTHER_SEED = 77;
const OTHER_CUSTOMERS = 60;

/** The two simulated years end where today began, so that the demo looks current whenever it is started. */
const startOfDay = (now: Date) => Math.floor(now.getTime() / DAY_MS) * DAY_MS;

/** Fills a company with the simulated customers, where it has none, and has them analysed by an ordinary job. */
export async function loadDemoCustomers(context: ModuleContext, companyId: string): Promise<void> {
  const { db, clock, jobs } = context;
  const has = await withTenant(db, companyId, async (tx) => ({
    customers: await tx.selectFrom("customers").select("id").limit(1).executeTakeFirst(),
    analyses: await tx.selectFrom("churn_analyses").select("id").limit(1).executeTakeFirst(),
  }));
  if (!has.customers) {
    await loadSimulatedCustomers(
      db,
      companyId,
      simulateCompany({ seed: DEMO_SEED, nowMs: startOfDay(clock.now()) }),
    );
  }
  if (has.analyses) return;
  await withTenant(db, companyId, (tx) =>
    enqueueAnalysis(
      tx,
      { jobs, clock },
      companyId,
      { userId: null, name: "Sample data" },
      { includeRecommendations: true, includeRiskFactors: true },
    ),
  );
}

/** Gives the second company, which exists to prove isolation, a few customers of its own. */
export async function loadOtherCustomers({ db, clock }: ModuleContext, companyId: string): Promise<void> {
  await loadSimulatedCustomers(
    db,
    companyId,
    simulateCompany({ seed: OTHER_SEED, nowMs: startOfDay(clock.now()), customers: OTHER_CUSTOMERS }),
  );
}
