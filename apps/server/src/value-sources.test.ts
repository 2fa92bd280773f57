import { customerDataRoutes, customerRoutes, importRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { imported } from "#modules/imports/fixtures/import-flow.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { buildWorld, type World } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { upsertLinkedCustomers, writeLedgerValues } from "#modules/customers/index.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await buildWorld(app);
});

/** field -> [source, name] of the customer with this id of the company's own. */
async function sourcesOf(externalId: string): Promise<Record<string, [string, string | null]>> {
  const [row] = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 and external_id = $2",
    [world.companyId, externalId],
  );
  const { body } = await app.call(world.owner, customerRoutes.valueSources, {
    params: { id: row?.id ?? "" },
  });
  return Object.fromEntries(body.values.map(({ field, source, name }) => [field, [source, name]]));
}
const idOf = async (externalId: string) =>
  (
    await app.queryAsAdmin<{ id: string }>(
      "select id from customers where company_id = $1 and external_id = $2",
      [world.companyId, externalId],
    )
  )[0]?.id ?? "";

it("says of each value which file, person, system or rule it came from, and keeps it through an undo", async () => {
  const first = ["import", "customers.csv"] as const;
  await imported(
    app,
    world.owner,
    "customer_id,name,email,plan,seats\nC-1,Ada,ada@example.test,Basic,4\nC-2,Bo,bo@example.test,Basic,7\n",
  );
  expect(await sourcesOf("C-1")).toEqual({
    externalId: first,
    fullName: first,
    email: first,
    plan: first,
    "attributes.seats": first,
  });

  // Another file changes one value of two; what it only repeats stays the first one's.
  const later = await imported(app, world.owner, "customer_id,plan,seats\nC-1,Basic,9\n", {
    name: "july.csv",
  });
  expect(await sourcesOf("C-1")).toMatchObject({ plan: first, "attributes.seats": ["import", "july.csv"] });

  await app.call(world.owner, customerRoutes.update, {
    params: { id: await idOf("C-2") },
    body: { plan: "Team" },
  });
  const [, person] = (await sourcesOf("C-2"))["plan"] ?? [];
  expect(await sourcesOf("C-2")).toMatchObject({ plan: ["person", expect.any(String)], fullName: first });
  expect(person).not.toBe("");

  await withTenantClient(app.db, world.companyId, async ({ client }) => {
    await upsertLinkedCustomers(
      client,
      world.companyId,
      "stripe",
      [{ sourceId: "cus_2", email: "bo@example.test", fullName: "Bo Élan" }],
      app.clock.now(),
    );
    await writeLedgerValues(client, world.companyId, [
      { customerId: await idOf("C-2"), known: { plan: "Growth", monthly_revenue_cents: 4900 } },
    ]);
  });
  expect(await sourcesOf("C-2")).toMatchObject({
    fullName: ["system", "stripe"],
    email: first,
    plan: ["ledger", null],
    monthlyRevenue: ["ledger", null],
  });

  expect((await app.call(world.owner, importRoutes.undo, { params: { id: later.id } })).status).toBe(202);
  await app.drainJobs();
  expect(await sourcesOf("C-1")).toMatchObject({ plan: first, "attributes.seats": first });
});

it("says of a value that another customer brought when the two became one that it came from there", async () => {
  await app.call(world.owner, customerRoutes.create, { body: { externalId: "A-1", fullName: "Ada" } });
  await app.call(world.owner, customerRoutes.create, {
    body: { externalId: "A-2", email: "ada@example.test", attributes: { seats: 3 } },
  });
  const merged = await app.call(world.owner, customerDataRoutes.merge, {
    params: { id: await idOf("A-1") },
    body: { otherId: await idOf("A-2"), typedName: "ada@example.test" },
  });
  expect(merged.status).toBe(200);
  expect(await sourcesOf("A-1")).toMatchObject({
    fullName: ["person", expect.any(String)],
    email: ["merge", null],
    "attributes.seats": ["merge", null],
  });
});

it("shows nobody another company's, and costs a write of scores nothing", async () => {
  await app.call(world.owner, customerRoutes.create, { body: { externalId: "S-1", plan: "Pro" } });
  const id = await idOf("S-1");
  const stranger = (await buildWorld(app)).owner;
  expect((await app.call(stranger, customerRoutes.valueSources, { params: { id } })).status).toBe(404);
  await app.queryAsAdmin(
    "update customers set churn_probability = 0.3, churn_risk_score = 30 where id = $1",
    [id],
  );
  const [row] = await app.queryAsAdmin<{ value_sources: unknown }>(
    "select value_sources from customers where id = $1",
    [id],
  );
  expect(row?.value_sources).toBeNull();
});
