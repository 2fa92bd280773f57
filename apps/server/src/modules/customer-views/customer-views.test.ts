import { customerViewRoutes, segmentRoutes, type CustomerViewInput } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWorld } from "#testing/analysis-world.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

let app: TestApp;
let companyId: string;
let owner: CompanyUser;
let viewer: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  ({ companyId, owner } = await buildWorld(app));
  viewer = (await buildUser(app.db, companyId, "Viewer")).actor;
});
afterAll(() => app.close());

const view = (name: string, rest: Partial<CustomerViewInput> = {}): CustomerViewInput => ({
  name,
  isShared: false,
  search: "",
  conditions: [{ field: "plan", operator: "In", value: ["Pro"] }],
  sort: "monthlyRevenue",
  direction: "desc",
  ...rest,
});
const save = (user: CompanyUser, body: CustomerViewInput) =>
  app.call(user, customerViewRoutes.create, { body });
const names = async (user: CompanyUser) =>
  (await app.call(user, customerViewRoutes.list)).body.items.map(
    ({ name, isShared }) => `${name}${isShared ? "*" : ""}`,
  );

it("is a person's own, or the team's where they may write customers", async () => {
  expect((await save(viewer, view("Mine"))).status).toBe(201);
  expect((await save(viewer, view("Ours", { isShared: true }))).status).toBe(403);
  const ours = await save(owner, view("Ours", { isShared: true }));
  expect(ours.body).toMatchObject({ ...view("Ours"), isShared: true, createdBy: "Test Person" });
  expect(await names(viewer)).toEqual(["Mine", "Ours*"]);
  expect(await names(owner)).toEqual(["Ours*"]);
  expect((await app.call(viewer, customerViewRoutes.delete, { params: { id: ours.body.id } })).status).toBe(
    403,
  );
  const stranger = (await buildWorld(app)).owner;
  expect(await names(stranger)).toEqual([]);
  expect((await app.call(stranger, customerViewRoutes.delete, { params: { id: ours.body.id } })).status).toBe(
    404,
  );
  expect((await app.call(owner, customerViewRoutes.delete, { params: { id: ours.body.id } })).status).toBe(
    200,
  );
  expect(await names(viewer)).toEqual(["Mine"]);
});

it("is changed by whose it is, or for the team, and only over what was seen of it", async () => {
  const { body: mine } = await save(owner, view("To change"));
  const change = (user: CompanyUser, version: number, rest: Partial<CustomerViewInput> = {}) =>
    app.call(user, customerViewRoutes.change, {
      params: { id: mine.id },
      body: { ...view("To change"), ...rest, version },
    });
  expect((await change(viewer, 1)).status).toBe(404);
  const conditions = [{ field: "plan", operator: "In" as const, value: ["Team"] }];
  const shared = await change(owner, mine.version, { name: "Team plan", isShared: true, conditions });
  expect(shared.body).toMatchObject({
    id: mine.id,
    name: "Team plan",
    isShared: true,
    conditions,
    version: 2,
  });
  expect((await change(viewer, 2)).status).toBe(403);
  const late = await change(owner, 1, { name: "Mine again" });
  expect([late.status, late.body]).toMatchObject([
    409,
    { message: expect.stringMatching(/^'Team plan' was changed meanwhile/) },
  ]);
  await save(owner, view("Taken"));
  expect((await change(owner, 2, { name: "taken" })).body).toMatchObject({
    fields: { name: "Another view has this name" },
  });
  const strange = [{ field: "shoe", operator: "Equals" as const, value: 1 }];
  expect((await change(owner, 2, { conditions: strange })).status).toBe(400);
  expect((await change(owner, 2, { name: "Mine again" })).body).toMatchObject({
    isShared: false,
    version: 3,
  });
});

it("is refused under a name that is taken, and with a condition that is none", async () => {
  await save(owner, view("Twice"));
  expect((await save(owner, view("twice"))).body).toMatchObject({
    fields: { name: "Another view has this name" },
  });
  // Another person's, and the team's, are others.
  expect((await save(viewer, view("Twice"))).status).toBe(201);
  expect((await save(owner, view("Twice", { isShared: true }))).status).toBe(201);
  const strange = await save(
    owner,
    view("Strange", { conditions: [{ field: "shoe", operator: "Equals", value: 1 }] }),
  );
  expect(strange.status).toBe(400);
});

it("of the team holds the segment it names in use, and goes with the person whose own it is", async () => {
  const segment = (await app.call(owner, segmentRoutes.create, { body: segmentBody })).body;
  const conditions = [{ field: "segments", operator: "In" as const, value: [segment.id] }];
  const kept = await save(owner, view("Of segment", { isShared: true, conditions }));
  const refused = await app.call(owner, segmentRoutes.delete, { params: { id: segment.id } });
  expect(refused.body).toMatchObject({ message: "'Still here' cannot be deleted: 'Of segment' uses it." });
  const { body } = await app.call(owner, segmentRoutes.get, { params: { id: segment.id } });
  expect(body.usedBy).toEqual([{ kind: "view", id: kept.body.id, name: "Of segment" }]);
  const leaver = (await buildUser(app.db, companyId, "Viewer")).actor;
  await save(leaver, view("Gone"));
  await app.queryAsAdmin("delete from users where id = $1", [leaver.userId]);
  expect(await app.queryAsAdmin("select 1 from customer_views where name = 'Gone'")).toEqual([]);
});
