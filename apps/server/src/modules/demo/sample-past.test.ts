import {
  analysisRoutes,
  customerRoutes,
  nextStepRoutes,
  notificationRoutes,
  segmentRoutes,
  trackRecordRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCompany } from "#modules/companies/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { loadDemoCustomers } from "./index.ts";
import { loadSimulatedCustomers } from "./load-customers.ts";
import { simulateCompany } from "./simulator/simulate-company.ts";

const DAY_MS = 86_400_000;
const NOW = new Date("2030-03-10T09:00:00Z");
const daysAgo = (days: number) => new Date(Date.parse("2030-03-10T00:00:00Z") - days * DAY_MS).toISOString();
let app: TestApp;
let owner: CompanyUser;
let staff: CompanyUser;

/** A part of the sample's customers over a year: what is looked back to is the same, and trained in seconds. */
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  app.clock.set(NOW);
  const { id } = await withSystem(app.db, (tx) => createCompany(tx, { name: "Sample", isDemo: true }));
  owner = (await buildUser(app.db, id, "Owner", { now: NOW })).actor;
  staff = (await buildUser(app.db, id, "Staff", { now: NOW })).actor;
  await loadSimulatedCustomers(
    app.db,
    id,
    simulateCompany({ seed: 5, nowMs: Date.parse(daysAgo(0)), customers: 360, months: 13 }),
  );
  await loadDemoCustomers(app.jobContext, id);
});
afterAll(() => app.close());

const analyses = async () => (await app.call(owner, analysisRoutes.list, { query: {} })).body.items;

describe("the sample company's past", () => {
  it("waits in the order of its days, and what a person asks for meanwhile is none of it", async () => {
    const waiting = await analyses();
    expect(waiting.map(({ status, createdAt }) => [status, createdAt])).toEqual([
      [0, NOW.toISOString()],
      ...[30, 60, 90, 120, 150].map((days) => [0, daysAgo(days)]),
    ]);
    const asked = await app.call(owner, analysisRoutes.analyze, { body: {} });
    expect(asked.body.id).toBe(waiting[0]?.id);
  });

  it("is scored as of those days by a model that knew no more, and today by a newer one", async () => {
    // As the ledger would have it: who has left pays nothing any more.
    await app.queryAsAdmin("update customers set monthly_revenue_cents = 0 where ended_at is not null");
    await app.drainJobs({ ignoreRunAt: true });
    const [today, ...past] = await analyses();
    expect(past.map(({ status, modelVersion }) => [status, modelVersion])).toEqual(
      Array.from({ length: 5 }, () => [3, "v1"]),
    );
    expect(today).toMatchObject({ status: 3, source: "model" });
    const first = (await app.call(owner, analysisRoutes.results, { params: { id: past.at(-1)?.id ?? "" } }))
      .body;
    // Nobody who came later, nobody who had left by then, and everybody who left since.
    expect(first.notScored.map(({ reason }) => reason)).toEqual(["Already left"]);
    expect(first.warnings.at(-1)).toMatch(
      /^Worked out on March 10, 2030, looking back: .* by October 11, 2029/,
    );
    const [there] = await app.queryAsAdmin<{ count: number }>(
      "select count(*)::int as count from customers where created_at < $1 and coalesce(ended_at > $1, true)",
      [daysAgo(150)],
    );
    expect(first.customersAnalyzed).toBe(there?.count);
    // Who pays nothing today, having left since, was worth what they paid then.
    const [left] = await app.queryAsAdmin<{ count: number; valued: number }>(
      `select count(*)::int, count(*) filter (where r.value_at_risk_cents > 0)::int as valued
       from churn_analysis_results r join customers c on c.company_id = r.company_id and c.id = r.customer_id
       where r.analysis_id = $1 and r.probability > 0.01 and c.monthly_revenue_cents = 0`,
      [past.at(-1)?.id],
    );
    expect(left?.count).toBeGreaterThan(0);
    expect(left?.valued).toBe(left?.count);
    const [model] = await app.queryAsAdmin<{ until: string }>(
      "select card -> 'dataWindow' ->> 'to' as until from churn_models where version = 'v1'",
    );
    // Its last outcome was known on the day that it was trained.
    expect(model?.until).toBe(daysAgo(240));
  });

  it("has a track record of three months with their outcomes, and a score per month on a customer's page", async () => {
    const record = (await app.call(owner, trackRecordRoutes.get)).body;
    expect(record.months).toHaveLength(3);
    expect(record.matured).toBeGreaterThan(500);
    expect(record.latest?.left).toBeGreaterThan(0);
    const list = await app.call(owner, customerRoutes.list, {
      query: { sort: "churnRiskScore", direction: "desc" },
    });
    const customer = (
      await app.call(owner, customerRoutes.get, { params: { id: list.body.items[0]?.id ?? "" } })
    ).body;
    expect(customer.scoreHistory.length).toBeGreaterThan(1);
  });

  it("has steps done by its Staff, whose effect is measured against customers without them", async () => {
    const { items } = (await app.call(owner, nextStepRoutes.effects)).body;
    // Ids are drawn, and with them the model's folds: which step was taken most differs, and now and then lacks others by a few.
    expect(items.filter(({ measured }) => measured !== null).length).toBeGreaterThan(0);
    const [done] = await app.queryAsAdmin<{ by: string; early: number; late: number }>(
      `select min(d.done_by_user_id::text) as by, count(*) filter (where d.done_at > c.ended_at)::int as late,
         count(*) filter (where d.done_at < c.created_at)::int as early
       from next_steps_done d join customers c on c.company_id = d.company_id and c.id = d.customer_id`,
    );
    expect(done).toEqual({ by: staff.userId, early: 0, late: 0 });
  });

  it("has segments with members, kept once", async () => {
    const { items } = (
      await app.call(owner, segmentRoutes.list, { query: { sort: "name", direction: "asc" } })
    ).body;
    expect(items.map(({ name }) => name)).toEqual(["Gone quiet", "Largest customers", "Renewals at risk"]);
    // The part of the sample that is loaded here has no ledger, which the two others ask.
    expect(items.find(({ name }) => name === "Largest customers")!.figures!.customerCount).toBeGreaterThan(0);
    expect(items.map(({ createdBy }) => createdBy)).toEqual(["Forestay", "Forestay", "Forestay"]);
  });

  it("is told to nobody as news, and not made twice", async () => {
    const news = (await app.call(owner, notificationRoutes.list, { query: {} })).body;
    expect(JSON.stringify(news).match(/analysis/gi)?.length ?? 0).toBeLessThan(5);
    const steps = () => app.queryAsAdmin("select count(*) from next_steps_done");
    const before = await steps();
    await app.call(owner, analysisRoutes.analyze, { body: { modelVersion: "v1" } });
    await app.drainJobs({ ignoreRunAt: true });
    expect(await steps()).toEqual(before);
    expect(await analyses()).toHaveLength(7);
    expect(await app.queryAsAdmin("select name from segments")).toHaveLength(3);
  });
});
