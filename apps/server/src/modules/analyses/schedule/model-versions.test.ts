import { type Analysis, analysisRoutes, modelRoutes, notificationRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { keepCompany, putBack, type KeptCompany } from "#testing/kept-company.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";
import { nightlyScoringJob } from "./run-schedules.ts";

let app: TestApp;
let world: World;
/** The company before its first analysis, after it, and after a second one that more customers made. */
let untrained: KeptCompany;
let trainedOnce: KeptCompany;
let trainedTwice: KeptCompany;
/** What the second of them said. */
let secondAnalysis: Analysis;
const START = new Date("2030-03-10T02:30:00Z");
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  app.clock.set(START);
  world = await buildWorld(app, { companyId: "4d0de1c0-7e25-4b6a-9c3e-0a1b2c3d4e5f" });
  await addCustomers(app, world.companyId, labelledCustomers({ count: 130 }));
  untrained = await keepCompany(app, world);
  await analyze(app, world.owner);
  trainedOnce = await keepCompany(app, world);
  await moreCustomers();
  secondAnalysis = await analyze(app, world.owner);
  trainedTwice = await keepCompany(app, world);
});
afterAll(() => app.close());

async function begin(kept: KeptCompany) {
  app.clock.set(START);
  await app.queryAsAdmin("delete from companies");
  world = await putBack(app, kept);
}

const models = async () => (await app.call(world.owner, modelRoutes.list)).body.items;
const inUse = async () => (await models()).find(({ isCurrent }) => isCurrent)?.version;
const activate = (version: string) => app.call(world.owner, modelRoutes.activate, { params: { version } });
const moreCustomers = (count = 60) =>
  addCustomers(
    app,
    world.companyId,
    labelledCustomers({ count, seed: 9 }).map((customer) => ({
      ...customer,
      externalId: `M-${customer.externalId}`,
    })),
  );
async function night() {
  await app.runForCompanies(nightlyScoringJob);
  await app.drainJobs({ ignoreRunAt: true });
}
const analyses = () =>
  app.queryAsAdmin<{ trigger: string; model_version: string; status: number; created_by: string }>(
    "select trigger, model_version, status, created_by from churn_analyses where company_id = $1 order by id",
    [world.companyId],
  );

describe("versions of a model", () => {
  it("are stored with their card; the same data trained again is the same model and no new version", async () => {
    await begin(trainedOnce);
    const again = await analyze(app, world.owner);
    expect(again).toMatchObject({ status: 3, modelVersion: "v1" });
    expect(await models()).toMatchObject([
      {
        version: "v1",
        isCurrent: true,
        rows: 130,
        recipe: "small",
        decision: { promoted: true, champion: null },
      },
    ]);
    const { body: card } = await app.call(world.owner, modelRoutes.card, { params: { version: "v1" } });
    expect(card.features.find(({ label }) => label === "Contract")?.coverage).toBe(1);
    expect(card.excluded.map(({ column }) => column)).toContain("Exit interview done");
    expect(card.dataFingerprint).toMatch(/^[0-9a-f]{16,}$/);
    const link = await app.call(world.owner, modelRoutes.createExport, { params: { version: "v1" } });
    const file = await app.inject({ url: link.body.downloadPath });
    expect(file.body).toContain("# Churn model v1");
    expect(file.body).toContain(card.dataFingerprint);
  });

  it("are rolled back in one click, by Staff and not by Viewers, and it stands in the audit log", async () => {
    await begin(trainedTwice);
    expect((await activate("v2")).body).toMatchObject({ version: "v2", isCurrent: true });
    expect((await activate("v1")).body).toMatchObject({ version: "v1", isCurrent: true });
    expect(await inUse()).toBe("v1");
    const viewer = (await buildUser(app.db, world.companyId, "Viewer", { now: app.clock.now() })).actor;
    expect((await app.call(viewer, modelRoutes.activate, { params: { version: "v2" } })).status).toBe(403);
    expect((await app.call(viewer, modelRoutes.list)).body.items).toHaveLength(2);
    expect((await activate("v9")).status).toBe(404);
    const audit = await app.queryAsAdmin(
      "select action, before, after from audit_entries where company_id = $1 and action like 'model.%' order by id",
      [world.companyId],
    );
    expect(audit).toEqual([
      { action: "model.activated", before: { version: "v1" }, after: { version: "v2" } },
      { action: "model.activated", before: { version: "v2" }, after: { version: "v1" } },
    ]);
    const stranger = await buildWorld(app);
    expect((await app.call(stranger.owner, modelRoutes.list)).body.items).toEqual([]);
    expect((await app.call(stranger.owner, modelRoutes.activate, { params: { version: "v1" } })).status).toBe(
      404,
    );
  });
});

describe("the model in use", () => {
  it("is chosen on the page that starts an analysis until the settings ask for another horizon", async () => {
    await begin(untrained);
    const check = async () =>
      (await app.call(world.owner, analysisRoutes.checkCompleteness, { body: {} })).body;
    expect((await check()).lastRuns).toEqual({ training: null, scoring: null });
    await begin(trainedOnce);
    const trained = await check();
    expect(trained.availableModels).toMatchObject([
      { version: "v1", isCurrent: true, isPreselected: true, auc: { lower: expect.any(Number) as number } },
    ]);
    const scored = (await analyze(app, world.owner, { modelVersion: "v1" })).customersAnalyzed;
    expect((await check()).lastRuns).toMatchObject({
      training: { customers: scored },
      scoring: { customers: scored },
    });
    await app.queryAsAdmin("update scoring_settings set horizon_days = 30 where company_id = $1", [
      world.companyId,
    ]);
    expect((await check()).availableModels).toMatchObject([{ isCurrent: true, isPreselected: false }]);
  });

  it("stays where a newly trained one is not better beyond chance, and the reason is on its card", async () => {
    await begin(trainedTwice);
    expect(secondAnalysis).toMatchObject({ status: 3, modelVersion: "v1" });
    expect(secondAnalysis.warnings).toContainEqual(
      expect.stringMatching(/^A new model was trained and not used\. v1 stays: not better beyond chance/),
    );
    const [v2] = await models();
    expect(v2).toMatchObject({
      version: "v2",
      isCurrent: false,
      decision: { promoted: false, comparison: { on: "held_out", rows: 190, from: null } },
    });
  });

  it("that a person went back to holds: the same data gives the version left again, and says so", async () => {
    await begin(trainedTwice);
    await activate("v2");
    app.clock.advance(60_000);
    await activate("v1");
    const again = await analyze(app, world.owner);
    expect(again).toMatchObject({ status: 3, modelVersion: "v1" });
    expect(again.warnings).toContainEqual(expect.stringMatching(/^Training gave v2 again/));
    expect(await models()).toHaveLength(2);
    // Nor does the retraining of the first of the month undo it.
    app.clock.set(new Date("2030-04-01T02:30:00Z"));
    await night();
    expect(await inUse()).toBe("v1");
  });

  it.each([
    ["by a default run", {}],
    ["chosen by name", { modelVersion: "v1" }],
  ])(
    "that was tampered with is replaced by what is trained now, and the analysis says so: %s",
    async (_, body) => {
      await begin(trainedOnce);
      await app.queryAsAdmin(
        "update churn_models set document = replace(document, '\"seed\":', '\"seed\":1') where company_id = $1",
        [world.companyId],
      );
      const after = await analyze(app, world.owner, body);
      expect(after).toMatchObject({ status: 3, source: "model", modelVersion: "v2" });
      expect(after.warnings[0]).toMatch(
        /^Model v1 cannot be used any more: The document was changed after training.*The model trained in its place is used\.$/,
      );
      expect(await inUse()).toBe("v2");
      const used = await analyze(app, world.owner, { modelVersion: "v2" });
      expect(used).toMatchObject({ status: 3, source: "model", modelVersion: "v2" });
      // It scored, and was not replaced in its turn.
      expect(used.warnings.filter((one) => one.includes("cannot be used any more"))).toEqual([]);
    },
  );

  it("is told apart from another version that cannot be read: choosing that one fails in words", async () => {
    await begin(trainedTwice);
    await app.queryAsAdmin(
      "update churn_models set document = '{}' where company_id = $1 and not is_current",
      [world.companyId],
    );
    const asked = (await models()).find(({ isCurrent }) => !isCurrent)?.version ?? "";
    const failed = await analyze(app, world.owner, { modelVersion: asked });
    expect(failed.status).toBe(4);
    expect(failed.failure).toMatch(/cannot be used any more: .*Choose another one\.$/);
  });
});

describe("every night", () => {
  it("scores all customers with the model in use, once, and leaves a company alone that never analysed", async () => {
    await begin(untrained);
    await night();
    expect(await analyses()).toEqual([]);
    await begin(trainedOnce);
    await moreCustomers(60);
    app.clock.advance(86_400_000);
    await night();
    expect((await analyses()).at(-1)).toEqual({
      trigger: "nightly",
      model_version: "v1",
      status: 3,
      created_by: "Forestay",
    });
    await night();
    expect(await analyses()).toHaveLength(2);
    const { body } = await app.call(world.owner, analysisRoutes.list, { query: {} });
    expect(body.totalCount).toBe(1);
  });

  it("trains a challenger on the first of the month, as the schedule said it would", async () => {
    await begin(untrained);
    const schedule = async () => (await app.call(world.owner, modelRoutes.list)).body.schedule;
    expect(await schedule()).toEqual({
      isActive: false,
      nextScoringAt: "2030-03-11T02:30:00.000Z",
      nextTrainingAt: "2030-04-01T02:30:00.000Z",
    });
    await begin(trainedOnce);
    expect(await schedule()).toMatchObject({ isActive: true });
    await moreCustomers();
    app.clock.set(new Date("2030-04-01T02:30:00Z"));
    await night();
    expect((await analyses()).at(-1)).toMatchObject({
      trigger: "retraining",
      model_version: "v1",
      status: 3,
    });
    expect((await models()).map(({ version }) => version)).toEqual(["v2", "v1"]);
  });
});

it("a retraining that failed is tried again the next night, and no more once one has ended well", async () => {
  await begin(trainedOnce);
  await app.queryAsAdmin(
    `insert into churn_analyses (company_id, scope, include_recommendations, include_risk_factors, horizon_days, created_by, status, trigger, created_at)
     values ($1, 'All', true, true, 90, 'Forestay', 4, 'retraining', $2)`,
    [world.companyId, new Date(app.clock.now().getTime() + 1000)],
  );
  for (const expected of ["retraining", "nightly"]) {
    app.clock.advance(86_400_000);
    await night();
    expect((await analyses()).at(-1)).toMatchObject({ trigger: expected, status: 3 });
  }
});

describe("drift", () => {
  it("is measured on the model's card, told once on crossing, and answered by retraining", async () => {
    await begin(trainedOnce);
    const driftOf = async (version: string) =>
      (await app.call(world.owner, modelRoutes.card, { params: { version } })).body.drift;
    const contractOf = async () => (await driftOf("v1"))?.features.find(({ label }) => label === "Contract");
    expect(await contractOf()).toMatchObject({ level: "stable" });
    await app.queryAsAdmin(
      `update customers set attributes = attributes || '{"contract":"Weekly"}' where company_id = $1 and churned is false`,
      [world.companyId],
    );
    app.clock.advance(86_400_000);
    await night();
    expect(await contractOf()).toMatchObject({ level: "drifted", unseen: expect.any(Number) as number });
    expect((await contractOf())?.unseen).toBeGreaterThan(0);
    const { driftHistory } = (await app.call(world.owner, modelRoutes.card, { params: { version: "v1" } }))
      .body;
    const psi = driftHistory.map(({ features }) => features["attr:contract"] ?? -1);
    expect(psi).toHaveLength(2);
    expect(psi[0]).toBeLessThan(0.1);
    expect(psi[1]).toBeGreaterThan(0.25);
    expect((await analyses()).map(({ trigger }) => trigger)).toEqual(["person", "nightly", "retraining"]);
    const told = async () => {
      const { body } = await app.call(world.owner, notificationRoutes.list, { query: { pageSize: 100 } });
      return body.notifications.filter(({ kind }) => kind === "model_drift").map(({ message }) => message);
    };
    expect(await told()).toMatchObject([expect.stringContaining("Contract has drifted since training")]);
    await activate("v1");
    app.clock.advance(86_400_000);
    await night();
    expect((await analyses()).map(({ trigger }) => trigger)).toEqual([
      "person",
      "nightly",
      "retraining",
      "nightly",
    ]);
    expect(await told()).toHaveLength(1);
  });
});
