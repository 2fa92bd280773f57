import { dashboardRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { riskJob } from "#modules/metrics/index.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addScoredCompany } from "#testing/scored-company.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

it("who is off the list is counted within what is asked for, and a mark can be found and taken back at any time", async () => {
  // The company was scored by the real clock, some time in this run.
  app.clock.set(new Date());
  const { owner, companyId } = await addScoredCompany(app);
  app.clock.set(new Date(Date.now() + 3_600_000));
  const half = await app.queryAsAdmin<{ id: string }>(
    `update customers set plan = 'Pro' where company_id = $1 and id in (
       select id from customers where company_id = $1 and churn_risk_score is not null order by id limit 20) returning id`,
    [companyId],
  );
  await app.queryAsAdmin(
    "update customers set plan = 'Basic' where company_id = $1 and plan is distinct from 'Pro'",
    [companyId],
  );
  await app.runForCompanies(riskJob);
  const inPro = new Set(half.map(({ id }) => id));
  const attention = async (query = {}) => (await app.call(owner, dashboardRoutes.attention, { query })).body;
  const hidden = async (query = {}) => (await app.call(owner, dashboardRoutes.hidden, { query })).body;
  const mark = async (id: string, kind: "done" | "not_a_risk") =>
    (await app.call(owner, dashboardRoutes.mark, { params: { id }, body: { kind, note: `${kind}!` } })).body;

  expect(await hidden()).toEqual({ items: [], count: 0, nextCursor: null });
  const [pro] = (await attention({ plan: "Pro" })).items;
  const basic = (await attention({ plan: "Basic" })).items.slice(0, 2);
  expect(inPro.has(pro!.customerId)).toBe(true);
  const mistaken = await mark(pro!.customerId, "not_a_risk");
  for (const { customerId } of basic) await mark(customerId, "done");

  const counts = async (query = {}) => [(await attention(query)).hidden, (await hidden(query)).count];
  expect(await counts()).toEqual([3, 3]);
  expect(await counts({ plan: "Pro" })).toEqual([1, 1]);
  expect(await counts({ plan: "Basic" })).toEqual([2, 2]);
  expect(await counts({ currency: "EUR" })).toEqual([0, 0]);

  const first = await hidden({ limit: 2 });
  const second = await hidden({ limit: 2, cursor: first.nextCursor! });
  expect([...first.items, ...second.items].map(({ customerId }) => customerId)).toEqual([
    basic[1]!.customerId,
    basic[0]!.customerId,
    pro!.customerId,
  ]);
  expect(second).toMatchObject({
    nextCursor: null,
    items: [{ name: pro!.name, note: "not_a_risk!", ...mistaken }],
  });

  const [found] = (await hidden({ plan: "Pro" })).items;
  await app.call(owner, dashboardRoutes.unmark, { params: { id: found!.customerId, markId: found!.id } });
  expect(await counts({ plan: "Pro" })).toEqual([0, 0]);
  expect((await attention({ plan: "Pro" })).items[0]?.customerId).toBe(pro!.customerId);
});
