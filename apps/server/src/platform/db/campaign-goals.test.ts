import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { migrateUntil } from "./fixtures/migrate-until.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

it("who reached a campaign's goal before it was written down when has reached it since the last step taken", async () => {
  await migrateUntil(database, "0580");
  await database.queryAsAdmin(`
    with company as (insert into companies (name, currency) values ('Acme', 'USD') returning id),
    campaign as (
      insert into campaigns (company_id, name, status, started_at, said, trigger, assignment_key, created_by, created_at)
        select id, 'Check-in', 'Active', timestamptz '2026-03-01', '{}', 'Manual', '\\x00', 'Ann', '2026-03-01' from company returning company_id, id),
    enrolled as (
      insert into campaign_enrolments (company_id, campaign_id, version, arm, variant, state, step, entered_at, measured_at)
        select company_id, id, 1, 'sent', 'A', v.state, v.step, '2026-03-01', '2026-04-01' from campaign, (values
          ('goal', 0), ('goal', 2), ('done', 3), ('goal', 31)) v (state, step)
      returning company_id, campaign_id, id, state, step)
    insert into campaign_step_runs (company_id, enrolment_id, step_id, campaign_id, kind, at)
      select company_id, id, 's' || n, campaign_id, 'email', timestamptz '2026-03-02' + n * interval '1 day'
      from enrolled, generate_series(1, enrolled.step) n`);
  await migrate(database.ownerConnectionString);
  expect(
    await database.queryAsAdmin("select step, goal_at, erased_at from campaign_enrolments order by step"),
  ).toEqual([
    { step: 0, goal_at: new Date("2026-03-01T00:00:00Z"), erased_at: null },
    { step: 2, goal_at: new Date("2026-03-04T00:00:00Z"), erased_at: null },
    { step: 3, goal_at: null, erased_at: null },
    // The measured days were over.
    { step: 31, goal_at: null, erased_at: null },
  ]);
  expect(await database.queryAsAdmin("select counts_goals_alike from campaigns")).toEqual([
    { counts_goals_alike: false },
  ]);
});
