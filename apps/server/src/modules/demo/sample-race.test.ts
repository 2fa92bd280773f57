import { setTimeout as delay } from "node:timers/promises";
import { customerRoutes, demoRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { serverJobs } from "../../server-modules.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { enqueueSampleLoad, loadSampleCustomers } from "./index.ts";
import { loadSimulatedCustomers } from "./load-customers.ts";
import { simulateCompany } from "./simulator/simulate-company.ts";

let app: TestApp;
let owner: CompanyUser;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
  await withTenant(app.db, owner.companyId, (tx) => enqueueSampleLoad(app.context, tx, owner.companyId));
});

const share = async () => (await app.call(owner, demoRoutes.progress)).body.share;
const countCustomers = async () =>
  (await app.call(owner, customerRoutes.list, { query: {} })).body.totalCount;
const mark = async () =>
  (
    await app.queryAsAdmin<{ is_demo: boolean; sample_loaded_at: Date | null; sample_share: number | null }>(
      "select is_demo, sample_loaded_at, sample_share from companies where id = $1",
      [owner.companyId],
    )
  )[0];
/** Asks until it is so, seldom enough that the asking takes nothing from what is waited for. */
async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    await delay(20);
  }
}
/** Watches for the loading to have come under way, as the empty screen does. */
const underWay = () => until(async () => (await share()) || null);
const gone = { is_demo: false, sample_loaded_at: null, sample_share: null };

describe("sample customers on their way into a company", () => {
  it("stop when they are taken back meanwhile, and leave nothing behind", async () => {
    const loading = loadSampleCustomers(app.jobContext, owner.companyId);
    await underWay();
    const removed = await app.call(owner, demoRoutes.remove);
    expect(removed).toMatchObject({ status: 200, body: { remaining: 0 } });
    await loading;
    expect(await countCustomers()).toBe(0);
    expect(await mark()).toEqual(gone);
    const rows = await app.queryAsAdmin("select from churn_analyses where company_id = $1", [
      owner.companyId,
    ]);
    expect(rows).toEqual([]);
  });

  it("do so where customers were written before, whose totals both of them touch", async () => {
    await app.queryAsAdmin("insert into customer_totals (company_id) values ($1)", [owner.companyId]);
    const loading = loadSampleCustomers(app.jobContext, owner.companyId);
    await underWay();
    expect((await app.call(owner, demoRoutes.remove)).status).toBe(200);
    await loading;
    expect(await countCustomers()).toBe(0);
    expect(await mark()).toEqual(gone);
  });

  it("say how far they have come, and then that they are there; go during their first analysis too, which then ends without a word and leaves nothing behind", async () => {
    expect(await share()).toBe(0);
    const loading = loadSampleCustomers(app.jobContext, owner.companyId);
    expect(await underWay()).toBeGreaterThan(0);
    await loading;
    expect(await share()).toBeNull();
    expect(await countCustomers()).toBe(2_418);
    expect(await mark()).toMatchObject({ is_demo: true });
    // This company's alone: the queue holds those of the tests before, too.
    const [queued] = await app.queryAsAdmin<{ data: object }>(
      "select data from pgboss.job where name = 'analytics.analyze' and data ->> 'companyId' = $1",
      [owner.companyId],
    );
    const analyse = serverJobs.find(({ name }) => name === "analytics.analyze");
    if (!queued || !analyse) throw new Error("No analysis was added");
    const analysing = app.runJob(analyse, queued.data);
    const states = () =>
      app.queryAsAdmin<{ status: number }>("select status from churn_analyses where company_id = $1", [
        owner.companyId,
      ]);
    await until(async () => (await states()).find(({ status }) => status === JobStatus.Processing) ?? null);
    const removed = await app.call(owner, demoRoutes.remove);
    expect(removed).toMatchObject({ status: 200, body: { remaining: 0 } });
    await analysing;
    expect(await countCustomers()).toBe(0);
    expect(await mark()).toEqual(gone);
    expect(await states()).toEqual([]);
    const models = await app.queryAsAdmin("select from churn_models where company_id = $1", [
      owner.companyId,
    ]);
    expect(models).toEqual([]);
    for (const table of ["subscriptions", "invoices", "events", "event_batches", "event_types"]) {
      const left = await app.queryAsAdmin(`select from ${table} where company_id = $1`, [owner.companyId]);
      expect([table, left.length]).toEqual([table, 0]);
    }
  }, 300_000);

  it("do not come when they were taken back before they set out", async () => {
    expect((await app.call(owner, demoRoutes.remove)).status).toBe(200);
    await loadSampleCustomers(app.jobContext, owner.companyId);
    expect(await countCustomers()).toBe(0);
  });

  it("come whole or not at all: a failure in the last step takes everything back", async () => {
    const customers = [...simulateCompany({ seed: 1, nowMs: Date.parse("2026-01-01"), customers: 20 })];
    const failing = loadSimulatedCustomers(app.db, owner.companyId, customers, {
      finish: () => Promise.reject(new Error("broken")),
    });
    await expect(failing).rejects.toThrow("broken");
    expect(await countCustomers()).toBe(0);
  });
});
