import { auditRoutes, caseRoutes, customerRoutes, teamRoutes, workRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type BuiltUser, type TestApp } from "#testing/index.ts";

let app: TestApp;
let companyId: string;
let owner: BuiltUser<CompanyUser>;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  companyId = (await buildCompany(app.db, "Acme")).id;
  owner = await buildUser(app.db, companyId, "Owner");
});
afterAll(() => app.close());

it("who is removed can hand on what is theirs: customers, open tasks and open cases", async () => {
  const leaver = await buildUser(app.db, companyId, "Staff");
  const heir = await buildUser(app.db, companyId, "Staff");
  const { actor } = owner;
  const { body: customer } = await app.call(actor, customerRoutes.create, { body: { externalId: "C-1" } });
  const params = { id: customer.id };
  const userId = leaver.actor.userId;
  await app.call(actor, workRoutes.setOwner, { params, body: { userId } });
  await app.call(actor, workRoutes.addTask, { params, body: { title: "Call", assigneeUserId: userId } });
  await app.call(actor, caseRoutes.open, { params, body: { reason: "price", ownerUserId: userId } });
  const work = async (id: string) => (await app.call(actor, teamRoutes.memberWork, { params: { id } })).body;
  const theirs = { customers: 1, openTasks: 1, openCases: 1 };
  expect(await work(userId)).toEqual(theirs);
  const remove = (handTo: string) =>
    app.call(actor, teamRoutes.removeMember, { params: { id: userId }, query: { handTo } });
  expect((await remove(userId)).body).toMatchObject({
    fields: { handTo: "Choose another member who is active" },
  });
  const stranger = await buildUser(app.db, (await buildCompany(app.db, "Another")).id, "Staff");
  expect((await remove(stranger.actor.userId)).status).toBe(400);
  expect(
    (await app.call(actor, teamRoutes.memberWork, { params: { id: stranger.actor.userId } })).status,
  ).toBe(404);
  expect((await remove(heir.actor.userId)).status).toBe(200);
  expect(await work(heir.actor.userId)).toEqual(theirs);
  const log = await app.call(actor, auditRoutes.listAudit, { query: { action: "team.member_removed" } });
  expect(log.body.items[0]).toMatchObject({ after: { handedTo: heir.email, ...theirs } });
});
