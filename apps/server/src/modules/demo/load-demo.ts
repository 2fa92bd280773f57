import { DAY_MS } from "@forestay/contracts";
import { enqueueAnalysis, hasAnalyses } from "#modules/analyses/index.ts";
import { hasCustomers, readCompanyContext } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { loadSimulatedCustomers } from "./load-customers.ts";
import { enqueueSamplePast } from "./sample-past.ts";
import { lockSample, sampleWantedAt, setSampleShare } from "./sample-mark.ts";
import { simulateCompany } from "./simulator/simulate-company.ts";

const DEMO_SEED = 20_260;
const OTHER_SEED = 77;
const OTHER_CUSTOMERS = 60;

/** The two simulated years end where today began, so that the demo looks current whenever it is started. */
const startOfDay = (now: Date) => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/** Fills a company with the simulated customers, where it has none, and has them analysed by an ordinary job. */
export async function loadDemoCustomers(context: ModuleContext, companyId: string): Promise<void> {
  const { db, clock, jobs } = context;
  const has = await withTenant(db, companyId, async (tx) => ({
    customers: await hasCustomers(tx, companyId),
    analyses: await hasAnalyses(tx, companyId),
  }));
  if (!has.customers) {
    const today = startOfDay(clock.now());
    const customers = simulateCompany({ seed: DEMO_SEED, nowMs: today.getTime() });
    await loadSimulatedCustomers(db, companyId, customers, {
      ledgerAt: today,
      campaigns: { today, now: clock.now() },
    });
  }
  if (has.analyses) return;
  await withTenant(db, companyId, (tx) => enqueueSampleAnalyses(tx, { jobs, clock }, companyId));
}

/** As of the last months' ends, and of today. */
async function enqueueSampleAnalyses(
  tx: Tx,
  context: Pick<ModuleContext, "jobs" | "clock">,
  companyId: string,
): Promise<void> {
  await enqueueSamplePast(tx, context, companyId, startOfDay(context.clock.now()).getTime());
  await enqueueAnalysis(
    tx,
    context,
    companyId,
    { job: true, companyId, askedBy: null },
    { includeRecommendations: true, includeRiskFactors: true },
  );
}

/**
 * Fills people's own company with the sample customers and has them analysed, in one transaction, unless the sample was
 * taken back meanwhile: then nothing of it is left behind. Says on the way how far it has come.
 */
export async function loadSampleCustomers(
  { db, clock, jobs, log }: ModuleContext,
  companyId: string,
): Promise<void> {
  const wantedAt = await withTenant(db, companyId, (tx) => sampleWantedAt(tx, companyId));
  // Taken back before it began, or loaded by an attempt that died before it could say so.
  if (wantedAt === null) return;
  const { customerCount } = await withTenant(db, companyId, (tx) => readCompanyContext(tx, companyId));
  if (customerCount > 0) {
    await setSampleShare(db, companyId, wantedAt, null);
    return;
  }
  const today = startOfDay(clock.now());
  const customers = [...simulateCompany({ seed: DEMO_SEED, nowMs: today.getTime() })];
  try {
    await loadSimulatedCustomers(db, companyId, customers, {
      ledgerAt: today,
      campaigns: { today, now: clock.now() },
      onProgress: async (written) => {
        const share = written / customers.length;
        if (!(await setSampleShare(db, companyId, wantedAt, share))) throw new SampleTakenBack();
      },
      finish: async (tx) => {
        if ((await lockSample(tx, companyId))?.getTime() !== wantedAt.getTime()) throw new SampleTakenBack();
        await enqueueSampleAnalyses(tx, { jobs, clock }, companyId);
        await tx.updateTable("companies").set({ sample_share: null }).where("id", "=", companyId).execute();
      },
    });
  } catch (error) {
    if (!(error instanceof SampleTakenBack)) throw error;
    log.info({ companyId }, "the sample data was taken back while it was on its way");
  }
}

class SampleTakenBack extends Error {}

/** Gives the second company, which exists to prove isolation, a few customers of its own. */
export async function loadOtherCustomers({ db, clock }: ModuleContext, companyId: string): Promise<void> {
  const today = startOfDay(clock.now());
  const customers = simulateCompany({
    seed: OTHER_SEED,
    nowMs: today.getTime(),
    customers: OTHER_CUSTOMERS,
  });
  await loadSimulatedCustomers(db, companyId, customers, { ledgerAt: today });
}
