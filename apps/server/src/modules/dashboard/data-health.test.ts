import { dashboardRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("lists the rows that wait for their customer, as many as it counts", async () => {
  const { id } = await buildCompany(app.db);
  const { actor } = await buildUser(app.db, id, "Viewer");
  await app.queryAsAdmin(
    `insert into parked_ledger_rows (company_id, kind, external_id, email_key, source, record, record_key, told_at)
     select $1, case when n < 4 then 'invoices' else 'events' end, case when n % 2 = 0 then 'C-' || n end,
       case when n % 2 = 1 then 'c' || n || '@acme.example' end, 'file',
       jsonb_build_object('customer', jsonb_build_object('email', 'C' || n || '@acme.example'), 'sourceId', 'R-' || n), n, $2
     from generate_series(0, 5) n`,
    [id, new Date("2026-06-01T00:00:00Z")],
  );
  const { parked } = (await app.call(actor, dashboardRoutes.health)).body;
  expect(parked).toEqual([
    { kind: "invoices", rows: 4 },
    { kind: "events", rows: 2 },
  ]);
  for (const { kind, rows } of parked) {
    const names: (string | null)[] = [];
    for (let cursor: string | undefined; ;) {
      const { body } = await app.call(actor, dashboardRoutes.parked, {
        query: { kind, limit: 3, ...(cursor === undefined ? {} : { cursor }) },
      });
      expect(body.count).toBe(rows);
      names.push(...body.items.map(({ name }) => name));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(new Set(names).size, kind).toBe(rows);
  }
  const { body } = await app.call(actor, dashboardRoutes.parked, { query: { kind: "invoices" } });
  expect(body.items[0]).toMatchObject({
    externalId: null,
    email: "C3@acme.example",
    name: "R-3",
    toldAt: "2026-06-01T00:00:00.000Z",
    file: null,
  });
});
