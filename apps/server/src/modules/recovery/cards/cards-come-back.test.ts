import {
  customerMailRoutes,
  integrationRoutes,
  recoveryCardRoutes,
  recoveryWorkRoutes,
} from "@forestay/contracts";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { sendJob } from "#modules/customer-mail/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { readProvider } from "../fixtures/read-provider.ts";
import { cardsJob } from "./cards-job.ts";

const params = { provider: "stripe" as const };

let app: TestApp;
let peer: StripePeer;
let clock: ReturnType<typeof peerClock>;
let owner: CompanyUser;
let companyId: string;
let ada: string;
let subscription: string;

/** A card that ends in June, and a payment on July 10; everybody is asked. */
beforeEach(async () => {
  clock = peerClock(new Date("2026-06-10T10:00:00Z"));
  peer = await startStripe({ data: "empty", clock });
  const { data } = peer;
  data.account.settings.retryAfterDays = [];
  data.account.settings.afterRetries = "unpaid";
  const product = data.addProduct("Base").id;
  const price = data.addPrice({ product, currency: "usd", unit_amount: 4900, interval: "month" }).id;
  ada = data.addCustomer({ name: "Ada", email: "ada@one.example" }).id;
  data.editCard(ada, { exp_month: 6, exp_year: 2026, country: "DE" });
  subscription = data.subscribe({ customer: ada, items: [{ price }] }).id;
  app = await createTestApp({
    ...readConfig({}),
    appUrl: "https://app.test",
    providers: providersWith({ stripe: { base: peer.url } }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(clock.now()));
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
  await connect();
  await app.call(owner, recoveryWorkRoutes.saveSettings, {
    body: { sends: true, retries: "observe", controlPercent: 0, providerHasStopped: false },
  });
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

const connect = async () => {
  await app.call(owner, integrationRoutes.connect, { params, body: { credential: peer.keys.collecting } });
  await sync();
};
const sync = () => readProvider(app, owner);
const pass = (time: string) => {
  clock.advance(Date.parse(time) - clock.now());
  app.clock.set(new Date(time));
};
const look = () => app.runJob(cardsJob.company, { companyId });
const send = () => app.runJob(sendJob.company, { companyId });
const hour = async (time: string) => {
  pass(time);
  await look();
  await send();
};
const cards = async (state: "open" | "closed" = "open") =>
  (await app.call(owner, recoveryCardRoutes.list, { query: { state } })).body;
const mails = async () =>
  (await app.queryAsAdmin("select 1 from mails where company_id = $1", [companyId])).length;

it("goes on asking who canceled and came back, and asks nobody twice about one payment", async () => {
  await hour("2026-06-12T10:00:00Z");
  expect(await mails()).toBe(1);
  peer.data.cancel(subscription, "at_period_end");
  await hour("2026-06-13T10:00:00Z");
  expect((await cards("closed")).items).toMatchObject([{ outcome: "ended", messages: 1 }]);
  peer.data.account.subscriptions.get(subscription)!.cancel_at_period_end = false;
  await hour("2026-06-14T10:00:00Z");
  expect((await cards("closed")).items).toEqual([]);
  expect((await cards()).items).toMatchObject([
    { outcome: null, closedAt: null, messages: 1, nextMessageAt: "2026-07-03T10:00:00.000Z" },
  ]);
  expect(await mails()).toBe(1);
  await hour("2026-07-03T10:30:00Z");
  expect(await mails()).toBe(2);
});

it("does not ask again after its system was disconnected and connected, and says meanwhile that nobody knows", async () => {
  await hour("2026-06-12T10:00:00Z");
  await app.call(owner, integrationRoutes.disconnect, { params, body: {} });
  await hour("2026-06-13T10:00:00Z");
  expect((await cards("closed")).items).toMatchObject([{ outcome: "unknown", messages: 1 }]);
  await connect();
  await hour("2026-06-14T10:00:00Z");
  expect((await cards()).items).toMatchObject([{ messages: 1, nextMessageAt: "2026-07-03T10:00:00.000Z" }]);
  expect(await mails()).toBe(1);
});

it("says nothing of a payment before its system has answered since", async () => {
  await hour("2026-06-12T10:00:00Z");
  peer.data.letCard(ada, "expired_card");
  pass("2026-07-10T12:00:00Z");
  peer.data.bill();
  const down = peer.fault({
    match: "GET /v1/subscriptions",
    status: 500,
    body: { error: { type: "api_error", message: "Down" } },
    times: 1000,
  });
  await hour("2026-07-13T12:00:00Z");
  expect((await cards()).items).toMatchObject([{ outcome: null }]);
  down.cancel();
  await sync();
  await hour("2026-07-13T13:00:00Z");
  expect((await cards("closed")).items).toMatchObject([{ outcome: "failed" }]);
});

it("asks again on the day on which a message could not leave in its time", async () => {
  pass("2026-06-12T08:00:00Z");
  await look();
  pass("2026-06-12T14:30:00Z");
  await send();
  await look();
  expect((await cards()).items).toMatchObject([{ messages: 1 }]);
  await send();
  expect(await mails()).toBe(1);
  await hour("2026-06-12T16:00:00Z");
  expect((await cards()).items).toMatchObject([{ messages: 1 }]);
  expect(await mails()).toBe(1);
});

it("counts no message as asked that could not leave in its time, and nobody as to be asked who is not written to", async () => {
  pass("2026-06-12T10:00:00Z");
  await look();
  expect((await cards()).summary).toMatchObject({ asked: 1, toAsk: 0 });
  pass("2026-06-12T18:00:00Z");
  await send();
  expect(await mails()).toBe(0);
  pass("2026-06-13T03:00:00Z");
  await look();
  expect((await cards()).summary).toMatchObject({ asked: 0, toAsk: 1 });
  await hour("2026-06-13T10:00:00Z");
  expect(await mails()).toBe(1);
  expect((await cards()).items).toMatchObject([{ messages: 1 }]);

  const late = peer.data.addCustomer({ name: "Bo", email: "bo@one.example" }).id;
  peer.data.editCard(late, { exp_month: 6, exp_year: 2026, country: "DE" });
  const price = peer.data.account.subscriptions.get(subscription)!.items.data[0]!.price.id;
  peer.data.subscribe({ customer: late, items: [{ price }] });
  await sync();
  // Found by night, when nobody is written to.
  pass("2026-06-14T06:30:00Z");
  await look();
  expect((await cards()).summary).toMatchObject({ open: 2, toAsk: 1 });
  await app.call(owner, customerMailRoutes.suppress, { body: { address: "Bo@one.example" } });
  expect((await cards()).summary).toMatchObject({ open: 2, toAsk: 0 });
});
