import {
  alikeRoutes,
  analysisRoutes,
  customerRoutes,
  type Analysis,
  type AnalysisCustomer,
  type Criterion,
  type CustomerSummary,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSimulatedCustomers, simulateCompany, trueRisks } from "#modules/demo/index.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { allResults, analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { countCustomerIds } from "#testing/count-customer-ids.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let world: World;
let analysis: Analysis;
let results: AnalysisCustomer[];
/** External id -> true probability of leaving within 90 days, of every active simulated customer. */
let truth: ReadonlyMap<string, number>;

beforeAll(async () => {
  app = await createTestApp();
  await countCustomerIds(app);
  world = await buildWorld(app, { companyId: "0193e000-0000-7000-8000-000000000013" });
  const nowMs = Math.floor(app.clock.now().getTime() / DAY_MS) * DAY_MS;
  const customers = [...simulateCompany({ seed: 4, nowMs, customers: 1200 })];
  truth = trueRisks(customers);
  await loadSimulatedCustomers(app.db, world.companyId, customers);
  analysis = await analyze(app, world.owner);
  results = await allResults(app, world.owner, analysis.id);
});
afterAll(() => app.close());

async function allCustomers(filter: Criterion[]): Promise<CustomerSummary[]> {
  const conditions = JSON.stringify(filter);
  const all: CustomerSummary[] = [];
  for (let page = 1; ; page++) {
    const { body } = await app.call(world.owner, customerRoutes.list, {
      query: { conditions, page, pageSize: 100 },
    });
    all.push(...body.items);
    if (page >= body.totalPages) return all;
  }
}

describe("an analysis of a company with two years of monthly history", () => {
  it("completes with a model, and scores every active customer once", () => {
    expect(analysis).toMatchObject({
      status: 3,
      stage: "done",
      progress: 1,
      source: "model",
      modelVersion: "v1",
      failure: null,
    });
    expect(results.map((result) => result.externalId).sort()).toEqual([...truth.keys()].sort());
    expect(analysis.customersAnalyzed).toBe(truth.size);
    expect(analysis.notScored).toEqual([{ reason: "Already left", count: 1200 - truth.size }]);
  });

  it("predicts the true hazards: unbiased overall, and fifths of customers in the right order and size", () => {
    const pairs = results
      .map((result) => ({
        predicted: result.probability,
        true: truth.get(result.externalId ?? "") ?? Number.NaN,
      }))
      .sort((a, b) => a.predicted - b.predicted);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const error = mean(pairs.map((pair) => pair.predicted)) - mean(pairs.map((pair) => pair.true));
    expect(Math.abs(error)).toBeLessThan(0.02);
    const fifths = [0, 1, 2, 3, 4].map((fifth) => {
      const part = pairs.slice((fifth * pairs.length) / 5, ((fifth + 1) * pairs.length) / 5);
      return {
        predicted: mean(part.map((pair) => pair.predicted)),
        true: mean(part.map((pair) => pair.true)),
      };
    });
    expect(fifths.map((fifth) => fifth.true)).toEqual(
      fifths.map((fifth) => fifth.true).sort((a, b) => a - b),
    );
    for (const fifth of fifths)
      expect(Math.abs(fifth.predicted - fifth.true)).toBeLessThan(0.015 + 0.35 * fifth.true);
  });

  it("is measured on later customers than it learned from", () => {
    const { quality } = analysis;
    expect(quality?.method).toMatch(
      /^Learned from what came before, measured on the \d+ customers as they were on /,
    );
    expect(quality?.auc.value).toBeGreaterThan(0.7);
    expect(quality?.auc.lower).toBeLessThan(quality?.auc.value ?? 0);
    expect(quality?.baseRate).toBeGreaterThan(0.06);
    expect(quality?.baseRate).toBeLessThan(0.12);
    expect(quality?.bandEdges.map((edge) => edge.level)).toEqual([1, 2, 3]);
  });

  it("says when, and not only whether: 30, 60 and 90 days from one model, each measured on held-out customers", async () => {
    const { timing, measuredOn, logLoss } = analysis.quality!;
    expect(timing!.reachDays).toBeGreaterThan(360);
    expect(timing!.byDays.map(({ days }) => days)).toEqual([30, 60, 90]);
    for (const { rows, outcomes, meanPredicted, logLoss: loss, baseLogLoss } of timing!.byDays) {
      expect(rows).toBe(measuredOn!.rows);
      expect(Math.abs(meanPredicted! - outcomes / rows)).toBeLessThan(0.02);
      expect(loss!.value).toBeLessThan(baseLogLoss!);
    }
    expect(timing!.byDays[2]!.logLoss).toEqual(logLoss);

    const scored = await allCustomers([{ field: "churnRiskScore", operator: "NotEquals", value: null }]);
    expect(scored).toHaveLength(results.length);
    let expected = 0;
    for (const one of scored) {
      const within = [one.leavesWithin30!, one.leavesWithin60!, one.leavesWithin90!];
      expect(within).toEqual(within.toSorted((a, b) => a - b));
      expect(one.leavesWithin90).toBe(one.churnRiskScore);
      if (one.expectedDays === null) continue;
      expected++;
      // The chance is a rounded one: at 50 the middle may lie a little on either side.
      if (one.leavesWithin90 !== 50) expect(one.expectedDays <= 90).toBe(one.leavesWithin90! > 50);
      expect(one.expectedDays).toBeLessThanOrEqual(timing!.reachDays);
    }
    expect(expected).toBeGreaterThan(10);
    const soon = await allCustomers([{ field: "leavesWithin30", operator: "GreaterThan", value: 9 }]);
    expect(soon.map(({ id }) => id).sort()).toEqual(
      scored
        .filter(({ leavesWithin30 }) => leavesWithin30! > 9)
        .map(({ id }) => id)
        .sort(),
    );
    const detail = await app.call(world.owner, customerRoutes.get, { params: { id: scored[0]!.id } });
    expect(detail.body.score).toMatchObject({ reachDays: timing!.reachDays });
  });

  it("has factors that add up: base rate + points = shown probability, to a tenth of a point", () => {
    for (const { probability, factors } of results) {
      const sum =
        100 * (analysis.baseRate ?? 0) + factors.reduce((total, factor) => total + factor.points, 0);
      expect(Math.abs(sum - 100 * probability)).toBeLessThanOrEqual(0.1 + 1e-6);
    }
  });

  it("words its evidence from the customer's own record and answers each step with a factor", () => {
    const logins = results
      .flatMap((result) => result.factors)
      .filter((factor) => factor.feature === "logins_30d");
    expect(logins.length).toBeGreaterThan(100);
    for (const factor of logins)
      expect(factor.evidence).toMatch(/^[\d,]+ in the last 30 days(, was [\d,]+)?$/);
    for (const { factors, recommendations } of results) {
      for (const step of recommendations) {
        expect(factors.find((factor) => factor.feature === step.feature)?.points).toBeGreaterThanOrEqual(1);
        expect(step.measuredEffect).toBeNull();
      }
    }
    expect(results.some((result) => result.recommendations.length > 0)).toBe(true);
  });

  it("cuts the bands from the base rate and counts what it shows", () => {
    const { riskBands, levels, scoreHistogram, expectedRevenueAtRisk, needAttention } = analysis;
    const odds = (analysis.quality?.baseRate ?? 0) / (1 - (analysis.quality?.baseRate ?? 0));
    const cut = (ratio: number) => Math.round((100 * odds * ratio) / (1 + odds * ratio));
    expect(riskBands).toEqual({ medium: cut(1), high: cut(2.5), critical: cut(6) });
    expect(levels.map((level) => level.customers)).toEqual(
      [0, 1, 2, 3].map((level) => results.filter((result) => result.churnRiskLevel === level).length),
    );
    expect(needAttention).toBe(results.filter((result) => result.churnRiskLevel >= 2).length);
    expect(scoreHistogram.reduce((sum, bin) => sum + bin.count, 0)).toBe(results.length);
    const expected = results.reduce(
      (sum, result) => sum + result.probability * 12 * (result.monthlyRevenue ?? 0),
      0,
    );
    expect(expectedRevenueAtRisk?.value).toBeCloseTo(expected, 0);
    expect(expectedRevenueAtRisk?.lower).toBeLessThan(expected);
    expect(expectedRevenueAtRisk?.upper).toBeGreaterThan(expected);
  });

  it("shows on the customers' own pages: score, factors, history, and why the others have none", async () => {
    const first = results[0];
    const detail = await app.call(world.owner, customerRoutes.get, {
      params: { id: first?.customerId ?? "" },
    });
    expect(detail.body).toMatchObject({ churnRiskScore: first?.churnRiskScore, scoreSource: "model" });
    expect(detail.body.score).toMatchObject({
      analysisId: analysis.id,
      modelVersion: "v1",
      factors: first?.factors,
    });
    expect(detail.body.scoreHistory).toMatchObject([
      { score: first?.churnRiskScore, level: first?.churnRiskLevel },
    ]);
    const conditions = JSON.stringify([{ field: "hasLeft", operator: "Equals", value: true }]);
    const left = await app.call(world.owner, customerRoutes.list, { query: { conditions, pageSize: 1 } });
    expect(left.body.items[0]?.churnRiskScore).toBeNull();
    expect(left.body.items[0]?.notScoredReason).toMatch(/^Left on \w+ \d+, \d{4}$/);
    expect((await app.call(world.owner, customerRoutes.facets)).body.riskBands).toEqual(analysis.riskBands);
  });

  it("scores four chosen customers with the stored model to the same bytes, and trains nothing", async () => {
    const chosen = results.slice(0, 4);
    const again = await analyze(app, world.owner, {
      customerIds: chosen.map((result) => result.customerId),
      modelVersion: "v1",
    });
    expect(again).toMatchObject({
      status: 3,
      scope: "4 customers",
      modelVersion: "v1",
      customersAnalyzed: 4,
    });
    const rescored = await allResults(app, world.owner, again.id);
    expect(rescored.map((result) => [result.customerId, result.probability, result.factors])).toEqual(
      chosen.map((result) => [result.customerId, result.probability, result.factors]),
    );
    const models = await app.queryAsAdmin("select version from churn_models where company_id = $1", [
      world.companyId,
    ]);
    expect(models).toEqual([{ version: "v1" }]);
  });

  it("exports every scored customer as CSV over a one-time link", async () => {
    const link = await app.call(world.owner, analysisRoutes.createExport, { params: { id: analysis.id } });
    const file = await app.inject({ method: "GET", url: link.body.downloadPath });
    expect(file.body.trimEnd().split("\r\n")).toHaveLength(results.length + 1);
    expect((await app.inject({ method: "GET", url: link.body.downloadPath })).statusCode).toBe(404);
  });
});

it("says of customers who looked like one how many left within the horizon, as the simulator's own days have it", async () => {
  const risky = results.toSorted((a, b) => b.probability - a.probability)[0]!;
  const { body } = await app.call(world.owner, alikeRoutes.get, {
    params: { id: risky.customerId },
    query: { features: risky.factors.map(({ feature }) => feature).join(",") },
  });
  expect(body).toMatchObject({ horizonDays: 90, lookedAt: expect.any(Number) });
  expect(body.traits.length).toBeGreaterThan(1);
  expect(body.count).toBeGreaterThanOrEqual(20);
  const average = truth.values().reduce((sum, risk) => sum + risk, 0) / truth.size;
  expect(body.share?.lower).toBeGreaterThan(average);
  const days = await app.queryAsAdmin<{ id: string; endedAt: Date | null }>(
    'select id, ended_at as "endedAt" from customers where company_id = $1 and id = any($2)',
    [world.companyId, body.customers.map(({ id }) => id)],
  );
  const endOf = new Map(days.map(({ id, endedAt }) => [id, endedAt?.getTime() ?? Infinity]));
  for (const { id, asOf, hasLeft, leftAt } of body.customers) {
    const asOfMs = Date.parse(asOf ?? "");
    const end = endOf.get(id) ?? Number.NaN;
    expect(end).toBeGreaterThan(asOfMs);
    expect(hasLeft, id).toBe(end <= asOfMs + 90 * DAY_MS);
    if (hasLeft) expect(Date.parse(leftAt ?? "")).toBe(end);
  }
});
