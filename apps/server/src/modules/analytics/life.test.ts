import { analyticsRoutes, modelRoutes, notificationRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, analyze, buildWorld, type World } from "./fixtures/analysis-world.ts";
import { labelledCustomers } from "./fixtures/labelled-customers.ts";
import { nightlyScoringJob } from "./life/run-schedules.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
beforeEach(async () => {
  app.clock.set(new Date("2030-03-10T02:30:00Z"));
  await app.queryAsAdmin("delete from companies");
  world = await buildWorld(app);
  await addCustomers(app, world.companyId, labelledCustomers({ count: 130 }));
});
afterAll(() => app.close());

// Trainings on one core of a busy machine.
vi.setConfig({ testTimeout: 120_000 });

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
  await app.runJob(nightlyScoringJob, {});
  await app.drainJobs({ ignoreRunAt: true });
}
const analyses = () =>
  app.queryAsAdmin<{ trigger: string; model_version: string; status: number; created_by: string }>(
    "select trigger, model_version, status, created_by from churn_analyses where company_id = $1 order by id",
    [world.companyId],
  );

describe("versions of a model", () => {
  it("are stored with their card; the same data trained again is the same model and no new version", async () => {
    await analyze(app, world.owner);
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
    await analyze(app, world.owner);
    await moreCustomers();
    expect(await analyze(app, world.owner)).toMatchObject({ modelVersion: "v2" });
    expect(await inUse()).toBe("v2");
    expect((await activate("v1")).body).toMatchObject({ version: "v1", isCurrent: true });
    expect(await inUse()).toBe("v1");
    const viewer = (await buildUser(app.db, world.companyId, "Viewer", { now: app.clock.now() })).actor;
    expect((await app.call(viewer, modelRoutes.activate, { params: { version: "v2" } })).status).toBe(403);
    expect((await app.call(viewer, modelRoutes.list)).body.items).toHaveLength(2);
    expect((await activate("v9")).status).toBe(404);
    const audit = await app.queryAsAdmin(
      "select action, before, after from audit_entries where company_id = $1 and action like 'model.%'",
      [world.companyId],
    );
    expect(audit).toEqual([
      { action: "model.activated", before: { version: "v2" }, after: { version: "v1" } },
    ]);
    const stranger = await buildWorld(app);
    expect((await app.call(stranger.owner, modelRoutes.list)).body.items).toEqual([]);
    expect((await app.call(stranger.owner, modelRoutes.activate, { params: { version: "v1" } })).status).toBe(
      404,
    );
  });
});

describe("every night", () => {
  it("scores all customers with the model in use, once, and leaves a company alone that never analysed", async () => {
    await night();
    expect(await analyses()).toEqual([]);
    await analyze(app, world.owner);
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
    const { body } = await app.call(world.owner, analyticsRoutes.list, { query: {} });
    expect(body.totalCount).toBe(1);
  });

  it("trains a challenger on the first of the month, as the schedule said it would", async () => {
    const schedule = async () => (await app.call(world.owner, modelRoutes.list)).body.schedule;
    expect(await schedule()).toEqual({
      isActive: false,
      nextScoringAt: "2030-03-11T02:30:00.000Z",
      nextTrainingAt: "2030-04-01T02:30:00.000Z",
    });
    await analyze(app, world.owner);
    expect(await schedule()).toMatchObject({ isActive: true });
    await moreCustomers();
    app.clock.set(new Date("2030-04-01T02:30:00Z"));
    await night();
    expect((await analyses()).at(-1)).toMatchObject({
      trigger: "retraining",
      model_version: "v2",
      status: 3,
    });
  });
});

describe("drift", () => {
  it("is measured on the model's card, told once on crossing, and answered by retraining", async () => {
    await analyze(app, world.owner);
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
    expect(await contractOf()).toMatchObject({ level: "drifted" });
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
