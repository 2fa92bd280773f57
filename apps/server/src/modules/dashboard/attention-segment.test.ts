import { dashboardRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepSegment, riskJob } from "#modules/metrics/index.ts";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";

const MEMBERS = 230;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

it("who of a large segment needs attention first is read of those who did when its figures were kept, with what they put at risk now", async () => {
  const { companyId, owner } = await buildWorld(app);
  await addCustomers(
    app,
    companyId,
    Array.from({ length: MEMBERS + 20 }, (_, n) => ({
      externalId: `C-${String(n).padStart(3, "0")}`,
      monthlyRevenueCents: n < MEMBERS ? 100 * (n + 1) : 1_000_000,
    })),
  );
  await app.queryAsAdmin(
    `update customers set churn_risk_score = 50, churn_probability = 0.5, churn_risk_level = 3, score_source = 'model', scored_at = $2
     where company_id = $1`,
    [companyId, app.clock.now()],
  );
  await app.queryAsAdmin(
    `insert into customer_totals (company_id, customer_count, version, last_scored_at) values ($1, $2, 1000, $3)
     on conflict (company_id) do update set version = 1000, last_scored_at = excluded.last_scored_at`,
    [companyId, MEMBERS + 20, app.clock.now()],
  );
  await app.runForCompanies(riskJob);
  const created = new Date(app.clock.now().getTime() - 60_000);
  const [{ id: segment } = { id: "" }] = await app.queryAsAdmin<{ id: string }>(
    `insert into segments (company_id, name, type, status, color, criteria, rule_changed_at, members_as_of)
     values ($1, 'The smaller ones', 0, 1, 'teal', '[]', $2, $2) returning id`,
    [companyId, created],
  );
  await app.queryAsAdmin(
    `insert into segment_members (company_id, segment_id, customer_id, since)
     select $1, $2, id, now() from customers where company_id = $1 and monthly_revenue_cents < 1000000`,
    [companyId, segment],
  );
  const names = async () =>
    (await app.call(owner, dashboardRoutes.attention, { query: { segment } })).body.items.map(
      ({ mrr }) => mrr,
    );
  const largest = Array.from({ length: 10 }, (_, n) => MEMBERS - n);
  expect(await names()).toEqual(largest);
  await keepSegment(app.db, companyId, segment, app.clock.now());
  expect(await names()).toEqual(largest);

  const { items } = (await app.call(owner, dashboardRoutes.attention, { query: { segment } })).body;
  const risk = (mrr: number, change: string) =>
    app.queryAsAdmin(`update risk_values set ${change} where company_id = $1 and mrr_minor = $2`, [
      companyId,
      mrr * 100,
    ]);
  // The first puts less at risk now, another kept one more; of one that was none of the first 200 it is seen with the next figures.
  await risk(MEMBERS, "at_risk_minor = 0");
  await risk(MEMBERS - 50, "at_risk_minor = 5000000");
  await risk(1, "at_risk_minor = 6000000");
  // Whoever is no member any more, or marked, is not on the list.
  await app.queryAsAdmin("delete from segment_members where segment_id = $1 and customer_id = $2", [
    segment,
    items[1]!.customerId,
  ]);
  await app.call(owner, dashboardRoutes.mark, {
    params: { id: items[2]!.customerId },
    body: { kind: "done", note: "" },
  });
  const now = [MEMBERS - 50, ...largest.slice(3), MEMBERS - 10, MEMBERS - 11];
  expect(await names()).toEqual(now);
  const after = [1, ...now.slice(0, 9)];
  // Nor are they read where they were kept some hours ago, or by another rule than today's.
  app.clock.advance(3 * 3_600_000);
  expect(await names()).toEqual(after);
  app.clock.advance(-3 * 3_600_000);
  expect(await names()).toEqual(now);
  await app.queryAsAdmin("update segments set rule_changed_at = $2 where id = $1", [
    segment,
    app.clock.now(),
  ]);
  expect(await names()).toEqual(after);
  await app.queryAsAdmin("update segments set rule_changed_at = $2 where id = $1", [segment, created]);
  // Where too few of them are left the others are looked for.
  await app.queryAsAdmin(
    `delete from risk_values where customer_id in (select customer_id from segment_first_risks where segment_id = $1)
     and mrr_minor > 3500`,
    [segment],
  );
  const [first, ...rest] = await names();
  expect([first, rest.length]).toEqual([1, 9]);
});
