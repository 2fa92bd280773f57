import { campaignRoutes } from "@forestay/contracts";
import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { withSystem } from "#platform/db/transaction.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { campaignCompany } from "../fixtures/campaign-company.ts";

const WAITING = 5000;
/** Of the application to its database in a test. */
const CONNECTIONS = 8;
const HOUR_MS = 3_600_000;

let app: TestApp;
afterEach(() => app.close());

it("a step that is due is found without reading through all that waits in a paused campaign", async () => {
  app = await createTestApp({ appUrl: "https://app.test", rateLimitScale: 1000 });
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  const company = await campaignCompany(app);
  await company.addCustomers(3);
  const begin = (name: string) =>
    company.begin({
      name,
      holdoutShare: 0,
      leavesOutOthers: false,
      steps: [
        { id: "wait1", kind: "wait", name: "Wait", hours: 2, untilEvent: null },
        { id: "task1", kind: "task", name: "Call them", dueInDays: null },
      ],
    });
  const paused = await begin("Paused");
  await company.takeSteps();
  expect((await app.call(company.owner, campaignRoutes.pause, { params: { id: paused } })).status).toBe(200);
  await begin("Runs");
  await company.takeSteps();
  await company.addCustomers(WAITING, 100);
  await app.queryAsAdmin(
    `insert into campaign_enrolments (company_id, campaign_id, customer_id, version, arm, variant, state, step, due_at, entered_at, measured_at)
     select company_id, $2, id, 1, 'sent', 'A', 'running', 0, $3::timestamptz, $3, $3::timestamptz + interval '60 days'
     from customers where company_id = $1 and external_id not in ('c0', 'c1', 'c2')`,
    [company.companyId, paused, app.clock.now()],
  );
  await app.queryAsAdmin("analyze campaign_enrolments, campaigns, customers");

  app.clock.advance(3 * HOUR_MS);
  const before = await rowsRead();
  await company.takeSteps();
  const [tasks] = await app.queryAsAdmin<{ count: number }>("select count(*)::int as count from tasks");
  expect(tasks?.count).toBe(3);
  expect((await rowsRead()) - before).toBeLessThan(WAITING / 10);
});

/** Rows of enrolments that statements have read so far, thrown away or not, as the server counts them. */
async function rowsRead(): Promise<number> {
  // Counts are handed in at most once a second unless the connection that made them says otherwise: each of the application's does.
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      withSystem(app.db, (tx) => sql`select pg_stat_force_next_flush(), pg_sleep(.05)`.execute(tx)),
    ),
  );
  const [row] = await app.queryAsAdmin<{ read: number }>(
    "select sum(idx_tup_fetch + seq_tup_read)::float8 as read from pg_stat_user_tables where relname = 'campaign_enrolments'",
  );
  return row?.read ?? Number.NaN;
}
