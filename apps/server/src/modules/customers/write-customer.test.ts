import { customerRoutes, type RouteBodyInput } from "@forestay/contracts";
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
