import { nextStepRoutes, SubscriptionStatus } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, analyze, buildWorld } from "#testing/analysis-world.ts";
import { nightlyScoringJob } from "./run-schedules.ts";
import { matureScoresJob } from "#modules/track-record/index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const CUSTOMERS = 80;
const DONE = 40;

it("the effect of a step is measured after its horizon, though the results of nightly runs are forgotten by then", async () => {
  app.clock.set(new Date("2030-03-10T02:30:00Z"));
  const { companyId, owner } = await buildWorld(app);
  await addCustomers(
    app,
    companyId,
    Array.from({ length: CUSTOMERS }, (_, index) => ({
      externalId: `N-${index}`,
      fullName: `Person ${index}`,
      tenureMonths: 6,
      subscriptionStatus: SubscriptionStatus.PastDue,
    })),
  );
  const night = async () => {
    await app.runForCompanies(nightlyScoringJob);
    await app.drainJobs({ ignoreRunAt: true });
  };
  await analyze(app, owner);
  app.clock.advance(DAY_MS);
  await night();
  const customers = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 order by external_id",
    [companyId],
  );
  app.clock.advance(DAY_MS / 4);
  for (const { id } of customers.slice(0, DONE)) {
    const marked = await app.call(owner, nextStepRoutes.markDone, {
      params: { id },
      body: { code: "payment_link" },
    });
    expect(marked.status).toBe(201);
  }
  for (const days of [16, 1]) {
    app.clock.advance(days * DAY_MS);
    await night();
  }
  const kept = await app.queryAsAdmin<{ customers: number }>(
    `select count(*)::int as customers from churn_analysis_results r join churn_analyses a on a.id = r.analysis_id
     where r.company_id = $1 and a.trigger <> 'person' and a.created_at < $2`,
    [companyId, new Date("2030-03-12T00:00:00Z")],
  );
  expect(kept).toEqual([{ customers: 0 }]);

  app.clock.advance(82 * DAY_MS);
  // Of those with whom it was done a tenth left after two months, of the others half; the records reach to yesterday.
  await app.queryAsAdmin(
    `update customers set ended_at = $2, churned = true where company_id = $1 and id = any($3::uuid[])`,
    [
      companyId,
      new Date("2030-05-10T00:00:00Z"),
      [...customers.slice(0, 4), ...customers.slice(DONE, DONE + 20)].map(({ id }) => id),
    ],
  );
  await app.queryAsAdmin(
    "insert into customer_snapshots (company_id, customer_id, taken_on, features) values ($1, $2, $3::date, '{}')",
    [
      companyId,
      customers.at(-1)?.id,
      new Date(app.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10),
    ],
  );
  await app.runForCompanies(matureScoresJob);
  // The Owner's session has long ended.
  const viewer = (await buildUser(app.db, companyId, "Viewer", { now: app.clock.now() })).actor;
  const { body } = await app.call(viewer, nextStepRoutes.effects, {});
  expect(body.items).toMatchObject([
    { code: "payment_link", done: 40, known: 40, measured: { others: 40, leftDone: 0.1, leftOthers: 0.5 } },
  ]);
});
