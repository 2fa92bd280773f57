import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrateUntil } from "./fixtures/migrate-until.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it("what was paid back of a bill of one payment becomes the payment's; of several each is read anew", async () => {
  await migrateUntil(database, "0570");
  await database.queryAsAdmin(`
    with company as (insert into companies (name, currency) values ('Acme', 'USD') returning id),
    who as (insert into customers (company_id, external_id) select id, 'C-1' from company returning company_id, id),
    connected as (
      insert into integrations (company_id, provider, status, account_id, account_name, is_test_mode, is_sandbox, credential,
        credential_hint, frequency, connected_by, connected_at)
      select id, 'stripe', 'Connected', 'acct', 'Acct', false, false, '', 'abcd', 'Daily', 'Ann', now() from company),
    bills as (
      insert into invoices (company_id, customer_id, source, source_id, kind, status, currency, amount_minor, paid_minor, refunded_minor, issued_at, told_at)
      select company_id, id, 'stripe', v.bill, 'invoice', 3, 'USD', 1000, 1000, v.refunded, '2026-03-01', now()
      from who, (values ('in_1', 300), ('in_2', 200), ('in_3', 0)) v (bill, refunded)),
    tries as (
      insert into payment_attempts (company_id, customer_id, source, source_id, invoice_source_id, attempted_at, succeeded, currency, amount_minor, told_at)
      select company_id, id, 'stripe', v.charge, v.bill, now(), v.succeeded, 'USD', 500, now() from who,
        (values ('ch_1', 'in_1', true), ('ch_2a', 'in_2', true), ('ch_2b', 'in_2', true), ('ch_2c', 'in_2', false)) v (charge, bill, succeeded))
    insert into integration_references (company_id, provider, source_id, target_id)
      select id, 'stripe', v.payment, v.bill from company,
        (values ('pi_1', 'in_1'), ('pi_2a', 'in_2'), ('pi_2b', 'in_2'), ('pi_3', 'in_3')) v (payment, bill)`);
  await migrate(database.ownerConnectionString);
  expect(
    await database.queryAsAdmin(
      "select source_id as payment, refunded_minor::int as refunded from integration_references order by 1",
    ),
  ).toEqual([
    { payment: "pi_1", refunded: 300 },
    { payment: "pi_2a", refunded: 0 },
    { payment: "pi_2b", refunded: 0 },
    { payment: "pi_3", refunded: 0 },
  ]);
  expect(
    await database.queryAsAdmin(
      "select object, source_id as id from integration_inbox where handled_at is null order by 2",
    ),
  ).toEqual([
    { object: "charges", id: "ch_2a" },
    { object: "charges", id: "ch_2b" },
  ]);
  expect(
    await database.queryAsAdmin(
      "select relname from pg_class where relname in ('invoices', 'integration_references', 'payment_attempts', 'integration_inbox') and not relforcerowsecurity",
    ),
  ).toEqual([]);
});
