import { analysisRoutes, planRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, analyze, buildWorld } from "#testing/analysis-world.ts";
import { nightlyScoringJob } from "./schedule/run-schedules.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

it("a scheduled run whose customers were removed says when, keeps its totals, and is not taken for an empty one", async () => {
  app.clock.set(new Date("2030-03-10T02:30:00Z"));
  const { companyId, owner } = await buildWorld(app);
  await addCustomers(
    app,
    companyId,
    Array.from({ length: 20 }, (_, index) => ({ externalId: `R-${index}`, tenureMonths: index })),
  );
  const night = async () => {
    await app.runForCompanies(nightlyScoringJob);
    await app.drainJobs({ ignoreRunAt: true });
  };
  const mine = await analyze(app, owner);
  app.clock.advance(DAY_MS);
  await night();
  const [scheduled] = await app.queryAsAdmin<{ id: string }>(
    "select id from churn_analyses where company_id = $1 and trigger <> 'person' order by id limit 1",
    [companyId],
  );
  const id = scheduled?.id ?? "";
  const read = async (of: string) =>
    (await app.call(owner, analysisRoutes.results, { params: { id: of } })).body;
  const { levels } = await read(id);
  for (const days of [15, 1]) {
    app.clock.advance(days * DAY_MS);
    await night();
  }

  expect(await read(id)).toMatchObject({
    customersAnalyzed: 20,
    levels,
    resultsRemovedAt: "2030-03-27T02:30:00.000Z",
  });
  expect((await read(mine.id)).resultsRemovedAt).toBeNull();
  const { body: list } = await app.call(owner, analysisRoutes.list, { query: {} });
  expect(list.items.find((one) => one.id === id)?.resultsRemovedAt).toBe("2030-03-27T02:30:00.000Z");
  const { body: customers } = await app.call(owner, analysisRoutes.customers, { params: { id }, query: {} });
  expect(customers).toMatchObject({ items: [], totalCount: 0, totalPages: 0 });
  const { body: compared } = await app.call(owner, analysisRoutes.compare, {
    params: { id: mine.id },
    query: { with: id },
  });
  expect(compared.before).toMatchObject({ customers: 20, resultsRemovedAt: "2030-03-27T02:30:00.000Z" });
  expect(compared.after.resultsRemovedAt).toBeNull();
  const words = "The customers of this run were removed on March 27, 2030; its quality and totals remain.";
  for (const answer of [
    await app.call(owner, planRoutes.plan, { params: { id }, query: { contacts: 5 } }),
    await app.call(owner, analysisRoutes.createExport, { params: { id } }),
    await app.call(owner, planRoutes.createPlanExport, { params: { id }, body: { contacts: 5 } }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { message: words } });
  expect((await app.call(owner, analysisRoutes.createReport, { params: { id }, body: {} })).status).toBe(200);
});
