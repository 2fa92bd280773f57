import { auditRoutes, customerRoutes, type RouteBodyInput } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWorld, type World } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  world = await buildWorld(app);
});
afterAll(() => app.close());

const create = (body: RouteBodyInput<typeof customerRoutes.create>) =>
  app.call(world.owner, customerRoutes.create, { body });

it("creates one customer, once, with a new column where the company had none", async () => {
  const body = {
    externalId: "A-1",
    email: "Ada@example.test",
    monthlyRevenue: 12.5,
    attributes: { seats: 4 },
  };
  const made = await create(body);
  expect([made.status, made.body]).toMatchObject([
    201,
    { externalId: "A-1", monthlyRevenue: 12.5, attributes: [{ key: "seats", kind: "number", value: 4 }] },
  ]);
  expect(await create({ externalId: "A-1" })).toMatchObject({
    status: 409,
    body: { message: "A customer with this id is there already." },
  });
  // Another with the same address and an id of its own is another.
  expect((await create({ externalId: "A-2", email: "ada@example.test" })).status).toBe(201);
  expect((await create({ email: "ADA@example.test" })).body).toMatchObject({
    message: "A customer with this e-mail address is there already.",
  });
  expect((await create({})).body).toMatchObject({ code: "validation_failed" });
});

it("changes what is said of one, and leaves the rest", async () => {
  const { body: made } = await create({ email: "bo@example.test", plan: "Pro", fullName: "Bo" });
  const changed = await app.call(world.owner, customerRoutes.update, {
    params: { id: made.id },
    body: { plan: "Team", fullName: "Bo Élan", subscriptionStatus: 1 },
  });
  expect(changed.body).toMatchObject({
    id: made.id,
    email: "bo@example.test",
    plan: "Team",
    fullName: "Bo Élan",
    subscriptionStatus: 1,
  });
  const stranger = (await buildWorld(app)).owner;
  expect(
    (await app.call(stranger, customerRoutes.update, { params: { id: made.id }, body: { plan: "X" } }))
      .status,
  ).toBe(404);
});

it("is not written over what was changed since it was read, and says in the log what was before", async () => {
  const { body: made } = await create({
    email: "cy@example.test",
    fullName: "Cy",
    plan: "Pro",
    attributes: { seats: 4 },
  });
  const update = (body: RouteBodyInput<typeof customerRoutes.update>) =>
    app.call(world.owner, customerRoutes.update, { params: { id: made.id }, body });
  const second = await update({ plan: "Team", attributes: { seats: 5 }, ifUpdatedAt: made.updatedAt });
  expect(second.body).toMatchObject({ plan: "Team" });
  expect(await update({ plan: "Solo", ifUpdatedAt: made.updatedAt })).toMatchObject({
    status: 409,
    body: { message: "This customer was changed meanwhile. Read it again before you change it." },
  });
  expect((await update({ plan: "Solo", ifUpdatedAt: second.body.updatedAt })).body.plan).toBe("Solo");
  // The same once more changes nothing.
  await update({ plan: "Solo" });
  const { items } = (
    await app.call(world.owner, auditRoutes.listAudit, { query: { action: "customer.changed" } })
  ).body;
  expect(items.filter(({ target }) => target === "Cy")).toMatchObject([
    { before: { plan: "Team" }, after: { plan: "Solo" } },
    {
      before: { plan: "Pro", attributes: { seats: 4 } },
      after: { plan: "Team", attributes: { seats: 5 } },
    },
  ]);
});

it("refuses to clear a value, which it cannot", async () => {
  const { body: made } = await create({ email: "di@example.test", monthlyRevenue: 10 });
  const cleared = await app.call(world.owner, customerRoutes.update, {
    params: { id: made.id },
    body: { monthlyRevenue: null } as never,
  });
  expect(cleared).toMatchObject({ status: 400, body: { fields: { monthlyRevenue: expect.any(String) } } });
});
