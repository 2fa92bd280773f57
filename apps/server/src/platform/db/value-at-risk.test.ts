import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrateUntil } from "./fixtures/migrate-until.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it("what screens said is at risk with a customer stands beside its score, and nobody moves in or out of a segment", async () => {
  await migrateUntil(database, "0503");
  await database.queryAsAdmin(`
    with company as (insert into companies (name, currency) values ('Acme', 'USD') returning id),
    segment as (
      insert into segments (company_id, name, type, status, color, criteria, rule_changed_at)
        select id, 'All', 0, 1, 'teal', '[]', now() from company),
    analysis as (
      insert into churn_analyses (company_id, scope, include_recommendations, include_risk_factors, horizon_days, created_by)
        select id, 'Everybody', true, true, 90, 'Ann' from company returning company_id, id),
    who as (
      insert into customers (company_id, external_id, churn_risk_score, monthly_revenue_cents, lifetime_value_cents, score_analysis_id)
        select analysis.company_id, name, score, revenue, lifetime, analysis.id from analysis, (values
          ('scored', 30, 1000, null), ('of a run that is gone', 30, 1000, 7), ('by lifetime', 50, null, 901),
          ('of unknown value', 30, null, null), ('not scored', null, 1000, null)) v (name, score, revenue, lifetime)
        returning company_id, id, external_id, score_analysis_id)
    insert into churn_analysis_results (company_id, analysis_id, customer_id, probability, score, level, factors, recommendations, value_at_risk_cents)
      select company_id, score_analysis_id, id, 0.2951, 30, 1, '[]', '[]', 3541 from who where external_id = 'scored'`);
  await database.queryAsAdmin("delete from segment_stale_customers");
  await migrate(database.ownerConnectionString);
  expect(
    await database.queryAsAdmin(
      "select external_id as who, value_at_risk_cents::int as cents from customers order by 1",
    ),
  ).toEqual([
    { who: "by lifetime", cents: 451 },
    { who: "not scored", cents: null },
    { who: "of a run that is gone", cents: 3600 },
    { who: "of unknown value", cents: null },
    { who: "scored", cents: 3541 },
  ]);
  expect(await database.queryAsAdmin("select from segment_stale_customers")).toEqual([]);
  // The walls and the triggers stand again.
  expect(
    await database.queryAsAdmin(
      `select relname from pg_class where relname in ('customers', 'churn_analysis_results') and not relforcerowsecurity
       union select tgname from pg_trigger where tgrelid = 'customers'::regclass and tgenabled = 'D'`,
    ),
  ).toEqual([]);
});
