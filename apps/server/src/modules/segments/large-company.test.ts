import { segmentRoutes, type CriteriaNode } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { upsertCustomerBatch } from "#modules/customers/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildWorld } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { followSegments } from "./follow-segments.ts";

/** Of a company that says it has sixty thousand these are the ones drawn: two fifths of them are looked at first. */
const DRAWN = 600;
const SAID = 60_000;
const isFirst = (index: number) => index % 5 < 2;
/** 160 of the 240 first, half of the 360 others. */
const isPro = (index: number) => (isFirst(index) ? index % 3 !== 2 : index % 2 === 0);
const idOf = (index: number) => `c-${String(index).padStart(4, "0")}`;

let app: TestApp;
let companyId: string;
let owner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ companyId, owner } = await buildWorld(app));
  await withTenantClient(app.db, companyId, ({ client }) =>
    upsertCustomerBatch(
      client,
      companyId,
      Array.from({ length: DRAWN }, (_, index) => ({
        externalId: idOf(index),
        plan: isPro(index) ? "Pro" : "Basic",
        monthlyRevenueCents: isFirst(index) ? 10_000 : 1000,
      })),
    ),
  );
  await app.queryAsAdmin(
    `insert into segment_samples (company_id, customer_id, place)
     select company_id, id, case when right(external_id, 4)::int % 5 < 2 then 0.1 else 0.9 end from customers where company_id = $1`,
    [companyId],
  );
  await say(SAID);
});

const say = (customers: number) =>
  app.queryAsAdmin("update customer_totals set customer_count = $2 where company_id = $1", [
    companyId,
    customers,
  ]);
const onPlan = (plan: string): CriteriaNode => ({ field: "plan", operator: "In", value: [plan] });
const preview = async (...criteria: CriteriaNode[]) =>
  (await app.call(owner, segmentRoutes.preview, { body: { criteria } })).body;
const margin = (share: number, looked: number) =>
  Math.ceil(1.959_964 * Math.sqrt((share * (1 - share)) / looked) * SAID);

it("looks at the first part of those drawn where it holds enough of whom a rule chooses", async () => {
  expect(await preview(onPlan("Pro"))).toMatchObject({
    isExact: false,
    figures: { customerCount: (160 / 240) * SAID, averageRevenue: 100 },
    margin: margin(160 / 240, 240),
    narrowing: [{ customerCount: (160 / 240) * SAID }],
    everyone: { customerCount: SAID, averageRevenue: 100 },
  });
});

it("looks at all that are drawn where the first part holds few, each of them once", async () => {
  const basic = 80 + 180;
  for (const [index, atRisk] of [
    [5, 500],
    [3, 900],
    [11, 700],
    [13, 100],
  ] as const)
    await app.queryAsAdmin(
      `insert into risk_values (company_id, customer_id, currency, plan, level, probability, mrr_minor, value_minor, at_risk_minor)
       select company_id, id, 'USD', plan, 2, 0.5, 0, 0, $3 from customers where company_id = $1 and external_id = $2`,
      [companyId, idOf(index), atRisk],
    );
  const { status, body: made } = await app.call(owner, segmentRoutes.create, {
    body: { ...segmentBody, name: "Basic", criteria: [onPlan("Basic")] },
  });
  expect(status, JSON.stringify(made)).toBe(201);
  await followSegments(app.jobContext, companyId, {
    now: app.clock.now(),
    signal: new AbortController().signal,
  });
  const body = await preview({ field: "plan", operator: "NotIn", value: ["Pro"] });
  expect(body).toMatchObject({
    isExact: false,
    figures: { customerCount: (basic / DRAWN) * SAID, averageRevenue: (80 * 100 + 180 * 10) / basic },
    margin: margin(basic / DRAWN, DRAWN),
    narrowing: [{ customerCount: (basic / DRAWN) * SAID }],
    warnings: ["Nearly the same customers as 'Basic': 100% of both are in both."],
  });
  // The most at risk first, whichever part they are of.
  const ids = await app.queryAsAdmin<{ id: string; external_id: string }>(
    "select id, external_id from customers where company_id = $1",
    [companyId],
  );
  const named = new Map(ids.map((row) => [row.id, row.external_id]));
  expect(body.sample.slice(0, 4).map(({ id }) => named.get(id))).toEqual([3, 11, 5, 13].map(idOf));
});

it("keeps everybody's averages for half a minute in the list, and counts as of now", async () => {
  const everyone = async () => (await app.call(owner, segmentRoutes.list, { query: {} })).body.everyone;
  expect(await everyone()).toMatchObject({ customerCount: SAID, averageRevenue: 100 });
  await app.queryAsAdmin("update customers set monthly_revenue_cents = 4000 where company_id = $1", [
    companyId,
  ]);
  await say(SAID + 1);
  expect(await everyone()).toMatchObject({ customerCount: SAID + 1, averageRevenue: 100 });
  app.clock.advance(30_000);
  expect(await everyone()).toMatchObject({ customerCount: SAID + 1, averageRevenue: 40 });
});
