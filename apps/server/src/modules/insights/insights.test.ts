import {
  customerRoutes,
  dashboardRoutes,
  insightsRoutes,
  modelRoutes,
  type Criterion,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { upsertCustomerBatch } from "#modules/customers/index.ts";
import { writeLedger, type LedgerInputs } from "#modules/ledger/index.ts";
import { keepCountries, keepSegment, rebuildRollups } from "#modules/metrics/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addScoredCompany } from "#testing/scored-company.ts";

const NOW = new Date("2026-06-15T09:00:00Z");

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  app.clock.set(NOW);
});
afterAll(() => app.close());

type Subscription = LedgerInputs["subscriptions"];
const sold = (
  customer: string,
  startedAt: string,
  plan: string,
  amountMinor: number,
  more: Partial<Subscription> = {},
): Subscription => ({
  customer: { externalId: customer },
  sourceId: customer,
  startedAt: `${startedAt}T00:00:00Z`,
  price: { plan, currency: "USD", amountMinor, every: { unit: "month", count: 1 } },
  priceFrom: `${startedAt}T00:00:00Z`,
  ...more,
});

async function viewerOf(companyId: string): Promise<CompanyUser> {
  return (await buildUser(app.db, companyId, "Viewer", { now: NOW })).actor;
}

describe("a company with a ledger", () => {
  let viewer: CompanyUser;
  beforeAll(async () => {
    const { id } = await buildCompany(app.db);
    viewer = await viewerOf(id);
    await withTenantClient(app.db, id, async ({ client }) => {
      await upsertCustomerBatch(
        client,
        id,
        ["A", "B", "C", "D"].map((externalId) => ({ externalId })),
      );
      const options = { source: "file", toldAt: NOW, now: NOW, unknownCustomers: "reject" } as const;
      const rose = { ...sold("D", "2026-03-01", "Pro", 15_000), priceFrom: "2026-05-01T00:00:00Z" };
      await writeLedger(
        client,
        id,
        "subscriptions",
        [
          sold("A", "2026-01-10", "Pro", 10_000),
          sold("B", "2026-01-20", "Basic", 5000, {
            endedAt: "2026-03-20T00:00:00Z",
            endedBy: "voluntary",
            endReason: "Too  expensive for us",
          }),
          sold("C", "2026-02-05", "Basic", 5000, {
            endedAt: "2026-04-05T00:00:00Z",
            endedBy: "involuntary",
          }),
          sold("D", "2026-03-01", "Pro", 10_000),
          rose,
        ],
        options,
      );
    });
    await rebuildRollups(app.db, id, { now: NOW, write: true });
  });

  it("says how long customers stay, as worked out by hand", async () => {
    const { status, body } = await app.call(viewer, insightsRoutes.retention, { query: {} });
    expect(status).toBe(200);
    // At risk on day 59 are all four; two leave then.
    expect(body.source).toBe("ledger");
    expect(body.survival).toMatchObject({
      customers: 4,
      left: 2,
      lastDay: 156,
      median: 59,
      points: [{ day: 59, survival: 0.5 }],
    });
    expect(body.atRisk.map(({ customers }) => customers)).toEqual([4, 4, 2, 2, 1, 1, 0]);
    expect(body.hazard[1]).toMatchObject({ month: 2, atRisk: 4, left: 2 });
    // Two leave in 2 x 30.4375 + 2 x 28.5625 days of the second month.
    expect(body.hazard[1]!.rate).toBeCloseTo((2 / 118) * 30.4375, 12);
    const [newest, , oldest] = body.cohorts.customers.rows;
    expect([newest!.month, newest!.customers, newest!.cells.map(({ share }) => share)]).toEqual([
      "2026-03",
      1,
      [1, 1, 1, 1],
    ]);
    expect([oldest!.month, oldest!.cells.map(({ kept }) => kept)]).toEqual(["2026-01", [2, 2, 1, 1, 1, 1]]);
    expect(oldest!.cells.map(({ isComplete }) => isComplete)).toEqual([true, true, true, true, true, false]);
    // In the second month after: 1 of 2, 0 of 1 and 1 of 1 are there; June is not over and left out.
    expect(body.cohorts.customers.average[2]).toBe(2 / 4);
    expect(body.cohorts.net!.rows[0]!.cells.map(({ kept, of }) => [kept, of])).toEqual([
      [100, 100],
      [100, 100],
      [150, 100],
      [150, 100],
    ]);
    expect(body.cohorts.gross!.rows[0]!.cells.map(({ kept }) => kept)).toEqual([100, 100, 100, 100]);
    expect([body.byPlan, body.plansDiffer, body.missing]).toEqual([[], null, null]);

    const basic = await app.call(viewer, insightsRoutes.retention, {
      query: { plan: "Basic", period: "all" },
    });
    expect(basic.body.survival).toMatchObject({ customers: 2, left: 2, median: 59 });
    expect(basic.body.cohorts.gross!.rows[0]!.cells.map(({ kept }) => kept)).toEqual([50, 50, 0, 0, 0]);
  });

  it("says where revenue came from and went, to the cent and by plan", async () => {
    const { body } = await app.call(viewer, insightsRoutes.revenue, { query: { period: "6_months" } });
    expect(body.months.map(({ month }) => month)).toEqual([
      "2025-12",
      "2026-01",
      "2026-02",
      "2026-03",
      "2026-04",
      "2026-05",
      "2026-06",
    ]);
    expect(body.months.map(({ flow }) => flow && [flow.start, flow.end])).toEqual([
      null,
      [0, 150],
      [150, 200],
      [200, 250],
      [250, 200],
      [200, 250],
      [250, 250],
    ]);
    expect(body.quickRatio).toBe((300 + 50) / 100);
    expect(body.retention.at(-1)).toMatchObject({ month: "2026-05", netRetention: null });
    expect(body.plans).toMatchObject([
      { plan: "Pro", customers: 2, mrr: 250, share: 1, perCustomer: 125, left: 0 },
      { plan: null, customers: 2, mrr: 250, share: 1 },
    ]);
  });

  it("says what each country earns and keeps, once customers have one", async () => {
    const countries = async (query = {}) =>
      (await app.call(viewer, insightsRoutes.revenue, { query })).body.countries;
    expect((await countries())!.missing).toBe("Being worked out: it is there within some minutes.");
    await keepCountries(app.db, viewer.companyId, NOW);
    expect(await countries()).toEqual({
      field: null,
      until: null,
      rows: [],
      missing: "Needs a column of text called Country: import a file of customers that has one.",
    });
    await app.queryAsAdmin(
      "insert into customer_attributes (company_id, key, label, kind, position) values ($1, 'Country', 'Country', 'text', 0)",
      [viewer.companyId],
    );
    await app.queryAsAdmin(
      `update customers set attributes = jsonb_build_object('Country', case external_id when 'D' then 'France' else 'Germany' end)
       where company_id = $1 and external_id <> 'C'`,
      [viewer.companyId],
    );
    // A year before the end of the next May A paid 100 and D 150; C, of whom no country is known, had left.
    const later = new Date("2027-06-15T09:00:00Z");
    await keepCountries(app.db, viewer.companyId, later);
    const told = (await countries())!;
    expect([told.field, told.until, told.missing]).toEqual(["attributes.Country", "2027-05-31", null]);
    expect(told.rows).toMatchObject([
      { label: "France", customers: 1, mrr: 150, share: 0.6, grossRetention: 1, netRetention: 1, left: 0 },
      { label: "Germany", customers: 1, mrr: 100, share: 0.4, perCustomer: 100, left: 0 },
    ]);
    // At the end of April of this year: B and C have left, and a year ago nobody paid.
    await keepCountries(app.db, viewer.companyId, new Date("2026-05-03T09:00:00Z"));
    expect((await countries())!.rows).toMatchObject([
      { label: "France", mrr: 100, netRetention: null },
      { label: "Germany", mrr: 100, left: 0 },
      { country: null, label: "Not known", customers: 0, mrr: 0, perCustomer: null, left: 1 },
    ]);
    expect(await countries({ plan: "Pro" })).toBeNull();
  });

  it("says where MRR goes from here, from the months there were, and what a lever would change", async () => {
    const { body } = await app.call(viewer, insightsRoutes.whatIf, { query: {} });
    // February to May began with MRR: 150 + 200 + 250 + 200 = 800; 50 + 50 were lost of it, 50 expanded, 150 were new.
    expect(body.basisMonths).toBe(4);
    expect(body.levers.churn).toMatchObject([{ plan: "Pro", mrr: 250, rate: 0, left: 0 }]);
    expect(body.levers.newMrr).toBe(37.5);
    expect([body.levers.recovery, body.changed]).toEqual([null, null]);
    expect(body.asIs.map(({ month }) => month)).toEqual([
      "2026-06",
      ...[7, 8, 9, 10, 11, 12].map((month) => `2026-${String(month).padStart(2, "0")}`),
      ...[1, 2, 3, 4, 5, 6].map((month) => `2027-0${month}`),
    ]);
    expect(body.asIs[0]).toMatchObject({ mrr: 250, low: 250, high: 250 });
    // What Basic lost counts, though it earns nothing today: the months that were measured come out as they were.
    const stays = 1 + (50 - 100) / 800;
    expect(body.asIs[1]!.mrr).toBe(Math.round(100 * (250 * stays + 37.5)) / 100);
    expect(body.assumptions[3]).toMatch(/^13% of MRR a month is lost beyond the churn by plan/);
    const changed = await app.call(viewer, insightsRoutes.whatIf, {
      query: { churn: JSON.stringify({ Pro: 0.1 }), newMrr: 0 },
    });
    expect(changed.body.asIs).toEqual(body.asIs);
    expect(changed.body.changed![1]!.mrr).toBe(Math.round(100 * 250 * (stays - 0.1)) / 100);
    expect((await app.call(viewer, insightsRoutes.whatIf, { query: { churn: "{" } })).status).toBe(400);
  });

  it("says why customers left, which adds up to all who did", async () => {
    const { body } = await app.call(viewer, insightsRoutes.reasons, { query: {} });
    expect(body.total).toEqual({
      voluntary: { customers: 1, mrr: 50 },
      involuntary: { customers: 1, mrr: 50 },
      unknown: { customers: 0, mrr: 0 },
    });
    const told = body.months.filter(({ lost }) => lost !== null && lost.involuntary.customers > 0);
    expect(told.map(({ month }) => month)).toEqual(["2026-04"]);
    expect(body.themes).toEqual([
      {
        label: "Too expensive",
        customers: 1,
        mrr: 50,
        quotes: [{ words: "Too expensive for us", times: 1 }],
        wordings: ["Too expensive for us"],
      },
    ]);
    expect(body.withReason).toBe(1);
  });

  it("tells the same of a segment as of the plan whose customers are in it, and its rows add up", async () => {
    const segment = "0197a000-0000-7000-8000-000000000001";
    const { companyId } = viewer;
    await app.queryAsAdmin(
      `insert into segments (company_id, id, name, type, status, color, criteria, rule_changed_at)
       values ($1, $2, 'On Basic', 0, 1, 'teal', '[]', now())`,
      [companyId, segment],
    );
    await app.queryAsAdmin(
      `insert into segment_members (company_id, segment_id, customer_id, since)
       select company_id, $2, id, now() from customers where company_id = $1 and external_id in ('B', 'C')`,
      [companyId, segment],
    );
    const first = await app.call(viewer, insightsRoutes.revenue, { query: { segment } });
    expect([first.body.scope.segment, first.body.missing]).toEqual([
      { id: segment, name: "On Basic", keptAt: null },
      "Figures of this segment are being worked out: they are there within a minute.",
    ]);
    await keepSegment(app.db, companyId, segment, NOW);
    for (const route of [insightsRoutes.revenue, insightsRoutes.reasons, insightsRoutes.retention]) {
      const [of, plan] = await Promise.all(
        [{ segment }, { plan: "Basic" }].map((query) => app.call(viewer, route, { query })),
      );
      expect(of!.body.scope.segment!.keptAt).toBe(NOW.toISOString());
      expect({ ...of!.body, scope: null }).toEqual({ ...plan!.body, scope: null });
    }
    for (const rowsOf of [
      { figure: "mrr", until: "2026-03-01" },
      { figure: "movements", kind: "churn", from: "2026-03-01", until: "2026-04-30" },
    ] as const) {
      const { body } = await app.call(viewer, dashboardRoutes.rows, { query: { ...rowsOf, segment } });
      expect([body.total, body.count]).toEqual([100, 2]);
      expect(body.items.reduce((sum, { amount }) => sum + Math.abs(amount ?? 0), 0)).toBe(100);
    }
    const left = await app.call(viewer, dashboardRoutes.rows, {
      query: { figure: "logo_churn", from: "2026-04-01", until: "2026-04-30", segment },
    });
    expect([left.body.total, left.body.items.length]).toEqual([1, 1]);
    const { body } = await app.call(viewer, dashboardRoutes.get, { query: { segment } });
    expect([body.segment!.name, body.plan, body.paymentsMissing]).toEqual([
      "On Basic",
      null,
      "Payments are not kept by segment: choose all customers.",
    ]);
    // Plans are those of customers, and sums of the ledger are what they were.
    expect(body.plans).toEqual(["Basic", "Pro"]);
    const { differingSums } = await rebuildRollups(app.db, companyId, { now: NOW, write: false });
    expect(differingSums).toBe(0);
    const both = await app.call(viewer, insightsRoutes.revenue, { query: { segment, plan: "Basic" } });
    expect(both.status).toBe(400);
    const gone = await app.call(viewer, insightsRoutes.revenue, {
      query: { segment: "0197a000-0000-7000-8000-000000000009" },
    });
    expect(gone.status).toBe(400);
  });

  it("stands for customers whom rules choose: beginners of a month, who stayed, and who left for what", async () => {
    const chosen = async (...filters: Criterion[]) => {
      const { status, body } = await app.call(viewer, customerRoutes.list, {
        query: { conditions: JSON.stringify(filters) },
      });
      expect(status).toBe(200);
      return body.items.map(({ externalId }) => externalId).sort();
    };
    const january: Criterion[] = [
      { field: "firstPaidOn", operator: "GreaterThan", value: "2025-12-31" },
      { field: "firstPaidOn", operator: "LessThan", value: "2026-02-01" },
    ];
    expect(await chosen(...january)).toEqual(["A", "B"]);
    expect(await chosen(...january, { field: "isPaying", operator: "Equals", value: true })).toEqual(["A"]);
    expect(await chosen({ field: "stoppedPayingOn", operator: "GreaterThan", value: "2026-03-20" })).toEqual([
      "C",
    ]);
    expect(await chosen({ field: "leavingReason", operator: "In", value: ["voluntary"] })).toEqual(["B"]);
    expect(await chosen({ field: "leavingWords", operator: "In", value: ["Too expensive for us"] })).toEqual([
      "B",
    ]);
    expect(await chosen({ field: "firstPlan", operator: "Equals", value: "Basic" })).toEqual(["B", "C"]);
    // The second month of life is from 31 to 60 days: nobody of now is in it.
    expect(await chosen({ field: "daysSinceFirstPaid", operator: "LessThan", value: 100 })).toEqual([]);
    expect(await chosen({ field: "daysSinceFirstPaid", operator: "LessThan", value: 107 })).toEqual(["D"]);
  });
});

it("of customers without payments it tells survival by the days they came and left, and what it lacks", async () => {
  const { id } = await buildCompany(app.db);
  const viewer = await viewerOf(id);
  const empty = await app.call(viewer, insightsRoutes.retention, { query: {} });
  expect(empty.body).toMatchObject({
    survival: null,
    hazard: [],
    missing: "Needs the day customers began, and left: import subscriptions, or customers with these dates.",
  });
  await withTenantClient(app.db, id, ({ client }) =>
    upsertCustomerBatch(client, id, [
      { externalId: "1", startedAt: "2026-01-10T00:00:00Z", subscriptionStatus: 1 },
      { externalId: "2", startedAt: "2026-02-01T00:00:00Z", endedAt: "2026-03-03T00:00:00Z" },
      { externalId: "3", startedAt: "2026-02-01T00:00:00Z", churned: true },
    ]),
  );
  const { body } = await app.call(viewer, insightsRoutes.retention, { query: {} });
  expect(body).toMatchObject({ source: "customers", leftUndated: 1, revenueMissing: expect.any(String) });
  expect(body.survival).toMatchObject({ customers: 2, left: 1, median: 30 });
  expect(
    body.cohorts.customers.rows.map(({ month, cells }) => [month, cells.map(({ kept }) => kept)]),
  ).toEqual([
    ["2026-02", [1, 0, 0, 0, 0]],
    ["2026-01", [1, 1, 1, 1, 1, 1]],
  ]);
  expect((await app.call(viewer, insightsRoutes.revenue, { query: {} })).body).toMatchObject({
    months: [],
    missing: "Needs subscriptions: import them as a file.",
  });
  expect((await app.call(viewer, insightsRoutes.reasons, { query: {} })).body.total).toBeNull();
  const whatIf = await app.call(viewer, insightsRoutes.whatIf, { query: {} });
  expect(whatIf.body.missing).toMatch(/^Needs 3 full months of subscriptions/);
});

it("tells what moves the scores of the model in use, as its own page does", async () => {
  const { id } = await buildCompany(app.db);
  const without = await app.call(await viewerOf(id), insightsRoutes.drivers, { query: {} });
  expect(without.body).toMatchObject({
    model: null,
    drivers: [],
    missing: "Needs a model that has learned who left: run an analysis.",
  });
  const { owner } = await addScoredCompany(app);
  const { body } = await app.call(owner, insightsRoutes.drivers, { query: {} });
  expect([body.missing, body.model?.version]).toEqual([null, "v1"]);
  const own = await app.call(owner, modelRoutes.card, { params: { version: "v1" } });
  expect(body.drivers).toMatchObject(own.body.drivers);
  expect(body.fieldValues).toEqual(own.body.quality.fieldValues);
  const listed = new Map(body.drivers.map(({ feature, listedBy }) => [feature, listedBy]));
  for (const [feature, field] of listed)
    if (feature.startsWith("attr:")) expect(field).toBe(`attributes.${feature.slice("attr:".length)}`);
  expect(body.drivers[0]?.importance).toBe(100);
});

it("tells what goes with leaving as its model was trained, and whom to list by it today", async () => {
  const { id } = await buildCompany(app.db);
  const without = await app.call(await viewerOf(id), insightsRoutes.findings, { query: {} });
  expect(without.body).toMatchObject({
    tested: 0,
    missing: "Needs a model that has learned who left: run an analysis.",
  });
  const { owner } = await addScoredCompany(app);
  const { status, body } = await app.call(owner, insightsRoutes.findings, { query: {} });
  expect(status).toBe(200);
  expect([body.missing, body.testedOn?.modelVersion]).toEqual([null, "v1"]);
  expect(body.tested).toBeGreaterThan(0);
  expect(body.held).toBe(body.findings.filter(({ holds }) => holds).length);
  for (const { withIt, without: others, difference } of body.findings) {
    expect(withIt.rows + others.rows).toBe(body.testedOn!.customers);
    expect(difference.estimate).toBeCloseTo(withIt.left / withIt.rows - others.left / others.rows, 12);
  }
  for (const { condition } of body.findings) {
    if (condition === null) continue;
    const query = { conditions: JSON.stringify([condition]) };
    const listed = await app.call(owner, customerRoutes.list, { query });
    expect(listed.status, query.conditions).toBe(200);
    expect(listed.body.totalCount, query.conditions).toBeGreaterThan(0);
  }
});
