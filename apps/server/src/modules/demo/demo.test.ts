import { analysisRoutes, customerRoutes, DAY_MS, demoRoutes, PaymentStatus } from "@forestay/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCompany, type Company } from "#modules/companies/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { loadDemoCustomers, loadOtherCustomers, simulateCompany } from "./index.ts";

interface Stored {
  external_id: string;
  plan: string;
  monthly_revenue_cents: number;
  subscription_status: number;
  payment_status: number;
  started_at: Date | null;
  ended_at: Date | null;
  last_activity_at: Date | null;
  /** Lifetime value is what was paid, less refunds. */
  is_received: boolean;
  is_ruled: boolean;
}
/** Tables of the ledger, and how much the sample has at least. */
const ledgerRows = [
  ["subscriptions", 2_418],
  ["subscription_prices", 2_600],
  ["invoices", 30_000],
  ["payment_attempts", 33_000],
  ["events", 150_000],
  ["event_types", 4],
] as const;
const dateOf = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs));

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

test("its ledger rules its customers' fields, and leaves them as the lives ended", async () => {
  const nowMs = Math.floor(app.clock.now().getTime() / DAY_MS) * DAY_MS;
  const lives = [...simulateCompany({ seed: 20_260, nowMs })];
  const stored = await app.queryAsAdmin<Stored>(
    `select external_id, plan, monthly_revenue_cents::float8, subscription_status, payment_status, started_at, ended_at,
       last_activity_at, lifetime_value_cents = received_cents as is_received, file_values is not null as is_ruled
     from customers c cross join lateral (
       select sum(paid_minor - refunded_minor) as received_cents from invoices i
       where i.company_id = c.company_id and i.customer_id = c.id
     ) billed where c.company_id = $1`,
    [demo.id],
  );
  const byId = new Map(stored.map((row) => [row.external_id, row]));
  for (const life of lives) {
    const row = byId.get(life.account.externalId)!;
    const hasLeft = life.endedAtMs !== null;
    expect(row).toEqual({
      external_id: life.account.externalId,
      plan: life.plan,
      monthly_revenue_cents: hasLeft ? 0 : life.monthlyRevenueCents,
      subscription_status: life.subscriptionStatus,
      // What whoever left still owed is written off: nothing is due any more.
      payment_status:
        hasLeft && life.paymentStatus === PaymentStatus.Overdue ? PaymentStatus.Failed : life.paymentStatus,
      started_at: dateOf(life.account.startedAtMs),
      ended_at: dateOf(life.endedAtMs),
      last_activity_at: dateOf(life.lastLoginAtMs),
      is_received: true,
      is_ruled: true,
    });
  }
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
  for (const [table, fewest] of ledgerRows) {
    const rows = answer.body.removed.find((removed) => removed.table === table)?.rows ?? 0;
    expect([table, rows >= fewest]).toEqual([table, true]);
  }

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
