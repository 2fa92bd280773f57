import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrateUntil } from "./fixtures/migrate-until.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it("events of support keep their type under its new number, and all others theirs", async () => {
  await migrateUntil(database, "0504");
  await database.queryAsAdmin(`
    with company as (insert into companies (name, currency) values ('Acme', 'USD'), ('Bolt', 'USD') returning id, name),
    who as (insert into customers (company_id, external_id) select id, 'C-1' from company returning company_id, id),
    types as (
      insert into event_types (company_id, id, name, role)
        select company.id, v.id, v.name, v.role from company, (values
          (1, 'login', 'usage'), (2, 'ticket', 'support'), (3, 'mail', 'other'), (4, 'complaint', 'support')) v (id, name, role)
        where company.name = 'Acme' or v.id < 3
      returning company_id, id),
    batches as (insert into event_batches (company_id, id, source) select id, 1, 'file' from company)
    insert into events (company_id, customer_id, occurred_at, key, type_id, batch_id)
      select who.company_id, who.id, '2026-03-01', types.id, types.id, 1 from who join types using (company_id)`);
  await migrate(database.ownerConnectionString);
  expect(
    await database.queryAsAdmin(
      `select c.name as company, t.name as type, e.type_id::int as id, e.key::int as was
       from events e join event_types t on t.company_id = e.company_id and t.id = e.type_id join companies c on c.id = e.company_id
       order by 1, e.key`,
    ),
  ).toEqual([
    { company: "Acme", type: "login", id: 1, was: 1 },
    { company: "Acme", type: "ticket", id: 20_002, was: 2 },
    { company: "Acme", type: "mail", id: 3, was: 3 },
    { company: "Acme", type: "complaint", id: 20_004, was: 4 },
    { company: "Bolt", type: "login", id: 1, was: 1 },
    { company: "Bolt", type: "ticket", id: 20_002, was: 2 },
  ]);
  // The walls stand again.
  expect(
    await database.queryAsAdmin(
      "select relname from pg_class where relname in ('events', 'event_types') and not relforcerowsecurity",
    ),
  ).toEqual([]);
});
