import { analysisRoutes, customerRoutes, demoRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCompany, type Company } from "#modules/companies/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { loadDemoCustomers, loadOtherCustomers } from "./index.ts";

let app: TestApp;
let demo: Company;
let owner: CompanyUser;
let staff: CompanyUser;
let otherOwner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp();
  demo = await withSystem(app.db, (tx) => createCompany(tx, { name: "Sample", isDemo: true }));
  const other = await withSystem(app.db, (tx) => createCompany(tx, { name: "Other" }));
  owner = (await buildUser(app.db, demo.id, "Owner")).actor;
  staff = (await buildUser(app.db, demo.id, "Staff")).actor;
  otherOwner = (await buildUser(app.db, other.id, "Owner")).actor;
  await loadDemoCustomers(app.jobContext, demo.id);
  await loadOtherCustomers(app.jobContext, other.id);
});
afterAll(() => app.close());

test("the sample company holds 2,418 customers with timelines, and its analyses are under way: today's and five before", async () => {
  const list = await app.call(owner, customerRoutes.list, { query: {} });
  expect(list.body.totalCount).toBe(2_418);
  const analyses = await app.call(owner, analysisRoutes.list, { query: {} });
  expect(analyses.body.items).toMatchObject(
    Array.from({ length: 6 }, () => ({ status: 0, scope: "All active customers", createdBy: "Forestay" })),
  );
  const events = await app.call(owner, customerRoutes.events, {
    params: { id: list.body.items[0]!.id },
    query: {},
  });
  expect(events.body.totalCount).toBeGreaterThan(0);
});

test("only its Owner may remove it, and another company cannot be removed that way", async () => {
  expect((await app.call(staff, demoRoutes.remove)).status).toBe(403);
  expect((await app.call(otherOwner, demoRoutes.remove)).status).toBe(409);
});

test("removing it leaves zero of its rows in every table, and the other company as it was", async () => {
  const answer = await app.call(owner, demoRoutes.remove);
  expect(answer.status).toBe(200);
  expect(answer.body.remaining).toBe(0);
  expect(answer.body.removed.find(({ table }) => table === "customers")).toEqual({
    table: "customers",
    rows: 2_418,
  });

  const tables = await app.queryAsAdmin<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'",
  );
  for (const { name } of tables) {
    const [row] = await app.queryAsAdmin<{ count: string }>(
      `select count(*) from ${name} where company_id = $1`,
      [demo.id],
    );
    expect([name, Number(row?.count)]).toEqual([name, 0]);
  }
  expect((await app.call(otherOwner, customerRoutes.list, { query: {} })).body.totalCount).toBe(60);
  // Its queued analysis finds nothing to do.
  await app.drainJobs();
});
