import { churnReasons, dashboardRoutes, insightsRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rebuildRollups } from "#modules/metrics/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { openLedgerCompany, subscription } from "#testing/ledger-company.ts";

const NOW = new Date("2026-06-15T09:00:00Z");
let app: TestApp;
let viewer: CompanyUser;

beforeAll(async () => {
  app = await createTestApp();
  app.clock.set(NOW);
  const ledger = await openLedgerCompany(app);
  viewer = (await buildUser(app.db, ledger.companyId, "Viewer", { now: NOW })).actor;
  await ledger.customers(["A", "B", "C", "D"].map((externalId) => ({ externalId })));
  const sold = (
    customer: string,
    sourceId: string,
    from: string,
    until: string | null,
    endedBy?: string,
    endReason?: string,
  ) =>
    subscription({
      customer: { externalId: customer },
      sourceId,
      startedAt: `${from}T00:00:00Z`,
      ...(until !== null && { endedAt: `${until}T00:00:00Z` }),
      ...(endedBy !== undefined && { endedBy: endedBy as "voluntary" }),
      ...(endReason !== undefined && { endReason }),
    });
  await ledger.write("subscriptions", [
    sold("A", "A-1", "2025-11-01", null),
    // Leaves, comes back, and leaves again.
    sold("B", "B-1", "2025-11-01", "2026-01-10", "voluntary", "Too expensive"),
    sold("B", "B-2", "2026-02-05", "2026-04-20", "involuntary", "The price"),
    sold("C", "C-1", "2025-11-01", "2026-03-05"),
    // Comes and leaves within a month, which no month's churn counts.
    sold("D", "D-1", "2026-05-02", "2026-05-20", "voluntary", "Retired to the sea"),
  ]);
  await rebuildRollups(app.db, ledger.companyId, { now: NOW, write: true });
});
afterAll(() => app.close());

it("opens who left in each of several months, by reason, as often as the months count them", async () => {
  const { body } = await app.call(viewer, insightsRoutes.reasons, { query: { period: "6_months" } });
  const [first, last] = [body.months[0]!, body.months.at(-1)!];
  const rowsOf = async (more: object) => {
    const query = { figure: "lost_by_month" as const, from: first.from, until: last.until, ...more };
    const { items, total, totalIsCount } = (await app.call(viewer, dashboardRoutes.rows, { query })).body;
    expect([totalIsCount, items.length]).toEqual([true, total]);
    return items.map(({ day, reason, before }) => [day, reason, before]);
  };
  expect(await rowsOf({})).toEqual([
    ["2026-04-20", "involuntary", 50],
    ["2026-03-05", "unknown", 50],
    ["2026-01-10", "voluntary", 50],
  ]);
  for (const reason of churnReasons)
    expect(await rowsOf({ reason, currency: "USD" })).toHaveLength(body.total![reason].customers);
  const page = async (cursor?: string) =>
    (
      await app.call(viewer, dashboardRoutes.rows, {
        query: {
          figure: "lost_by_month",
          from: first.from,
          until: last.until,
          limit: 2,
          ...(cursor && { cursor }),
        },
      })
    ).body;
  const { items, nextCursor } = await page();
  expect([items.length, (await page(nextCursor!)).items.length]).toEqual([2, 1]);
});

it("a theme of reasons opens as many rows as it counts, who came back and left again among them", async () => {
  const { body } = await app.call(viewer, insightsRoutes.reasons, { query: { period: "6_months" } });
  expect(body.themes.map(({ label, customers }) => [label, customers])).toEqual([
    ["Too expensive", 2],
    ["Retired to the sea", 1],
  ]);
  const [first, last] = [body.months[0]!, body.months.at(-1)!];
  for (const filter of [{}, { currency: "USD" }, { plan: "Pro" }])
    for (const { label, customers, mrr } of body.themes) {
      const { items, count, total } = (
        await app.call(viewer, dashboardRoutes.rows, {
          query: {
            figure: "movements",
            kind: "churn",
            from: first.from,
            until: last.until,
            theme: label,
            ...filter,
          },
        })
      ).body;
      const sum = items.reduce((all, { amount }) => all + amount!, 0);
      expect([items.length, count, sum, total], label).toEqual([customers, customers, mrr, mrr]);
    }
});

it("is of whole calendar months, of the last twelve where none are asked for", async () => {
  const { body } = await app.call(viewer, dashboardRoutes.rows, { query: { figure: "lost_by_month" } });
  expect([body.title, body.total]).toEqual([
    "Customers lost, month by month, June 1, 2025 to May 31, 2026",
    3,
  ]);
  const asked = await app.call(viewer, dashboardRoutes.rows, {
    query: { figure: "lost_by_month", from: "2026-01-02", until: "2026-02-28" },
  });
  expect(asked).toMatchObject({
    status: 400,
    body: { fields: { from: "Whole calendar months are needed" } },
  });
});
