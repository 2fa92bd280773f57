import { dashboardRoutes, insightsRoutes, type RouteQueryInput } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepCountries, rebuildRollups } from "#modules/metrics/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { LEDGER_NOW as NOW, writeElevenCustomers } from "#testing/eleven-customers.ts";

let app: TestApp;
let viewer: CompanyUser;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  app.clock.set(NOW);
  const { id } = await buildCompany(app.db);
  viewer = (await buildUser(app.db, id, "Viewer", { now: NOW })).actor;
  await writeElevenCustomers(app, id);
  await app.drainJobs();
  await rebuildRollups(app.db, id, { now: NOW, write: true });
});
afterAll(() => app.close());

const rowsOf = async (query: RouteQueryInput<typeof dashboardRoutes.rows>) => {
  const { status, body } = await app.call(viewer, dashboardRoutes.rows, { query: { limit: 100, ...query } });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.items.length, body.title).toBe(body.count);
  return body;
};

it("each number of a country opens the customers that add up to it", async () => {
  const { companyId } = viewer;
  await app.queryAsAdmin(
    "insert into customer_attributes (company_id, key, label, kind, position) values ($1, 'Country', 'Country', 'text', 0)",
    [companyId],
  );
  await app.queryAsAdmin(
    `update customers c set attributes = jsonb_build_object('Country', (array['France', ' Germany ', ''])[1 + n % 3])
     from (select id, row_number() over (order by id) as n from customers where company_id = $1) o where o.id = c.id`,
    [companyId],
  );
  for (const month of ["2026-04-03", "2026-06-15", "2027-03-15"]) {
    await keepCountries(app.db, companyId, new Date(`${month}T09:00:00Z`));
    const { countries } = (await app.call(viewer, insightsRoutes.revenue)).body;
    const until = countries!.until!;
    expect(countries!.rows.map(({ label }) => label).toSorted()).toEqual(["France", "Germany", "Not known"]);
    for (const { rowsCountry, label, customers, mrr, left, netRetention, grossRetention } of countries!
      .rows) {
      const asked = { country: rowsCountry!, currency: "USD", until } as const;
      const paid = await rowsOf({ figure: "mrr", ...asked });
      const sum = paid.items.reduce((total, { amount }) => total + amount!, 0);
      expect([sum, paid.total, paid.items.length], label).toEqual([mrr, mrr, customers]);
      expect((await rowsOf({ figure: "logo_churn", ...asked })).items.length, label).toBe(left);
      const kept = await rowsOf({ figure: "revenue_retention", ...asked });
      const opening = kept.items.reduce((total, { before }) => total + before!, 0);
      const closing = kept.items.reduce((total, { after }) => total + after!, 0);
      const least = kept.items.reduce((total, row) => total + Math.min(row.before!, row.after!), 0);
      expect([opening, closing, least], label).toEqual([kept.total, kept.closing, kept.kept]);
      expect(
        [opening === 0 ? null : closing / opening, opening === 0 ? null : least / opening],
        label,
      ).toEqual([netRetention, grossRetention]);
    }
  }
  for (const query of [
    { figure: "movements", country: "France", until: "2027-02-28" },
    { figure: "mrr", country: "France", until: "2026-01-31" },
    { figure: "mrr", country: "Atlantis", until: "2027-02-28" },
  ] as const)
    expect((await app.call(viewer, dashboardRoutes.rows, { query })).status).toBe(400);
});

it("what a lever of What-if begins at opens its customers", async () => {
  const { basis, levers, scope } = (await app.call(viewer, insightsRoutes.whatIf)).body;
  expect(levers.churn.length).toBeGreaterThan(1);
  for (const { plan, left, mrr } of levers.churn) {
    if (plan === "") continue;
    const filter = { plan, currency: scope.currency };
    expect((await rowsOf({ figure: "lost_by_month", ...basis!, ...filter })).count, plan).toBe(left);
    expect((await rowsOf({ figure: "mrr", until: scope.day, ...filter })).total, plan).toBe(mrr);
  }
});
