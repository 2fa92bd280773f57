import { segmentRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCustomers } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";
import { addScoredCompany, type ScoredCompany } from "#testing/scored-company.ts";

let app: TestApp;
let world: ScoredCompany;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  world = await addScoredCompany(app);
  await addCustomers(
    app,
    world.companyId,
    labelledCustomers({ count: 1000, seed: 2 }).map((one) => ({ ...one, externalId: `M-${one.externalId}` })),
  );
});
afterAll(() => app.close());

const suggest = async () => (await app.call(world.owner, segmentRoutes.suggestions)).body;

it("rules go by who left where enough did, with shares and their intervals, and by no column that gives the answer away", async () => {
  const found = await suggest();
  expect(found).toMatchObject({ by: "outcomes", asOf: null, withinDays: null, missing: null });
  const [first] = found.items;
  expect(first?.sentence).toMatch(/Contract.*Month-to-month/);
  // Left and stayed are counted: shares of whole customers.
  const { n, churnRate, interval } = first!.inside;
  expect(n * churnRate).toBeCloseTo(Math.round(n * churnRate), 6);
  expect(interval!.low).toBeLessThan(churnRate);
  expect(interval!.high).toBeGreaterThan(churnRate);
  expect(first!.difference.low).toBeGreaterThan(0);
  const said = JSON.stringify(found.items);
  expect(said).not.toContain("exit_interview_done");
  expect(said).not.toContain("tenureDays");

  // Told that it is known before, it may be asked; what it says is then the first rule.
  await app.queryAsAdmin(
    `update churn_models set quality = jsonb_set(quality, '{leakage}', '[]') where company_id = $1`,
    [world.companyId],
  );
  expect((await suggest()).items[0]?.sentence).toMatch(/Exit interview done/);
});

it("with a past, customers are taken as they were before they left, and what is said of them since is not looked at", async () => {
  const { companyId } = world;
  const now = app.clock.now();
  await app.queryAsAdmin(
    `update churn_models set training_source = 'history', feature_plan = jsonb_set(feature_plan, '{source}', '"snapshots"')
     where company_id = $1`,
    [companyId],
  );
  const [{ horizon_days: horizonDays }] = (await app.queryAsAdmin<{ horizon_days: number }>(
    "select horizon_days from churn_models where company_id = $1 and is_current",
    [companyId],
  )) as [{ horizon_days: number }];
  // Everybody has the same contract by now; then, every second of the leavers' had another.
  await app.queryAsAdmin(
    `insert into customer_snapshots (company_id, customer_id, taken_on, features)
     select company_id, id, ($2::timestamptz - make_interval(days => $3 + 12))::date,
       jsonb_build_object('attr:contract', attributes ->> 'contract') from customers where company_id = $1`,
    [companyId, now, horizonDays],
  );
  await app.queryAsAdmin(
    `update customers set subscription_status = case when churned then 2 else 1 end,
       ended_at = case when churned then $2::timestamptz - interval '10 days' - make_interval(hours => 1 + abs(hashtext(external_id)) % 400) end,
       churned = null, churned_at = null, attributes = attributes || '{"contract": "Two year"}'
     where company_id = $1`,
    [companyId, now],
  );
  const found = await suggest();
  expect(found).toMatchObject({ by: "outcomes", withinDays: horizonDays, asOf: expect.any(String) });
  expect(Date.parse(found.asOf ?? "")).toBeLessThan(now.getTime() - horizonDays * 86_400_000);
  expect(found.items[0]?.sentence).toMatch(/Contract.*Month-to-month/);
});

it("rules go by scores where too few are known to have left, and say so", async () => {
  await app.queryAsAdmin(
    "update customers set churned = false, ended_at = null, subscription_status = 1 where company_id = $1",
    [world.companyId],
  );
  expect(await suggest()).toMatchObject({ by: "scores", asOf: null, withinDays: null });
});
