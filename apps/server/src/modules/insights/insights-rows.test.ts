import {
  dashboardRoutes,
  insightsRoutes,
  type DashboardRow,
  type RouteQueryInput,
} from "@forestay/contracts";
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

/** The averages and shares of some rows, by what they are called. */
const quotientsOf = ({ quotients }: Awaited<ReturnType<typeof rowsOf>>) =>
  Object.fromEntries(quotients.map(({ label, part, of }) => [label, part.value / of.value]));
const sumOf = (items: readonly DashboardRow[], key: "amount" | "before" | "after") =>
  items.reduce((total, row) => total + Math.round((row[key] ?? 0) * 100), 0) / 100;

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
      if (netRetention !== null && grossRetention !== null)
        expect(quotientsOf(kept), label).toEqual({
          NRR: expect.closeTo(netRetention, 9),
          GRR: expect.closeTo(grossRetention, 9),
        });
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
  const added = await rowsOf({ figure: "movements", kind: "new", ...basis!, currency: scope.currency });
  expect(quotientsOf(added)["A month"]).toBeCloseTo(levers.newMrr, 2);
});

it("an average and a share of a plan are worked out from the rows that they open", async () => {
  const { plans, months, scope } = (await app.call(viewer, insightsRoutes.revenue)).body;
  const { until } = months.findLast(({ isComplete }) => isComplete)!;
  expect(plans.length).toBeGreaterThan(2);
  for (const { plan, perCustomer, share } of plans) {
    const filter = { currency: scope.currency, until, ...(plan === null ? {} : { plan }) };
    const paid = await rowsOf({ figure: "mrr", ...filter });
    expect(sumOf(paid.items, "amount") / paid.items.length, plan ?? "all").toBeCloseTo(perCustomer!, 9);
    expect(quotientsOf(paid), plan ?? "all").toEqual({
      "Per customer": expect.closeTo(perCustomer!, 9),
      ...(plan === null ? {} : { "Share of MRR": expect.closeTo(share!, 9) }),
    });
  }
});

it("MRR churn opens what was lost, and net of it what was won, over what was paid at the start", async () => {
  const { churn, scope } = (await app.call(viewer, insightsRoutes.revenue)).body;
  const known = churn.filter(({ gross }) => gross !== null);
  expect(known.length).toBeGreaterThan(3);
  const kinds = new Set<string | null>();
  const open = async (of: "gross" | "net", days: { from: string; until: string }) => {
    const rows = await rowsOf({ figure: `${of}_mrr_churn`, ...days, currency: scope.currency });
    expect(sumOf(rows.items, "amount"), rows.title).toBe(rows.total);
    expect(rows.items.map((row) => row.before! - row.after!)).toEqual(rows.items.map((row) => row.amount));
    for (const { kind } of rows.items) kinds.add(kind);
    return rows;
  };
  for (const { from, until, gross, net } of known) {
    expect(Object.values(quotientsOf(await open("gross", { from, until })))).toEqual([
      expect.closeTo(gross!, 9),
    ]);
    expect(Object.values(quotientsOf(await open("net", { from, until })))).toEqual([expect.closeTo(net!, 9)]);
  }
  // In June one of them paid less than before.
  await open("gross", { from: "2026-06-01", until: "2026-06-15" });
  expect(kinds).toEqual(new Set(["churn", "expansion", "reactivation", "contraction"]));
});

it("customers lost in one currency say what they paid, which their rows add up to", async () => {
  const { months, total, scope } = (await app.call(viewer, insightsRoutes.reasons)).body;
  const [from, until] = [months[0]!.from, months.at(-1)!.until];
  const all = Object.values(total!).reduce((sum, { customers }) => sum + customers, 0);
  for (const reason of ["voluntary", "involuntary", "unknown"] as const) {
    const { customers, mrr } = total![reason];
    const rows = await rowsOf({ figure: "lost_by_month", from, until, reason, currency: scope.currency });
    expect([rows.items.length, sumOf(rows.items, "amount"), rows.lostMrr], reason).toEqual([
      customers,
      mrr,
      mrr,
    ]);
    expect(quotientsOf(rows), reason).toEqual({ Share: customers / all });
  }
  // In whatever they pay, amounts are not added up.
  expect((await rowsOf({ figure: "logo_churn" })).lostMrr).toBeNull();
});
