import { campaignRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { campaignBody } from "#testing/campaign-body.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { campaignCompany } from "../fixtures/campaign-company.ts";
import { followJob } from "../follow/follow-campaigns.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ appUrl: "https://app.test", rateLimitScale: 1000 });
});
afterAll(() => app.close());

it("customers who share an address are held out or written to together, and the address gets each message once", async () => {
  const company = await campaignCompany(app);
  const { companyId, owner } = company;
  const addPairs = (from: number, to: number, name: string) =>
    app.queryAsAdmin(
      `insert into customers (company_id, external_id, email, full_name, monthly_revenue_cents, currency, started_at)
       select $1, name || n, case name when 'a' then 'p' || n || '@example.test' else E' P' || n || E'@Example.test\\u00a0\\t' end, 'Ann ' || n, 10000, 'USD',
         '2025-01-01' from generate_series($2::int, $3::int) n, unnest($4::text[]) name`,
      [companyId, from, to, name.split(" ")],
    );
  await addPairs(1, 40, "a b");
  await addPairs(41, 60, "a");
  const seen = (name: string, at: string) =>
    app.queryAsAdmin(
      `update customers set last_seen_at = default, last_activity_at = $3, last_login_at = $3
       where company_id = $1 and external_id like $2`,
      [companyId, name, at],
    );
  const input = { holdoutShare: 0.5, trigger: { kind: "Silent" as const, days: 14 } };
  await seen("%", "2025-06-01");
  const { body } = await app.call(owner, campaignRoutes.preview, { body: campaignBody(input) });
  expect(body.checks).toContainEqual(
    expect.objectContaining({ key: "shared", state: "ok", title: "80 customers share 40 addresses" }),
  );
  // Of each pair one enters at the start, and the other once the first has been written to.
  await seen("b%", app.clock.now().toISOString());
  const id = await company.begin(input);
  const pairs = () =>
    app.queryAsAdmin<{ address: string; customers: number; arms: string[]; variants: string[] }>(
      `select lower(btrim(c.email, E' \\u00a0\\t')) as address, count(*)::int as customers, array_agg(distinct e.arm) as arms, array_agg(distinct e.variant) as variants
       from campaign_enrolments e join customers c on c.id = e.customer_id where e.campaign_id = $1 group by 1 order by 1`,
      [id],
    );
  expect(await pairs()).toHaveLength(60);
  await company.takeSteps();
  await seen("b%", "2025-06-01");
  app.clock.advance(11 * 60_000);
  await app.runJob(followJob.company, { companyId });
  const drawn = await pairs();
  expect(drawn.filter(({ customers }) => customers === 2)).toHaveLength(40);
  expect(drawn.filter(({ arms, variants }) => arms.length > 1 || variants.length > 1)).toEqual([]);
  expect(new Set(drawn.map(({ arms }) => arms[0]))).toEqual(new Set(["sent", "held"]));
  await company.takeSteps();
  await company.takeSteps();
  const written = await app.queryAsAdmin<{ address: string }>(
    "select lower(btrim(address, E' \\u00a0\\t')) as address from customer_messages where company_id = $1 order by 1",
    [companyId],
  );
  const sent = drawn.flatMap(({ address, arms }) => (arms[0] === "sent" ? [address] : []));
  expect(written.map(({ address }) => address)).toEqual(sent);
});
