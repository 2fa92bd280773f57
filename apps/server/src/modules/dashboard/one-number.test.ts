import { analysisRoutes, dashboardRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { riskJob } from "#modules/metrics/index.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addScoredCompany, type ScoredCompany } from "#testing/scored-company.ts";

let app: TestApp;
let company: ScoredCompany;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
beforeEach(async () => {
  // The company was scored by the real clock, some time in this run.
  app.clock.set(new Date());
  company = await addScoredCompany(app);
  app.clock.set(new Date(Date.now() + 3_600_000));
});
afterAll(() => app.close());

const readDashboard = async () => {
  await app.runForCompanies(riskJob);
  const { body } = await app.call(company.owner, dashboardRoutes.get);
  return { risk: body.risk!, tile: body.tiles.find(({ key }) => key === "revenue_at_risk")! };
};

it("after a run of everybody its page and the dashboard say one number: value, band, leavers and levels", async () => {
  const { body: run } = await app.call(company.owner, analysisRoutes.results, {
    params: { id: company.analysisId },
  });
  const { risk, tile } = await readDashboard();
  const { value, lower, upper } = run.expectedRevenueAtRisk!;
  expect({ value: tile.value, band: tile.band }).toEqual({ value, band: { lower, upper } });
  const counted = new Map(run.levels.map(({ level, customers }) => [level, customers]));
  expect(risk.levels.map(({ level, customers }) => [level, customers])).toEqual(
    risk.levels.map(({ level }) => [level, counted.get(level)]),
  );
  expect([risk.needAttention, risk.customers]).toEqual([run.needAttention, run.customersAnalyzed]);
  // The scores say nothing of when, and so the dashboard promises no leavers: those that it keeps are the run's.
  const [kept] = await app.queryAsAdmin<{ leavers: number; low: number; high: number }>(
    `select leavers, leavers_low as low, leavers_high as high from risk_days
     where company_id = $1 and plan = '' order by day desc limit 1`,
    [company.companyId],
  );
  expect(kept!.leavers).toBeCloseTo(run.expectedLeavers!.value, 6);
  expect([kept!.low, kept!.high]).toEqual([run.expectedLeavers!.lower, run.expectedLeavers!.upper]);
});

it("revenue at risk says what it is made of, and of whom it is not", async () => {
  const first = await readDashboard();
  expect([first.risk.valuedBy, first.risk.isOneOfSeveral]).toEqual(["revenue", false]);
  expect(first.tile.formula).toMatch(
    /^Yearly revenue of .*chance of leaving x 12 months of revenue, each customer's/,
  );

  const change = (set: string, of: string) =>
    app.queryAsAdmin(
      `update customers set ${set} where company_id = $1 and id in (select customer_id from risk_values where company_id = $1 order by customer_id ${of})`,
      [company.companyId],
    );
  await change("monthly_revenue_cents = null, lifetime_value_cents = 50000", "limit 4");
  await change("monthly_revenue_cents = null, lifetime_value_cents = null", "offset 4 limit 2");
  const mixed = await readDashboard();
  expect(mixed.risk.valuedBy).toBe("both");
  expect(mixed.tile.formula).toContain(
    "chance of leaving x 12 months of revenue, for 4 customers without revenue x lifetime value; 2 customers without a known value left out",
  );
  expect(mixed.tile.basis).toMatch(/^of \d+ scored customers, 4 by lifetime value$/);

  await change("monthly_revenue_cents = null, lifetime_value_cents = 50000", "");
  const lifetime = await readDashboard();
  expect(lifetime.risk.valuedBy).toBe("lifetime");
  expect(lifetime.tile.formula).toMatch(
    /^Lifetime value of .*: chance of leaving x lifetime value, each customer's/,
  );

  await change("currency = 'EUR'", "limit 3");
  expect((await readDashboard()).risk.isOneOfSeveral).toBe(true);
});
