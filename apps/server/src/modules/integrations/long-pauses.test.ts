import { integrationRoutes, notificationRoutes } from "@forestay/contracts";
import {
  startHubSpot,
  startSalesforce,
  startStripe,
  type HubSpotPeer,
  type SalesforcePeer,
  type StripePeer,
} from "@forestay/provider-sandboxes";
import { afterEach, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { followSoon } from "./follow-news.ts";
import { keepChange } from "./inbox.ts";
import { scheduleJob } from "./schedule.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let company: Connected<HubSpotPeer | SalesforcePeer | StripePeer>;
afterEach(() => company.close());

const begin = async <P extends HubSpotPeer | SalesforcePeer | StripePeer>(
  ...way: Parameters<typeof connectedCompany<P>>
): Promise<Connected<P>> => {
  const connected = await connectedCompany<P>(...way);
  company = connected;
  return connected;
};
const stripe = () =>
  begin<StripePeer>("stripe", (options) =>
    startStripe({ ...options, data: { customers: 20, invoices: 20 } }),
  );

/** What the schedule does now. */
async function schedule(): Promise<void> {
  await company.app.runForCompanies(scheduleJob);
  await company.app.drainJobs({ ignoreRunAt: true });
}
const row = async () =>
  (
    await company.rows<{ status: string; next: Date | null; last_error: string | null }>(
      "select status, next_sync_at as next, last_error from integrations",
    )
  )[0];
const now = () => company.app.clock.now().getTime();

it.each(["Hourly", "Manual"] as const)(
  "leaves Stripe alone as long as it asks to, and goes on by itself then: %s",
  async (frequency) => {
    const { peer, owner, params, app } = await stripe();
    const body = { frequency, excludedObjects: [], version: await company.version() };
    await app.call(owner, integrationRoutes.change, { params, body });
    const busy = peer.fault({
      match: "GET /v1/invoices",
      status: 429,
      headers: { "retry-after": "7200" },
      body: { error: { type: "invalid_request_error", code: "rate_limit", message: "Slow down." } },
      times: 1,
    });
    await company.sync();
    expect(busy.met).toBe(1);
    expect((await company.runs())[0]).toMatchObject({
      status: "failed",
      error: "Stripe asks us to slow down.",
    });
    expect((await row())?.next?.getTime()).toBe(now() + 2 * HOUR);
    const asked = () => peer.requests.filter(({ path }) => !path.includes("oauth")).length;
    const before = asked();
    for (let minute = 0; minute < 119; minute += 17) {
      company.pass(17 * MINUTE);
      await schedule();
    }
    expect(asked()).toBe(before);
    company.pass(2 * MINUTE);
    await schedule();
    expect((await company.runs())[0]).toMatchObject({ status: "done" });
    expect(await row()).toMatchObject({ status: "Connected", last_error: null });
  },
  120_000,
);

it("goes on after an outage of six hours, of which somebody hears once", async () => {
  const { peer, app, owner } = await stripe();
  const down = peer.fault({ match: /GET \/v1\//, status: 503, times: 100_000 });
  await company.sync();
  for (let hour = 0; hour < 6; hour++) {
    company.pass(90 * MINUTE);
    await schedule();
  }
  expect(await row()).toMatchObject({ status: "Error", last_error: "Stripe does not answer." });
  const { body } = await app.call(owner, notificationRoutes.list);
  expect(body.notifications.filter(({ title }) => title.includes("Stripe"))).toHaveLength(1);
  down.cancel();
  company.pass(90 * MINUTE);
  await schedule();
  expect(await row()).toMatchObject({ status: "Connected", last_error: null });
  expect((await company.runs())[0]).toMatchObject({ status: "done" });
}, 240_000);

it("asks again after an hour or so where HubSpot's calls of the day are used up", async () => {
  const { peer } = await begin<HubSpotPeer>("hubspot", startHubSpot);
  const daily = peer.fault({
    match: /GET \/crm\/objects/,
    status: 429,
    body: { category: "RATE_LIMITS", policyName: "DAILY", message: "You have reached your daily limit." },
    times: 100,
  });
  await company.sync();
  const pause = ((await row())?.next?.getTime() ?? 0) - now();
  expect(pause).toBeGreaterThanOrEqual(HOUR);
  expect(pause).toBeLessThanOrEqual(1.5 * HOUR);
  const { met } = daily;
  company.pass((await row())?.next ? Math.max(0, ((await row())?.next?.getTime() ?? 0) - now() - MINUTE) : 0);
  await schedule();
  expect(daily.met).toBe(met);
  daily.cancel();
  company.pass(2 * MINUTE);
  await schedule();
  expect((await company.runs())[0]).toMatchObject({ status: "done" });
}, 120_000);

it("asks again after an hour or so where Salesforce's calls of the day are", async () => {
  const { peer } = await begin<SalesforcePeer>("salesforce", startSalesforce);
  const used = peer.fault({
    match: /GET \/services\/data\/v64.0\/query/,
    status: 403,
    body: [{ errorCode: "REQUEST_LIMIT_EXCEEDED", message: "TotalRequests Limit exceeded." }],
    times: 100,
  });
  await company.sync();
  expect(used.met).toBe(1);
  const pause = ((await row())?.next?.getTime() ?? 0) - now();
  expect(pause).toBeGreaterThanOrEqual(HOUR);
  expect(pause).toBeLessThanOrEqual(1.5 * HOUR);
}, 120_000);

it("counts no pause that was asked for as a failure, and takes none for longer than a day", async () => {
  const { peer } = await stripe();
  const busy = peer.fault({
    match: /GET \/v1\//,
    status: 503,
    headers: { "retry-after": "99999999999" },
    times: 100_000,
  });
  for (let day = 0; day < 7; day++) {
    await company.sync();
    expect(await row()).toMatchObject({ status: "Connected" });
    expect((await row())?.next?.getTime()).toBe(now() + 24 * HOUR);
    company.pass(25 * HOUR);
  }
  expect(await company.rows("select failures_in_a_row as n from integrations")).toEqual([{ n: 0 }]);
  busy.cancel();
}, 120_000);

it("asks nothing for news while Stripe asks to be left alone, and takes it in when that is over", async () => {
  const { peer, app, companyId } = await stripe();
  await company.sync();
  const [one] = await company.rows<{ source_id: string }>(
    "select source_id from customer_links order by source_id limit 1",
  );
  const news = async (id: string) => {
    await withTenant(app.db, companyId, async (tx) => {
      const change = {
        eventId: id,
        object: "customers",
        sourceId: one!.source_id,
        occurredAt: new Date(now()),
      };
      await keepChange(tx, companyId, "stripe", change, new Date(now()));
      await followSoon(tx, app.jobs, companyId, "stripe");
    });
    await app.drainJobs({ ignoreRunAt: true });
  };
  const waiting = () => company.rows("select 1 from integration_inbox where handled_at is null");
  const busy = peer.fault({
    match: /GET \/v1\/customers/,
    status: 429,
    headers: { "retry-after": "1800" },
    body: { error: { type: "invalid_request_error", code: "rate_limit", message: "Slow down." } },
    times: 1,
  });
  // Who is told first finds it out, and whoever is told then asks nothing.
  await news("evt_first");
  expect(busy.met).toBe(1);
  const before = peer.requests.length;
  company.pass(20 * MINUTE);
  await news("evt_second");
  await schedule();
  expect(peer.requests).toHaveLength(before);
  expect(await waiting()).toHaveLength(2);
  company.pass(11 * MINUTE);
  await schedule();
  expect(await waiting()).toEqual([]);
  expect(peer.requests.length).toBeGreaterThan(before);
  expect(await row()).toMatchObject({ status: "Connected" });
}, 120_000);
