import { dashboardRoutes, insightsRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rebuildRollups } from "#modules/metrics/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { openLedgerCompany, subscription } from "#testing/ledger-company.ts";

const NOW = new Date("2026-06-15T09:00:00Z");
let app: TestApp;
let viewer: CompanyUser;

// Four begin in November at 100; in March one leaves, in April one pays 40 less, and 30 of it again in May.
beforeAll(async () => {
  app = await createTestApp();
  app.clock.set(NOW);
  const ledger = await openLedgerCompany(app);
  viewer = (await buildUser(app.db, ledger.companyId, "Viewer", { now: NOW })).actor;
  const ids = ["A", "B", "C", "D"];
  await ledger.customers(ids.map((externalId) => ({ externalId })));
  const charge = (sourceId: string, priceFrom: string, amountMinor: number, more = {}) =>
    subscription({
      customer: { externalId: sourceId },
      sourceId,
      startedAt: "2025-11-01T00:00:00Z",
      price: { plan: "Pro", currency: "USD", amountMinor, every: { unit: "month", count: 1 } },
      priceFrom: `${priceFrom}T00:00:00Z`,
      ...more,
    });
  await ledger.write("subscriptions", [
    ...["A", "B", "C"].map((id) => charge(id, "2025-11-01", 10_000)),
    charge("D", "2025-11-01", 10_000, { endedAt: "2026-03-10T00:00:00Z" }),
    charge("A", "2026-04-10", 6000),
    charge("A", "2026-05-05", 9000),
  ]);
  await rebuildRollups(app.db, ledger.companyId, { now: NOW, write: true });
});
afterAll(() => app.close());

const revenue = async () =>
  (await app.call(viewer, insightsRoutes.revenue, { query: { period: "6_months" } })).body;

it("says what share of MRR each month lost, and what of it what grew made up for", async () => {
  const { churn } = await revenue();
  expect(churn.map(({ month, gross }) => [month, gross])).toEqual([
    ["2025-12", 0],
    ["2026-01", 0],
    ["2026-02", 0],
    ["2026-03", 100 / 400],
    ["2026-04", 40 / 300],
    ["2026-05", 0],
  ]);
  expect(churn.map(({ net }) => net)).toEqual([0, 0, 0, 100 / 400, 40 / 300, -30 / 260]);
  // Its rows add up to it.
  const { from, until } = churn[4]!;
  const { body: rows } = await app.call(viewer, dashboardRoutes.rows, {
    query: { figure: "movements", kind: "contraction", from, until },
  });
  expect([rows.total, rows.count]).toEqual([40, 1]);
});

it("says what a customer is worth, by mean churn and by how long customers stay", async () => {
  const { lifetimeValue } = await revenue();
  expect(lifetimeValue).toMatchObject({ day: "2026-06-15", mrr: 290, customers: 3, perCustomer: 290 / 3 });
  // A quarter of one month's customers in six months.
  expect(lifetimeValue!.simple.meanChurn).toBeCloseTo(1 / 24, 12);
  expect(lifetimeValue!.simple.value).toBe(2320);
  expect(lifetimeValue!.simple.months.map(({ left, activeAtStart }) => [left, activeAtStart])).toEqual([
    [0, 4],
    [0, 4],
    [0, 4],
    [1, 4],
    [0, 3],
    [0, 3],
  ]);
  const there = [1, 1, 1, 1, 1, 0.75, 0.75, 0.75];
  const sum = there.reduce((total, share, month) => total + share / 1.1 ** (month / 12), 0);
  // Whenever they began, and not only in these months.
  expect(lifetimeValue!.survival).toEqual({
    value: Math.round((29_000 / 3) * sum) / 100,
    months: 8,
    reachesHorizon: false,
    horizonMonths: 36,
    yearlyDiscount: 0.1,
    customers: 4,
  });
});
