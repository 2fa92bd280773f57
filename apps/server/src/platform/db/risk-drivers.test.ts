import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrateUntil } from "./fixtures/migrate-until.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it("reasons that do not say what they put at risk are not shown until they are counted anew, which is due at once", async () => {
  await migrateUntil(database, "0595");
  await database.queryAsAdmin(`
    with company as (insert into companies (name, currency) values ('Acme', 'USD') returning id),
    state as (
      insert into rollup_states (company_id, time_zone, kept_at, customers_version, countries_version)
        select id, 'UTC', now(), 7, 7 from company)
    insert into risk_days (company_id, day, currency, plan, customers, mrr_minor, value_minor, at_risk_minor, horizon_days, reasons, as_of)
      select id, '2026-06-01', 'USD', '', '{1,0,0,2}', '{1,0,0,2}', '{1,0,0,2}', '{1,0,0,2}', 90,
        '[{"label": "Fewer logins", "customers": 2}]', now() from company`);
  await migrate(database.ownerConnectionString);
  expect(await database.queryAsAdmin("select reasons, by_lifetime, of_unknown_value from risk_days")).toEqual(
    [{ reasons: [], by_lifetime: 0, of_unknown_value: 0 }],
  );
  expect(
    await database.queryAsAdmin(
      "select customers_version::int as customers, countries_version::int as countries from rollup_states",
    ),
  ).toEqual([{ customers: -1, countries: -1 }]);
  // The walls stand again.
  expect(
    await database.queryAsAdmin(
      "select relname from pg_class where relname in ('risk_days', 'rollup_states') and not relforcerowsecurity",
    ),
  ).toEqual([]);
});
