import { afterAll, beforeAll, expect, it } from "vitest";
import { withTenantClient } from "#platform/db/transaction.ts";
import { buildCompany, createTestApp, type TestApp } from "#testing/index.ts";
import { appendSnapshots } from "./append-history.ts";
import { jsonbText } from "./jsonb-text.ts";
import { replaceRebuiltSnapshots, type RebuiltSnapshot } from "./rebuilt-snapshots.ts";
import { upsertCustomerBatch } from "./upsert-customers.ts";

let app: TestApp;
let companyId: string;
let ids: string[];
beforeAll(async () => {
  app = await createTestApp();
  companyId = (await buildCompany(app.db)).id;
  await withTenantClient(app.db, companyId, ({ client }) =>
    upsertCustomerBatch(
      client,
      companyId,
      ["C-1", "C-2", "C-3"].map((externalId) => ({ externalId })),
    ),
  );
  const rows = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 order by id",
    [companyId],
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => app.close());

const text = jsonbText();
function snapshot(customerId: string, takenOn: string, plan: string, uses = 0.5108): RebuiltSnapshot {
  text.put("plan", plan);
  text.put("uses", uses);
  return { customerId, takenOn, features: text.take() };
}
const replace = (snapshots: Iterable<RebuiltSnapshot>, of = ids) =>
  withTenantClient(app.db, companyId, ({ client }) =>
    replaceRebuiltSnapshots(client, companyId, of, snapshots),
  );
const stored = () =>
  app.queryAsAdmin<{ id: string; day: string; features: Record<string, unknown>; rebuilt: boolean }>(
    `select customer_id as id, taken_on::text as day, features, rebuilt from customer_snapshots
     where company_id = $1 order by 1, 2`,
    [companyId],
  );

it("takes every snapshot in as it is, also of more than one statement's size, and leaves out who is no customer", async () => {
  const long = 'Größe "'.repeat(40_000);
  const nobody = "01999999-9999-7999-8999-999999999999";
  const of = (id: string) => [
    snapshot(id, "2026-01-31", long),
    snapshot(id, "2026-03-02", "Pro — 日本", -1e-7),
  ];
  expect(
    await replace([...of(ids[0]!), ...of(ids[1]!), ...of(nobody), ...of(ids[2]!)], [...ids, nobody]),
  ).toBe(6);
  const rows = await stored();
  expect(rows).toEqual(
    ids.flatMap((id) => [
      { id, day: "2026-01-31", features: { plan: long, uses: 0.5108 }, rebuilt: true },
      { id, day: "2026-03-02", features: { plan: "Pro — 日本", uses: -1e-7 }, rebuilt: true },
    ]),
  );
});

it("replaces what was worked out before of these customers alone, and nothing that was recorded", async () => {
  const recorded = { customerId: ids[0]!, takenOn: "2026-05-01", features: { plan: "As recorded" } };
  await withTenantClient(app.db, companyId, ({ client }) => appendSnapshots(client, companyId, [recorded]));
  const again = [snapshot(ids[0]!, "2026-04-01", "Scale"), snapshot(ids[0]!, "2026-05-01", "Scale")];
  expect(await replace(again, [ids[0]!])).toBe(1);
  const rows = await stored();
  expect(rows.filter(({ id }) => id === ids[0]).map(({ day, features }) => [day, features["plan"]])).toEqual([
    ["2026-04-01", "Scale"],
    ["2026-05-01", "As recorded"],
  ]);
  expect(rows.filter(({ id }) => id !== ids[0])).toHaveLength(4);
});

it("writes nothing of what fails on its way, and tells why", async () => {
  const before = await stored();
  const failing = function* () {
    yield snapshot(ids[1]!, "2026-06-01", "x".repeat(2_000_000));
    throw new RangeError("a price is not known before");
  };
  await expect(replace(failing())).rejects.toThrow("a price is not known before");
  expect(await stored()).toEqual(before);
  await expect(replace([{ ...snapshot(ids[1]!, "2026-06-01", "Pro"), takenOn: "never" }])).rejects.toThrow(
    "never",
  );
  expect(await stored()).toEqual(before);
});

it("has nothing to do without snapshots", async () => {
  expect(await replace([], [])).toBe(0);
});
