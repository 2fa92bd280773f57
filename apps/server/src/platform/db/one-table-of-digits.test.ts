import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrateUntil } from "./fixtures/migrate-until.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it("amounts that programs and connected systems told by another table of digits move, those of files stay", async () => {
  await migrateUntil(database, "0500");
  const ids = async (sql: string, ...values: unknown[]) =>
    (await database.queryAsAdmin<{ id: string }>(`${sql} returning id`, values))[0]?.id;
  const company = await ids("insert into companies (name, currency) values ('Acme', 'IDR')");
  for (const [source, currency] of [
    ["import", null],
    ["key", null],
    ["system", "JPY"],
    ["key", "IQD"],
  ] as const) {
    const teller = await ids(
      "insert into customer_tellers (company_id, source, told_at, label) values ($1, $2, now(), $3)",
      company,
      source,
      currency ?? "",
    );
    const name = `${source} ${currency ?? "own"}`;
    const customer = await ids(
      `insert into customers (company_id, external_id, currency, monthly_revenue_cents, lifetime_value_cents, created_teller)
       values ($1, $2, $3, 1000, null, $4)`,
      company,
      name,
      currency,
      teller,
    );
    const from = source === "import" ? "file" : "stripe";
    const subscription = await ids(
      `insert into subscriptions (company_id, customer_id, source, source_id, status, started_at, told_at)
       values ($1, $2, $3, $4, 1, now(), now())`,
      company,
      customer,
      from,
      name,
    );
    await database.queryAsAdmin(
      `insert into subscription_prices (company_id, subscription_id, from_at, currency, amount_minor, discount_minor, interval_unit, interval_count)
       values ($1, $2, now(), $3, 1000, 10, 'month', 1)`,
      [company, subscription, currency ?? "IDR"],
    );
    await database.queryAsAdmin(
      `insert into invoices (company_id, customer_id, source, source_id, kind, status, currency, amount_minor, paid_minor, refunded_minor, issued_at, told_at)
       values ($1, $2, $3, $4, 'invoice', 2, $5, 1000, 900, 1, now(), now())`,
      [company, customer, from, name, currency ?? "IDR"],
    );
  }
  await database.queryAsAdmin("delete from ledger_changes");
  await migrate(database.ownerConnectionString);
  const moved = await database.queryAsAdmin(
    `select c.external_id as who, c.monthly_revenue_cents::int as revenue, c.value_sources is null as told_by_same,
       p.amount_minor::int as price, p.discount_minor::int as discount, i.paid_minor::int as paid,
       exists (select from ledger_stale_customers t where t.customer_id = c.id) as stale,
       exists (select from ledger_changes t where t.customer_id = c.id) as marked
     from customers c join subscriptions s on s.customer_id = c.id
       join subscription_prices p on p.subscription_id = s.id join invoices i on i.customer_id = c.id
     order by 1`,
  );
  const as = (factor: number) => ({
    revenue: 1000 * factor,
    told_by_same: true,
    price: 1000 * factor,
    discount: 10 * factor,
    paid: 900 * factor,
    stale: factor !== 1,
    marked: factor !== 1,
  });
  expect(moved).toEqual([
    { who: "import own", ...as(1) },
    { who: "key IQD", ...as(1000) },
    { who: "key own", ...as(100) },
    { who: "system JPY", ...as(1) },
  ]);
});
