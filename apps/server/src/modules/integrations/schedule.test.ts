import { integrationRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { nextSyncAt } from "./next-sync.ts";
import { retentionJob } from "./schedule.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("asks each company at a minute of its own, never within half a period, and by hand only where that was chosen", () => {
  const now = new Date("2026-11-24T12:00:00Z");
  const minutes = Array.from(
    { length: 50 },
    (_, n) => nextSyncAt(`company ${n}`, "Hourly", now)?.getTime() ?? 0,
  );
  for (const at of minutes) {
    expect(at - now.getTime()).toBeGreaterThanOrEqual(30 * 60_000);
    expect(at - now.getTime()).toBeLessThanOrEqual(90 * 60_000);
  }
  expect(new Set(minutes).size).toBe(50);
  expect(nextSyncAt("company", "Manual", now)).toBeNull();
});

it("forgets runs after 90 days and what it was told of after 30, and nothing that waits or goes on", async () => {
  const { id } = await buildCompany(app.db);
  const owner = (await buildUser(app.db, id, "Owner")).actor;
  await app.queryAsAdmin(
    `insert into integrations (company_id, provider, status, account_id, account_name, is_test_mode, is_sandbox, credential,
       credential_hint, frequency, connected_by, connected_at)
     values ($1, 'stripe', 'Connected', 'acct', 'Acct', false, false, '', 'abcd', 'Daily', 'Ann', $2)`,
    [id, app.clock.now()],
  );
  const ago = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);
  for (const [status, days] of [
    ["done", 91],
    ["failed", 89],
    ["running", 200],
  ] as const)
    await app.queryAsAdmin(
      `insert into integration_runs (company_id, provider, kind, started_by, status, follows_from, started_at, ended_at)
       values ($1, 'stripe', 'changes', 'schedule', $2, $3, $3, $4)`,
      [id, status, ago(days), status === "running" ? null : ago(days)],
    );
  await app.queryAsAdmin(
    `insert into integration_inbox (company_id, provider, event_id, object, source_id, occurred_at, received_at, handled_at)
     select $1, 'stripe', 'evt_' || n, 'customers', 'cus_1', $2, $2, case when n <= 1500 then $3::timestamptz when n <= 1510 then $4 end
     from generate_series(1, 1520) n`,
    [id, ago(40), ago(31), ago(29)],
  );
  await app.runForCompanies(retentionJob);
  const { body } = await app.call(owner, integrationRoutes.runs, { params: { provider: "stripe" } });
  expect(body.items.map(({ status }) => status).toSorted()).toEqual(["failed", "running"]);
  expect(await app.queryAsAdmin("select count(*)::int as n from integration_inbox")).toEqual([{ n: 20 }]);
});
