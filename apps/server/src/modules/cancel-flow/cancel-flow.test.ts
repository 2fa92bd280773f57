import {
  cancelFlowRoutes,
  cancelSessionRoutes,
  defaultCancelFlow,
  insightsRoutes,
  type CancelSeen,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { subscriptionLinesOf, writeLedger, type LedgerInputs } from "#modules/ledger/index.ts";
import { metricsModule } from "#modules/metrics/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
let companyId: string;
let staff: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ appUrl: "https://app.test", rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date("2026-03-02T10:00:00Z"));
  companyId = (await buildCompany(app.db)).id;
  staff = (await buildUser(app.db, companyId, "Staff")).actor;
  await app.queryAsAdmin(
    `insert into customers (company_id, external_id, full_name, subscription_status)
     select $1, 'C-' || n, 'Customer ' || n, 1 from generate_series(1, 4) n`,
    [companyId],
  );
});

const save = (flow = { ...defaultCancelFlow, isOn: true }) =>
  app.call(staff, cancelFlowRoutes.save, { body: flow });
const start = async (externalId: string, returnUrl: string | null = null) =>
  app.call(staff, cancelFlowRoutes.start, { body: { externalId, returnUrl } });
const open = async (externalId: string, returnUrl: string | null = null) => {
  const { token, id } = (await start(externalId, returnUrl)).body;
  const params = { token };
  return {
    id,
    token,
    look: async (): Promise<CancelSeen> => (await app.call(null, cancelSessionRoutes.look, { params })).body,
    say: (reasonId: string, words = "") =>
      app.call(null, cancelSessionRoutes.say, { params, body: { reasonId, words } }),
    decide: (decision: "accept" | "cancel" | "keep") =>
      app.call(null, cancelSessionRoutes.decide, { params, body: { decision } }),
  };
};

it("asks why, offers what fits, and cancels at any step by one call; what was decided waits for the company", async () => {
  expect((await start("C-1")).body).toMatchObject({ code: "invalid_state" });
  await save();
  expect((await start("nobody")).status).toBe(404);
  const first = await open("C-1", "https://shop.test/account?tab=plan");
  expect(await first.look()).toMatchObject({
    state: "open",
    companyName: "Test company",
    reasonId: null,
    offer: null,
    outcome: null,
    returnUrl: null,
  });
  expect(JSON.stringify(await first.look())).not.toContain("Customer 1");
  expect((await first.decide("accept")).body).toMatchObject({ message: "Nothing was offered." });
  expect((await first.say("no-reason")).status).toBe(400);
  expect((await first.say("price", "Too much for us")).body).toMatchObject({
    reasonId: "price",
    offer: { kind: "discount", percent: 25, months: 3 },
  });
  // Somebody changes their mind.
  expect((await first.say("use")).body).toMatchObject({ offer: { kind: "pause", months: 2 } });
  expect((await first.decide("accept")).body).toMatchObject({
    state: "decided",
    outcome: "accepted",
    returnUrl: "https://shop.test/account?tab=plan&outcome=accepted",
  });
  expect((await first.decide("accept")).status).toBe(200);
  expect((await first.decide("cancel")).body).toMatchObject({ message: "This is decided already." });

  const second = await open("C-2");
  expect((await second.decide("cancel")).body).toMatchObject({ outcome: "canceled", reasonId: null });
  const waiting = (await app.call(staff, cancelFlowRoutes.sessions, { query: {} })).body.items;
  expect(waiting.map(({ customer, outcome }) => [customer.externalId, outcome]).toSorted()).toEqual([
    ["C-1", "accepted"],
    ["C-2", "canceled"],
  ]);
  const settle = (id: string, endsOn: string | null) =>
    app.call(staff, cancelFlowRoutes.settle, { params: { id }, body: { endsOn } });
  expect((await settle(second.id, null)).body).toMatchObject({
    fields: { endsOn: "Say on which day it ends" },
  });
  expect((await settle(second.id, "2026-03-31")).body).toMatchObject({ endsOn: "2026-03-31" });
  expect((await settle(second.id, "2026-03-31")).body).toMatchObject({ code: "invalid_state" });
  // A label that models learn from.
  expect(
    await app.queryAsAdmin(
      "select ended_at::date::text as day from customers where company_id = $1 and external_id = 'C-2'",
      [companyId],
    ),
  ).toEqual([{ day: "2026-03-31" }]);
  expect((await settle(first.id, null)).status).toBe(200);
  expect((await app.call(staff, cancelFlowRoutes.sessions, { query: {} })).body.totalCount).toBe(0);
});

it("judges an offer by who is still there 90 days after taking it, and counts reasons", async () => {
  await save();
  for (const name of ["C-1", "C-2", "C-3"]) {
    const one = await open(name);
    await one.say("price");
    await one.decide(name === "C-3" ? "cancel" : "accept");
  }
  await open("C-4");
  const results = async () => (await app.call(staff, cancelFlowRoutes.results)).body;
  expect(await results()).toMatchObject({
    started: 4,
    decided: 3,
    canceled: 1,
    offers: [{ words: "25% off for 3 months", shown: 3, accepted: 2, measured: 0, retained: 0 }],
    reasons: [{ label: "It is too expensive", said: 3, accepted: 2, canceled: 1 }],
  });
  await app.queryAsAdmin(
    "update customers set subscription_status = 2 where company_id = $1 and external_id = 'C-2'",
    [companyId],
  );
  app.clock.set(new Date("2026-06-02T10:00:00Z"));
  expect((await results()).offers).toEqual([
    { words: "25% off for 3 months", shown: 3, accepted: 2, measured: 2, retained: 1, stillThere: 0 },
  ]);
  // C-1 leaves long after: on the ninetieth day they were there.
  await app.queryAsAdmin(
    "update customers set subscription_status = 2, ended_at = '2026-06-20' where company_id = $1 and external_id = 'C-1'",
    [companyId],
  );
  app.clock.set(new Date("2026-07-01T10:00:00Z"));
  const late = await open("C-3");
  await late.say("price");
  await late.decide("accept");
  expect((await results()).offers).toEqual([
    { words: "25% off for 3 months", shown: 4, accepted: 3, measured: 2, retained: 1, stillThere: 1 },
  ]);
});

it("tells insights why they left: in their own words, before what the provider says, with the MRR that is lost", async () => {
  await save();
  const now = app.clock.now();
  const ends = { endedAt: "2026-03-31T00:00:00Z", endedBy: "voluntary" as const };
  const sold = (name: string, amountMinor: number, more: Partial<LedgerInputs["subscriptions"]> = {}) => ({
    customer: { externalId: name },
    sourceId: name,
    startedAt: "2026-01-10T00:00:00Z",
    price: { plan: "Pro", currency: "USD", amountMinor, every: { unit: "month" as const, count: 1 } },
    priceFrom: "2026-01-10T00:00:00Z",
    ...more,
  });
  await withTenantClient(app.db, companyId, ({ client }) =>
    writeLedger(
      client,
      companyId,
      "subscriptions",
      [
        sold("C-1", 10_000, { ...ends, endReason: "other" }),
        sold("C-2", 5000, { ...ends, endReason: "Closed down" }),
        sold("C-3", 3000, { endedAt: "2026-03-31T00:00:00Z", endedBy: "involuntary" }),
        sold("C-4", 2000),
      ],
      { source: "file", toldAt: now, now, unknownCustomers: "reject" },
    ),
  );
  const keepRollups = metricsModule.jobs!.find(({ name }) => name === "metrics.keep-rollups-company")!;
  await app.runJob(keepRollups, { companyId });
  for (const [name, words] of [
    ["C-1", "Too much for us,\nsadly"],
    ["C-3", "Never paid"],
    ["C-4", "Not yet"],
  ] as const) {
    const one = await open(name);
    await one.say("price", words);
    await one.decide("cancel");
  }
  const undecided = await open("C-2");
  await undecided.say("price", "Too dear");
  await undecided.decide("cancel");
  // Who stayed after all has not said why they left later.
  app.clock.set(new Date("2026-03-02T12:00:00Z"));
  await (await open("C-2")).decide("keep");
  app.clock.set(new Date("2026-04-15T10:00:00Z"));
  await app.runJob(keepRollups, { companyId });
  const { body } = await app.call(staff, insightsRoutes.reasons, { query: {} });
  expect(body.total).toEqual({
    voluntary: { customers: 2, mrr: 150 },
    involuntary: { customers: 1, mrr: 30 },
    unknown: { customers: 0, mrr: 0 },
  });
  expect(body.themes.map(({ label, mrr, quotes }) => [label, mrr, quotes.map(({ words }) => words)])).toEqual(
    [
      ["Too expensive", 100, ["It is too expensive: Too much for us, sadly"]],
      ["Closed down, merged or sold", 50, ["Closed down"]],
    ],
  );
});

it("tells why the subscription ended that ended next, and of none that ends later", async () => {
  await save();
  const one = await open("C-1");
  await one.say("price", "Too much");
  await one.decide("cancel");
  const now = new Date("2026-12-01T00:00:00Z");
  const sold = (sourceId: string, endedAt: string | null): LedgerInputs["subscriptions"] => ({
    customer: { externalId: "C-1" },
    sourceId,
    startedAt: "2026-01-10T00:00:00Z",
    endedAt,
    endReason: endedAt === null ? null : `Said of ${sourceId}`,
    price: { plan: sourceId, currency: "USD", amountMinor: 100, every: { unit: "month", count: 1 } },
  });
  const lines = await withTenantClient(app.db, companyId, async ({ client }) => {
    const rows = [
      sold("past", "2026-02-20T00:00:00Z"),
      sold("next", "2026-03-31T00:00:00Z"),
      sold("later", "2026-10-31T00:00:00Z"),
      sold("runs", null),
    ];
    await writeLedger(client, companyId, "subscriptions", rows, {
      source: "file",
      toldAt: now,
      now,
      unknownCustomers: "reject",
    });
    return (await subscriptionLinesOf(client, companyId, { limit: 10 })).flatMap((each) => each.lines);
  });
  expect(Object.fromEntries(lines.map(({ plan, endReason }) => [plan, endReason]))).toEqual({
    past: "Said of past",
    next: "It is too expensive: Too much",
    later: "Said of later",
    runs: null,
  });
});

it("is good for a day and this customer alone, and for nobody whose link we did not sign", async () => {
  await save();
  const one = await open("C-1");
  const wrong = await app.call(null, cancelSessionRoutes.look, { params: { token: "x".repeat(72) } });
  expect(wrong.status).toBe(404);
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  expect((await one.look()).state).toBe("expired");
  expect((await one.decide("cancel")).body).toMatchObject({ code: "invalid_state" });
  app.clock.set(new Date("2026-03-02T11:00:00Z"));
  await save({ ...defaultCancelFlow, isOn: false });
  expect((await one.look()).state).toBe("off");
  // Who is in the middle of it can still cancel.
  expect((await one.decide("cancel")).body).toMatchObject({ outcome: "canceled" });
});

it("is drawn by pages of other sites: they may ask and read the three calls of its link, and nothing else", async () => {
  await save();
  const { token } = await open("C-1");
  const from = { origin: "https://shop.example", "access-control-request-headers": "content-type" };
  for (const [method, step] of [
    ["GET", ""],
    ["POST", "/reason"],
    ["POST", "/decide"],
  ] as const) {
    const url = `/api/cancel-sessions/${token}${step}`;
    const asked = await app.inject({
      method: "OPTIONS",
      url,
      headers: { ...from, "access-control-request-method": method },
    });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": method,
      "access-control-allow-headers": expect.stringContaining("content-type"),
    });
    expect(asked.headers["access-control-allow-credentials"]).toBeUndefined();
  }
  const said = await app.inject({
    method: "POST",
    url: `/api/cancel-sessions/${token}/reason`,
    headers: { origin: "https://shop.example", "sec-fetch-site": "cross-site" },
    payload: { reasonId: "price", words: "" },
  });
  expect([said.statusCode, said.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  const begun = await app.inject({
    method: "OPTIONS",
    url: "/api/cancel-flow/sessions",
    headers: { ...from, "access-control-request-method": "POST" },
  });
  expect(begun.headers["access-control-allow-origin"]).toBeUndefined();
});
