import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrateUntil } from "./fixtures/migrate-until.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it("customers whose figures are counted otherwise than before are marked, and no others", async () => {
  await migrateUntil(database, "0502");
  await database.queryAsAdmin(`
    with company as (insert into companies (name, currency) values ('Acme', 'USD'), ('Bolt', 'USD') returning id),
    who as (
      insert into customers (company_id, external_id)
        select company.id, name from company,
          unnest(array['refunded', 'refunded, never failed', 'failed', 'ended, two prices', 'ended, one price', 'runs, two prices']) name
        returning company_id, id, external_id),
    sold as (
      insert into subscriptions (company_id, customer_id, source, source_id, status, started_at, ended_at, end_reason, told_at)
        select company_id, id, 'file', external_id, 2, '2026-01-01', '2026-05-01',
          case when external_id like 'ended%' then 'Too dear' end, now()
        from who where external_id like '%price%' returning company_id, id, source_id),
    priced as (
      insert into subscription_prices (company_id, subscription_id, from_at, currency, amount_minor, interval_unit, interval_count)
        select company_id, id, month, 'USD', 1000, 'month', 1
        from sold, unnest(array['2026-01-01', '2026-03-01']::timestamptz[]) month
        where month = '2026-01-01' or source_id like '%two prices'),
    billed as (
      insert into invoices (company_id, customer_id, source, source_id, kind, status, currency, amount_minor, paid_minor, refunded_minor, issued_at, told_at)
        select company_id, id, 'file', external_id, 'invoice', 2, 'USD', 1000, 1000,
          case when external_id like 'refunded%' then 400 else 0 end, '2026-03-01', now()
        from who where external_id not like '%price%')
    insert into payment_attempts (company_id, customer_id, source, source_id, invoice_source_id, currency, amount_minor, succeeded, attempted_at, told_at)
      select company_id, id, 'file', external_id, external_id, 'USD', 1000, false, '2026-03-01', now()
      from who where external_id in ('refunded', 'failed')`);
  await database.queryAsAdmin("delete from ledger_changes; delete from recovery_marks");
  await migrate(database.ownerConnectionString);
  const marked = (table: string) =>
    database.queryAsAdmin<{ who: string }>(
      `select c.external_id as who from ${table} t join customers c on c.id = t.customer_id order by 1`,
    );
  expect((await marked("recovery_marks")).map(({ who }) => who)).toEqual(["refunded", "refunded"]);
  expect((await marked("ledger_changes")).map(({ who }) => who)).toEqual([
    "ended, two prices",
    "ended, two prices",
    "refunded",
    "refunded",
  ]);
  // The walls stand again.
  expect(
    await database.queryAsAdmin(
      `select relname from pg_class where relname in ('subscriptions', 'subscription_prices', 'invoices', 'payment_attempts',
         'cancel_sessions', 'ledger_changes', 'recovery_marks') and not relforcerowsecurity`,
    ),
  ).toEqual([]);
});
