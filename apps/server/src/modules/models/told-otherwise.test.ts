import {
  analysisRoutes,
  type ColumnChoice,
  customerRoutes,
  modelRoutes,
  settingsRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { allResults, analyze, buildWorld } from "#testing/analysis-world.ts";
import { addScoredCompany, type ScoredCompany } from "#testing/scored-company.ts";

let app: TestApp;
let world: ScoredCompany;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
beforeEach(async () => {
  world = await addScoredCompany(app);
});
afterAll(() => app.close());

const choose = (field: string, choice: ColumnChoice["choice"] | null, label = "Exit interview done") =>
  app.call(world.owner, modelRoutes.chooseColumn, { body: { field, label, choice } });
const cardOf = async (version: string | null) =>
  (await app.call(world.owner, modelRoutes.card, { params: { version: version ?? "" } })).body;

it("labels without dates: the score says so, and the true share of leavers corrects it, is on the card and trains anew", async () => {
  const [scored] = await allResults(app, world.owner, world.analysisId);
  const detail = await app.call(world.owner, customerRoutes.get, {
    params: { id: scored?.customerId ?? "" },
  });
  expect(detail.body.score).toMatchObject({ isUndated: true });
  const { body: run } = await app.call(world.owner, analysisRoutes.results, {
    params: { id: world.analysisId },
  });
  expect(run.isUndated).toBe(true);
  const { body: settings } = await app.call(world.owner, settingsRoutes.getScoring);
  await app.call(world.owner, settingsRoutes.updateScoring, {
    body: { ...settings, trueLeavingShare: 0.05 },
  });
  // Another share is another question: a model for it is trained at once.
  await app.drainJobs({ ignoreRunAt: true });
  const { body: list } = await app.call(world.owner, modelRoutes.list);
  const [second, before] = list.items;
  expect(second).toMatchObject({ version: "v2", isCurrent: true, trueLeavingShare: 0.05 });
  expect(second?.decision?.reason).toMatch(/by now that is 5%/);
  expect(before).toMatchObject({ version: "v1", trueLeavingShare: null });
  const again = await analyze(app, world.owner, { modelVersion: "v2" });
  const mean = async (id: string) => {
    const all = await allResults(app, world.owner, id);
    return all.reduce((sum, { probability }) => sum + probability, 0) / all.length;
  };
  expect(await mean(again.id)).toBeLessThan(0.6 * (await mean(world.analysisId)));
});

it("a field that looks like a leak is kept or left out as a person says, from the next training on, audited", async () => {
  const { body: started } = await app.call(world.owner, analysisRoutes.results, {
    params: { id: world.analysisId },
  });
  const leak = started.quality?.leakage.find(({ column }) => column === "Exit interview done");
  expect(leak).toMatchObject({ verdict: "excluded", confirmed: false, field: "attr:exit_interview_done" });
  const kept = await choose(leak?.field ?? "", "keep");
  expect(kept.body.items).toMatchObject([{ field: "attr:exit_interview_done", choice: "keep" }]);
  await analyze(app, world.owner);
  const list = (await app.call(world.owner, modelRoutes.list)).body.items;
  const keeping = await cardOf(list[0]?.version ?? null);
  expect(keeping.quality.leakage).toMatchObject([
    {
      column: "Exit interview done",
      verdict: "warned",
      confirmed: true,
      message: expect.stringMatching(/you asked for it/) as string,
    },
  ]);
  expect(keeping.features.map(({ label }) => label)).toContain("Exit interview done");
  // It learned from it: taking that back replaces it, however well it compared.
  await choose(leak?.field ?? "", "leave_out");
  await choose("contract", "leave_out", "Contract");
  await choose("contract", null, "Contract");
  const without = await analyze(app, world.owner);
  const after = await cardOf(without.modelVersion);
  expect(after.isCurrent).toBe(true);
  expect(after.features.map(({ label }) => label)).not.toContain("Exit interview done");
  expect(after.excluded).toContainEqual(
    expect.objectContaining({
      column: "Exit interview done",
      field: "attr:exit_interview_done",
      reason: "requested",
    }),
  );
  const audit = await app.queryAsAdmin<{ target: string; before: object; after: object }>(
    "select target, before, after from audit_entries where company_id = $1 and action = 'model.column_chosen' order by id",
    [world.companyId],
  );
  expect(audit.slice(0, 2)).toEqual([
    { target: "Exit interview done", before: { choice: null }, after: { choice: "keep" } },
    { target: "Exit interview done", before: { choice: "keep" }, after: { choice: "leave_out" } },
  ]);
});

it("choices are one company's own, read by Viewers and made by Staff", async () => {
  await choose("attr:x", "leave_out", "X");
  const viewer = (await buildUser(app.db, world.companyId, "Viewer")).actor;
  expect((await app.call(viewer, modelRoutes.columns)).body.items).toContainEqual(
    expect.objectContaining({ field: "attr:x" }),
  );
  const body = { field: "attr:x", label: "X", choice: null };
  expect((await app.call(viewer, modelRoutes.chooseColumn, { body })).status).toBe(403);
  const stranger = await buildWorld(app);
  expect((await app.call(stranger.owner, modelRoutes.columns)).body.items).toEqual([]);
  await app.call(stranger.owner, modelRoutes.chooseColumn, { body });
  expect((await app.call(viewer, modelRoutes.columns)).body.items).toContainEqual(
    expect.objectContaining({ field: "attr:x" }),
  );
  expect((await app.call(stranger.owner, analysisRoutes.list, { query: {} })).body.items).toEqual([]);
});
