import { analysisRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, allResults, analyze, buildWorld } from "#testing/analysis-world.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";

// Each company's id is its test's own: it seeds the training, which is the same one in every run.
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe("an analysis of customers with a label column", () => {
  it("learns from all, scores those who stayed, and leaves out the column that gives the answer away", async () => {
    const { companyId, owner } = await buildWorld(app, { companyId: "1abe1000-7c1d-4f0a-9b2e-000000000001" });
    const customers = labelledCustomers({ count: 500 });
    await addCustomers(app, companyId, customers);
    const left = customers.filter((customer) => customer.churned).length;

    const analysis = await analyze(app, owner);
    expect(analysis).toMatchObject({ status: 3, source: "model", customersAnalyzed: 500 - left });
    expect(analysis.quality).toMatchObject({ rows: 500, outcomes: left });
    expect(analysis.quality?.auc.value).toBeGreaterThan(0.7);
    expect(analysis.quality?.auc.value).toBeLessThan(0.9);
    expect(analysis.quality?.leakage).toMatchObject([{ column: "Exit interview done", verdict: "excluded" }]);
    expect(analysis.drivers.map((driver) => driver.label)).not.toContain("Exit interview done");
    expect(analysis.drivers[0]?.label).toBe("Contract");
    expect(analysis.warnings.join(" ")).toMatch(
      /as it stands now and not as it was before leaving.*part of what the model learned from/s,
    );

    const [riskiest] = await allResults(app, owner, analysis.id);
    expect(riskiest?.factors.find((factor) => factor.label === "Contract")).toMatchObject({
      evidence: "Month-to-month",
    });
    expect(riskiest?.recommendations.map((step) => step.code)).toContain("longer_term");
  });

  it.each([
    { known: "no day of leaving", daysGone: null, companyId: "1abe1000-7c1d-4f0a-9b2e-000000000002" },
    { known: "the day of leaving", daysGone: 5, companyId: "1abe1000-7c1d-4f0a-9b2e-000000000003" },
  ])(
    "learns from the tenure only where that of leavers is known too: $known",
    async ({ daysGone, ...world }) => {
      const { companyId, owner } = await buildWorld(app, world);
      await addCustomers(app, companyId, labelledCustomers({ count: 150 }));
      // Those who left did so a few days ago: on a fixed date their time would get ever shorter beside that of the others.
      await app.queryAsAdmin(
        `update customers set tenure_months = null,
         started_at = $3::timestamptz - (100 + abs(hashtext(external_id)) % 700) * interval '1 day',
         ended_at = case when churned then $3::timestamptz - $2 * interval '1 day' end where company_id = $1`,
        [companyId, daysGone, app.clock.now()],
      );
      const { quality } = await analyze(app, owner);
      expect(quality?.auc.value).toBeLessThan(0.95);
      const left = quality?.droppedColumns.find(({ column }) => column === "Tenure");
      if (daysGone === null) expect(left?.detail).toContain("not known when those who left did");
      else expect(left?.reason).not.toBe("after_outcome");
      expect(quality?.leakage.map(({ column }) => column)).not.toContain("Tenure");
    },
  );

  it("never lets the outcome in by the subscription status", async () => {
    const { companyId, owner } = await buildWorld(app, { companyId: "1abe1000-7c1d-4f0a-9b2e-000000000004" });
    await addCustomers(
      app,
      companyId,
      labelledCustomers({ count: 160, seed: 3 }).map(({ churned, ...customer }) => ({
        ...customer,
        subscriptionStatus: churned ? 2 : 1,
      })),
    );
    const analysis = await analyze(app, owner);
    expect(analysis).toMatchObject({ status: 3, source: "model" });
    expect(analysis.quality?.droppedColumns.map((dropped) => dropped.column)).toContain("Subscription");
    expect(analysis.quality?.auc.value).toBeLessThan(0.95);
  });
});

describe("too little to learn from", () => {
  it("scores by rules with two leavers, says how many are missing, and measures nothing", async () => {
    const { companyId, owner } = await buildWorld(app);
    const day = (ago: number) => new Date(app.clock.now().getTime() - ago * 86_400_000).toISOString();
    await addCustomers(
      app,
      companyId,
      Array.from({ length: 30 }, (_, index) => ({
        externalId: `S-${index}`,
        churned: index < 2,
        startedAt: day(400),
        lastActivityAt: day(index),
        paymentStatus: index % 7 === 0 ? (1 as const) : (0 as const),
      })),
    );
    const check = await app.call(owner, analysisRoutes.checkCompleteness, { body: {} });
    expect(check.body).toMatchObject({
      expectedSource: "rules",
      canAnalyze: true,
      customers: 28,
      blocked: 0,
    });
    expect(check.body.advice[0]).toContain("Import at least 3 more customers who left");

    const analysis = await analyze(app, owner);
    expect(analysis).toMatchObject({
      status: 3,
      source: "rules",
      quality: null,
      modelVersion: null,
      customersAnalyzed: 28,
    });
    expect(analysis.sourceReason).toBe(
      "Rules, not trained: 2 customers are known to have left and 28 to have stayed. A model needs at least 5 of each: 3 more customers who left.",
    );
    expect(analysis.riskBands).toEqual({ medium: 10, high: 30, critical: 60 });
    for (const { probability, probabilityRange, factors } of await allResults(app, owner, analysis.id)) {
      const sum =
        100 * (analysis.baseRate ?? 0) + factors.reduce((total, factor) => total + factor.points, 0);
      expect(Math.abs(sum - 100 * probability)).toBeLessThanOrEqual(0.1 + 1e-6);
      expect(probabilityRange).toBeNull();
    }
    expect(await app.queryAsAdmin("select 1 from churn_models where company_id = $1", [companyId])).toEqual(
      [],
    );
  });

  it("scores by rules when every known outcome is the same", async () => {
    const { companyId, owner } = await buildWorld(app);
    await addCustomers(
      app,
      companyId,
      labelledCustomers({ count: 200 }).map((customer) => ({ ...customer, churned: false })),
    );
    const analysis = await analyze(app, owner);
    expect(analysis).toMatchObject({ source: "rules", baseRate: 0.1, customersAnalyzed: 200 });
    expect(analysis.warnings.join(" ")).toContain("assumed 10%");
  });

  it("gives nobody a score of whom nothing is known", async () => {
    const { companyId, owner } = await buildWorld(app);
    await addCustomers(app, companyId, [{ externalId: "bare" }, { externalId: "known", tenureMonths: 3 }]);
    const analysis = await analyze(app, owner);
    expect(analysis).toMatchObject({ customersAnalyzed: 1 });
    expect(analysis.notScored).toEqual([{ reason: "Too little is known of this customer", count: 1 }]);
  });

  it("refuses to start where there is no customer at all", async () => {
    const { owner } = await buildWorld(app);
    const check = await app.call(owner, analysisRoutes.checkCompleteness, { body: {} });
    expect(check.body).toMatchObject({ canAnalyze: false, customers: 0 });
    expect((await app.call(owner, analysisRoutes.analyze, { body: {} })).status).toBe(400);
  });
});
