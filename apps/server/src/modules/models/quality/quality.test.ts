import { type Analysis, analysisRoutes, modelRoutes } from "@forestay/contracts";
import { createRandom } from "@forestay/churn-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

const completeness = async ({ owner }: World) =>
  (await app.call(owner, analysisRoutes.checkCompleteness, { body: {} })).body;

describe("what is measured of a model by field and by group", () => {
  let world: World;
  let before: Awaited<ReturnType<typeof completeness>>;
  let analysis: Analysis;
  beforeAll(async () => {
    world = await buildWorld(app, { companyId: "01900000-0000-7000-8000-000000000001" });
    const random = createRandom(3);
    const customers = labelledCustomers({ count: 700, unlabelled: 0.2 }).map((customer) => ({
      ...customer,
      plan: random.next() < 0.02 ? "Legacy" : random.next() < 0.5 ? "Basic" : "Pro",
    }));
    await addCustomers(app, world.companyId, customers);
    before = await completeness(world);
    analysis = await analyze(app, world.owner);
  });

  it("is said to be unmeasured before there is a model", () => {
    expect(before.fieldValues).toBeNull();
    expect(before.fields.length).toBeGreaterThan(4);
    for (const field of before.fields)
      expect(field.adds).toEqual({ verdict: "unmeasured", auc: null, alone: null });
  });

  it("is in the completeness check at once, per field, with how it was measured", async () => {
    const after = await completeness(world);
    expect(after.fieldValues).toMatchObject({ modelVersion: "v1" });
    expect(after.fieldValues?.method).toMatch(/without each field/);
    const of = (name: string) => after.fields.find((field) => field.field === name);
    expect(of("attributes.contract")?.adds).toMatchObject({ verdict: "adds" });
    expect(of("attributes.contract")?.adds.auc?.lower).toBeGreaterThan(0.02);
    expect(of("attributes.partner")?.adds).toMatchObject({ verdict: "nothing" });
    const leak = of("attributes.exit_interview_done");
    expect(leak?.adds).toEqual({ verdict: "unused", auc: null, alone: null });
    expect(leak?.note).toMatch(/^Not used by the model/);
  });

  it("says of the customers that cannot be scored why", async () => {
    const { blocked, blockedReasons } = (
      await app.call(world.owner, analysisRoutes.checkCompleteness, {
        body: { selection: { filter: { conditions: [] }, exceptIds: [] } },
      })
    ).body;
    expect(blocked).toBeGreaterThan(100);
    expect(blockedReasons.reduce((sum, { count }) => sum + count, 0)).toBe(blocked);
    expect(blockedReasons[0]?.reason).toBe("They have left already.");
  });

  it("gives quality by plan, tenure and value on held-out customers, and keeps small groups to itself", () => {
    const { quality } = analysis;
    const of = (field: string) => quality?.segments.find((one) => one.field === field);
    expect(
      of("plan")
        ?.groups.map(({ group }) => group)
        .toSorted(),
    ).toEqual(["Basic", "Pro"]);
    expect(of("plan")?.suppressed).toMatchObject([{ group: "Legacy" }]);
    expect(of("tenure_days")?.groups.map(({ group }) => group)).toEqual([
      "3 to 12 months",
      "1 to 2 years",
      "2 to 4 years",
      "Over 4 years",
    ]);
    expect(of("monthly_revenue")?.groups.map(({ group }) => group)[0]).toMatch(/^Below \$/);
    const plans = of("plan")?.groups ?? [];
    for (const { auc, observed } of plans) {
      expect(auc?.lower).toBeLessThan(auc?.value ?? 0);
      expect(observed.lower).toBeLessThan(observed.value);
    }
    const basic = plans[0]?.customers ?? 0;
    expect(basic + (plans[1]?.customers ?? 0)).toBeLessThan(quality?.rows ?? 0);
    expect(quality?.measuredOn).toMatchObject({ unit: "customers", rows: quality?.rows, day: null });
  });

  it("counts at the band edges only rows that the figures are of", () => {
    const { quality } = analysis;
    const [medium, , critical] = quality?.bandEdges ?? [];
    expect(medium?.flagged).toBeLessThanOrEqual(quality?.measuredOn?.rows ?? 0);
    expect(medium?.flagged).toBeGreaterThan(critical?.flagged ?? 0);
  });

  it("counts at the edges the scores use, also after a person has moved them", async () => {
    const version = analysis.modelVersion ?? "";
    const before = (await app.call(world.owner, modelRoutes.card, { params: { version } })).body.quality;
    expect(before.bandEdges.map(({ cutOff }) => cutOff)).toEqual(Object.values(analysis.riskBands ?? {}));
    await app.queryAsAdmin(
      "update scoring_settings set medium_from = 20, high_from = 40, critical_from = 55, bands_source = 'edited' where company_id = $1",
      [world.companyId],
    );
    const after = (await app.call(world.owner, modelRoutes.card, { params: { version } })).body.quality;
    expect(after.bandEdges.map(({ cutOff }) => cutOff)).toEqual([20, 40, 55]);
    for (const { flagged, leaversFound, missed, falseAlarms } of after.bandEdges) {
      expect(leaversFound + (falseAlarms ?? -1)).toBe(flagged);
      expect(leaversFound + (missed ?? -1)).toBe(after.measuredOn?.outcomes);
    }
    // A run by the stored model shows the edges that its own scores were cut with, the one before keeps its own.
    const again = await analyze(app, world.owner, { modelVersion: version });
    expect(again.quality?.bandEdges).toEqual(after.bandEdges);
    const { body } = await app.call(world.owner, analysisRoutes.results, { params: { id: analysis.id } });
    expect(body.quality?.bandEdges).toEqual(before.bandEdges);
  });

  it("draws each driver's curve with what happened beside it", () => {
    const contract = analysis.drivers.find(({ label }) => label === "Contract");
    const monthly = contract?.dependence?.points.find(({ level }) => level === "Month-to-month");
    const yearly = contract?.dependence?.points.find(({ level }) => level === "Two year");
    expect(monthly?.probability).toBeGreaterThan((yearly?.probability ?? 1) + 0.1);
    expect(monthly?.observed?.value).toBeGreaterThan(yearly?.observed?.value ?? 1);
    expect(contract?.description).toMatch(/^Highest at Month-to-month/);
    const revenue = analysis.drivers.find(({ feature }) => feature === "monthly_revenue");
    expect(revenue).toMatchObject({ direction: 1, dependence: { kind: "numeric", unit: "money" } });
    expect(revenue?.description).toMatch(/^From \$22\.76 to \$98\.51 the chance rises from/);
    expect(revenue?.dependence?.histogram).toHaveLength(16);
  });

  it("stands in the model's card", async () => {
    const { body: card } = await app.call(world.owner, modelRoutes.card, { params: { version: "v1" } });
    expect(card.quality.fieldValues?.fields.length).toBeGreaterThan(3);
    const { body: link } = await app.call(world.owner, modelRoutes.createExport, {
      params: { version: "v1" },
    });
    const text = (await app.inject({ url: link.downloadPath })).body;
    expect(text).toContain("## What each field adds to the ranking");
    expect(text).toContain("## Quality by Plan");
  });
});
