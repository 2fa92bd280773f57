import { analysisRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allResults, analyze, buildWorld } from "#testing/analysis-world.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addScoredCompany, type ScoredCompany } from "#testing/scored-company.ts";

const BY_STORED_MODEL = { modelVersion: "v1" };

let app: TestApp;
let company: ScoredCompany;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
beforeEach(async () => {
  company = await addScoredCompany(app);
});
afterAll(() => app.close());

describe("who may do what", () => {
  it("lets a Viewer read and a Staff member run", async () => {
    const viewer = (await buildUser(app.db, company.companyId, "Viewer")).actor;
    const staff = (await buildUser(app.db, company.companyId, "Staff")).actor;
    expect((await app.call(viewer, analysisRoutes.analyze, { body: {} })).status).toBe(403);
    const analysis = await analyze(app, staff, BY_STORED_MODEL);
    expect((await app.call(viewer, analysisRoutes.results, { params: { id: analysis.id } })).body).toEqual(
      analysis,
    );
    expect((await app.call(viewer, analysisRoutes.cancel, { params: { id: analysis.id } })).status).toBe(403);
  });

  it("shows another company nothing of it, and analyses none of its customers", async () => {
    const [customer] = await allResults(app, company.owner, company.analysisId);
    const stranger = (await buildWorld(app)).owner;
    const params = { id: company.analysisId };
    expect((await app.call(stranger, analysisRoutes.results, { params })).status).toBe(404);
    expect((await app.call(stranger, analysisRoutes.customers, { params, query: {} })).status).toBe(404);
    expect((await app.call(stranger, analysisRoutes.cancel, { params })).status).toBe(404);
    expect((await app.call(stranger, analysisRoutes.createExport, { params })).status).toBe(404);
    expect((await app.call(stranger, analysisRoutes.list, { query: {} })).body.totalCount).toBe(0);
    const customerIds = [customer?.customerId ?? ""];
    expect((await app.call(stranger, analysisRoutes.analyze, { body: { customerIds } })).status).toBe(400);
    expect(
      (await app.call(stranger, analysisRoutes.checkCompleteness, { body: { customerIds } })).body.customers,
    ).toBe(0);
    expect((await app.call(stranger, analysisRoutes.analyze, { body: { modelVersion: "v1" } })).status).toBe(
      400,
    );
  });

  it("is found by its day and by who ran it", async () => {
    const found = async (search: string) =>
      (await app.call(company.owner, analysisRoutes.list, { query: { search } })).body.items;
    const [all] = await found("");
    const day = new Date(all!.createdAt);
    const month = day.toLocaleDateString("en-US", { month: "short", timeZone: "UTC" });
    expect(await found(`${month} ${day.getUTCDate()}, ${day.getUTCFullYear()}`)).toContainEqual(all);
    expect(await found(all!.createdBy.toLowerCase())).toContainEqual(all);
    expect(await found("Jan 1, 1999")).toEqual([]);
  });

  it("starts one analysis for a request that is repeated with the same key", async () => {
    const headers = { "idempotency-key": "one-click" };
    const request = { body: BY_STORED_MODEL, headers };
    const first = await app.call(company.owner, analysisRoutes.analyze, request);
    const second = await app.call(company.owner, analysisRoutes.analyze, request);
    expect(second.body.id).toBe(first.body.id);
    const { items } = (await app.call(company.owner, analysisRoutes.list, { query: {} })).body;
    expect(items.map(({ id }) => id).toSorted()).toEqual([company.analysisId, first.body.id].toSorted());
    await app.drainJobs();
  });
});

describe("options of the request", () => {
  it("leaves factors and next steps out where they are not wanted", async () => {
    const analysis = await analyze(app, company.owner, {
      ...BY_STORED_MODEL,
      includeRiskFactors: false,
      includeRecommendations: false,
    });
    const results = await allResults(app, company.owner, analysis.id);
    expect(results.length).toBe(analysis.customersAnalyzed);
    expect(
      results.every((result) => result.factors.length === 0 && result.recommendations.length === 0),
    ).toBe(true);
  });

  it("analyses a filter's customers and says so, and lists them by any of its sorts", async () => {
    const conditions = [{ field: "monthlyRevenue", operator: "GreaterThan" as const, value: 60 }];
    const analysis = await analyze(app, company.owner, {
      ...BY_STORED_MODEL,
      selection: { filter: { conditions }, exceptIds: [] },
    });
    expect(analysis.scope).toMatch(/^\d+ customers by filter$/);
    const results = await allResults(app, company.owner, analysis.id);
    expect(results.every((result) => (result.monthlyRevenue ?? 0) > 60)).toBe(true);
    expect(results.map((result) => result.probability)).toEqual(
      results.map((r) => r.probability).sort((a, b) => b - a),
    );
    const byValue = await app.call(company.owner, analysisRoutes.customers, {
      params: { id: analysis.id },
      query: { sort: "valueAtRisk", pageSize: 100 },
    });
    const values = byValue.body.items.map((item) => item.probability * (item.monthlyRevenue ?? 0));
    expect(values).toEqual([...values].sort((a, b) => b - a));
    // The others keep the score they had.
    const scoredIn = await app.queryAsAdmin(
      `select distinct monthly_revenue_cents > 6000 as chosen, score_analysis_id as by from customers
       where company_id = $1 and churn_risk_score is not null order by chosen`,
      [company.companyId],
    );
    expect(scoredIn).toEqual([
      { chosen: false, by: company.analysisId },
      { chosen: true, by: analysis.id },
    ]);
  });
});
