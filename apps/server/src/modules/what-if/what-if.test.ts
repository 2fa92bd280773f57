import { alikeRoutes, analysisRoutes, whatIfRoutes, type RouteBodyInput } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, allResults, buildWorld, type World } from "#testing/analysis-world.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";
import { addScoredCompany } from "#testing/scored-company.ts";
import { createStandbyEngine } from "#modules/engine/index.ts";
import { createCompanyWhatIf } from "./company-what-if.ts";

let app: TestApp;
let world: World;
/** The riskiest scored customer; and what the analysis said in total. */
let riskiest: { id: string; probability: number };
let leavers: number;
let analysisId: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  const scored = await addScoredCompany(app);
  world = scored;
  analysisId = scored.analysisId;
  const results = await allResults(app, world.owner, scored.analysisId);
  riskiest = { id: results[0]?.customerId ?? "", probability: results[0]?.probability ?? 0 };
  leavers = results.reduce((sum, { probability }) => sum + probability, 0);
});
afterAll(() => app.close());

const ask = (id: string, body: RouteBodyInput<typeof whatIfRoutes.customer>) =>
  app.call(world.owner, whatIfRoutes.customer, { params: { id }, body });

describe("what if, for one customer", () => {
  it("starts from the analysis's own score and offers what the company can change, and nothing else", async () => {
    const { body } = await ask(riskiest.id, {});
    expect(body.now.probability).toBeCloseTo(riskiest.probability, 6);
    expect(body.expected).toEqual(body.now);
    expect(body.fields.map(({ field }) => field).sort()).toEqual(["attr:contract", "monthly_revenue"]);
    const contract = body.fields.find(({ field }) => field === "attr:contract");
    expect(contract).toMatchObject({ kind: "choice", value: "Month-to-month" });
    expect(contract?.options.toSorted()).toEqual(["Month-to-month", "Two year"]);
  });

  it("scores a change by the whole model and stores nothing", async () => {
    const history = () => app.queryAsAdmin("select count(*) from customer_score_history");
    const before = await history();
    const { body } = await ask(riskiest.id, { changes: [{ field: "attr:contract", value: "Two year" }] });
    expect(body.expected.probability).toBeLessThan(0.6 * body.now.probability);
    expect(body.expected.score).toBe(Math.round(100 * body.expected.probability));
    expect(await history()).toEqual(before);
  });

  it("suggests the smallest change that helps, with the score it then gives itself", async () => {
    const { body } = await ask(riskiest.id, { withSuggestions: true });
    const [first] = body.suggestions;
    expect(first?.changes).toMatchObject([
      { field: "attr:contract", from: "Month-to-month", to: "Two year" },
    ]);
    // The charge decides as well in this company, but no price is a lever.
    const changed = body.suggestions.flatMap((one) => one.changes.map(({ field }) => field));
    expect(changed).not.toContain("monthly_revenue");
    const changes = first?.changes.map(({ field, to }) => ({ field, value: to })) ?? [];
    expect((await ask(riskiest.id, { changes })).body.expected).toEqual(first?.result);
  });

  it("refuses what cannot be changed, what is of another kind, and customers there are not", async () => {
    expect((await ask(riskiest.id, { changes: [{ field: "tenure_days", value: 900 }] })).status).toBe(400);
    expect((await ask(riskiest.id, { changes: [{ field: "monthly_revenue", value: "much" }] })).status).toBe(
      400,
    );
    const stranger = await buildWorld(app);
    await addCustomers(app, stranger.companyId, labelledCustomers({ count: 2 }));
    const askAsStranger = async (id: string) =>
      (await app.call(stranger.owner, whatIfRoutes.customer, { params: { id }, body: {} })).status;
    expect(await askAsStranger(riskiest.id)).toBe(404);
    const [own] = await app.queryAsAdmin<{ id: string }>(
      "select id from customers where company_id = $1 limit 1",
      [stranger.companyId],
    );
    // A customer of theirs, but no model yet.
    expect(await askAsStranger(own?.id ?? "")).toBe(409);
    const [gone] = await app.queryAsAdmin<{ id: string }>(
      "select id from customers where company_id = $1 and churned limit 1",
      [world.companyId],
    );
    expect((await ask(gone?.id ?? "", {})).status).toBe(409);
    expect((await ask("00000000-0000-4000-8000-000000000000", {})).status).toBe(404);
  });
});

describe("what if, for the company", () => {
  it("sums over all active customers, before and after, for a Viewer as well", async () => {
    const viewer = (await buildUser(app.db, world.companyId, "Viewer")).actor;
    const body = { changes: [{ field: "attr:contract", value: "Two year" }] };
    const { body: answer } = await app.call(viewer, whatIfRoutes.company, { body });
    expect(answer.now.expectedLeavers).toBeCloseTo(leavers, 3);
    expect(answer.expected.expectedLeavers).toBeLessThan(0.8 * leavers);
    expect(answer.expected.revenueAtRisk).toBeLessThan(answer.now.revenueAtRisk);
    expect(answer.now.levels.reduce((sum, count) => sum + count, 0)).toBe(answer.customers);
  });

  it("begins where the overview of the last run of everybody ends: leavers, money and levels", async () => {
    const { body: run } = await app.call(world.owner, analysisRoutes.results, { params: { id: analysisId } });
    const body = { changes: [{ field: "attr:contract", value: "Two year" }] };
    const { now } = (await app.call(world.owner, whatIfRoutes.company, { body })).body;
    expect(now.expectedLeavers).toBeCloseTo(run.expectedLeavers?.value ?? -1, 6);
    expect(now.revenueAtRisk).toBeCloseTo(run.expectedRevenueAtRisk?.value ?? -1, 0);
    expect(now.levels).toEqual(run.levels.map(({ customers }) => customers));
  });

  it("says what a sample leaves open, and nothing where everyone was scored", async () => {
    const body = { changes: [{ field: "attr:contract", value: "Two year" }] };
    const whole = (await app.call(world.owner, whatIfRoutes.company, { body })).body;
    expect(whole.sampled).toBe(whole.customers);
    expect(whole.expected).toMatchObject({ expectedLeaversMargin: 0, revenueAtRiskMargin: 0 });
    const ofSample = createCompanyWhatIf(app, createStandbyEngine(), { sampled: 60 });
    const part = await ofSample(world.companyId, body);
    expect(part.sampled).toBe(60);
    expect(part.now).toEqual(whole.now);
    const { expectedLeavers, expectedLeaversMargin, revenueAtRisk, revenueAtRiskMargin } = part.expected;
    expect(expectedLeaversMargin).toBeGreaterThan(0);
    // Three of the margins: no sample of any run of this test is farther off.
    expect(Math.abs(expectedLeavers - whole.expected.expectedLeavers)).toBeLessThan(
      3 * expectedLeaversMargin,
    );
    expect(Math.abs(revenueAtRisk - whole.expected.revenueAtRisk)).toBeLessThan(3 * revenueAtRiskMargin);
  });

  it("changes a number in percent", async () => {
    const change = (percent: number) =>
      app.call(world.owner, whatIfRoutes.company, {
        body: { changes: [{ field: "monthly_revenue", percent }] },
      });
    const [none, cheaper] = [await change(0), await change(-30)];
    expect(none.body.expected).toMatchObject(none.body.now);
    expect(cheaper.body.expected.expectedLeavers).toBeLessThan(cheaper.body.now.expectedLeavers);
    expect(
      (
        await app.call(world.owner, whatIfRoutes.company, {
          body: { changes: [{ field: "attr:contract", percent: 3 }] },
        })
      ).status,
    ).toBe(400);
  });

  it("names what can be changed and by what a group can be picked", async () => {
    const { body } = await app.call(world.owner, whatIfRoutes.fields);
    expect(body.modelVersion).toBe("v1");
    expect(body.fields.map(({ field }) => field).sort()).toEqual(["attr:contract", "monthly_revenue"]);
    expect(body.groups.find(({ field }) => field === "attr:contract")?.options.toSorted()).toEqual([
      "Month-to-month",
      "Two year",
    ]);
    const stranger = (await buildWorld(app)).owner;
    expect((await app.call(stranger, whatIfRoutes.fields)).status).toBe(409);
  });

  it("changes a group only: the levels and the value it is picked by", async () => {
    const ask = (group?: RouteBodyInput<typeof whatIfRoutes.company>["group"]) =>
      app.call(world.owner, whatIfRoutes.company, {
        body: { changes: [{ field: "monthly_revenue", percent: -30 }], ...(group ? { group } : {}) },
      });
    const all = (await ask()).body;
    const [yearly, monthly] = [
      (await ask({ where: { field: "attr:contract", value: "Two year" } })).body,
      (await ask({ where: { field: "attr:contract", value: "Month-to-month" } })).body,
    ];
    expect(all.inGroup).toBe(all.customers);
    expect(yearly.inGroup + monthly.inGroup).toBe(all.customers);
    expect(yearly.inGroup).toBeGreaterThan(0);
    // Each customer belongs to one of the two: the two changes add up to the one for all.
    const change = ({ now, expected }: typeof all) => expected.expectedLeavers - now.expectedLeavers;
    expect(change(yearly) + change(monthly)).toBeCloseTo(change(all), 6);
    const critical = (await ask({ levels: [3] })).body;
    expect(critical.inGroup).toBe(critical.now.levels[3]);
    expect((await ask({ where: { field: "monthly_revenue", value: "9" } })).status).toBe(400);
  });
});

describe("customers like one", () => {
  it("are counted by what became of them, where nothing is dated", async () => {
    const features = "attr:contract,monthly_revenue,gone_column";
    const { body } = await app.call(world.owner, alikeRoutes.get, {
      params: { id: riskiest.id },
      query: { features },
    });
    expect(body).toMatchObject({
      horizonDays: null,
      traits: [{ feature: "attr:contract", words: "Month-to-month" }, {}],
    });
    const [, revenue] = body.traits;
    expect(revenue?.words).toMatch(/^\$[\d.]+ to \$[\d.]+$/);
    const [from, to] = (revenue?.words.match(/[\d.]+/g) ?? []).map(Number);
    const counted = await app.queryAsAdmin<{ count: number; left: number }>(
      `select count(*)::int as count, count(*) filter (where churned)::int as left from customers
       where company_id = $1 and id <> $2 and churned is not null and attributes ->> 'contract' = 'Month-to-month'
         and monthly_revenue_cents between $3::float8 * 100 and $4::float8 * 100`,
      [world.companyId, riskiest.id, from, to],
    );
    expect({ count: body.count, left: body.left }).toEqual(counted[0]);
    expect(body.count).toBeGreaterThan(20);
    expect(body.share?.value).toBe(body.left / body.count);
    expect(body.customers).toHaveLength(Math.min(50, body.count));
    expect(body.customers[0]).toMatchObject({ hasLeft: true, asOf: null });
  });

  it("are those of no other company, and are refused for a customer who is not there", async () => {
    const stranger = (await buildWorld(app)).owner;
    const answer = await app.call(stranger, alikeRoutes.get, {
      params: { id: riskiest.id },
      query: { features: "plan" },
    });
    expect(answer.status).toBe(404);
    const nobody = await app.call(world.owner, alikeRoutes.get, {
      params: { id: world.companyId },
      query: { features: "plan" },
    });
    expect(nobody.status).toBe(404);
  });
});
