import { billingRoutes, integrationRoutes } from "@forestay/contracts";
import { SubscriptionStatus } from "@forestay/contracts/vocabulary";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import type { SignedInUser } from "#platform/http/actor.ts";

let app: TestApp;
let peer: StripePeer;
let owner: SignedInUser;
let customer: string;
const params = { provider: "stripe" as const };
const DAY_MS = 86_400_000;
const START = new Date("2025-01-10T00:00:00Z");

/** An account whose past begins a year ago, and a server that comes to it later. */
beforeEach(async () => {
  peer = await startStripe({ data: "empty", clock: peerClock(START) });
  customer = peer.data.addCustomer({ name: "Ada", email: "ada@one.example" }).id;
  app = await createTestApp({
    ...readConfig({}),
    providers: providersWith({ stripe: { base: peer.url } }),
    rateLimitScale: 1000,
  });
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

const price = (
  name: string,
  unitAmount: number,
  more: { metered?: boolean; taxBehavior?: "exclusive" | "inclusive" } = {},
) =>
  peer.data.addPrice({
    product: peer.data.addProduct(name).id,
    currency: "usd",
    unit_amount: unitAmount,
    interval: "month",
    ...more,
  }).id;
/** Time passes there; a bill that fell due is made on its day. */
function days(count: number): void {
  for (let day = 0; day < count; day++) {
    peer.clock.advance(DAY_MS);
    peer.data.bill();
  }
}
async function sync(): Promise<void> {
  peer.clock.advance(60_000);
  app.clock.set(new Date(peer.clock.now()));
  const { status } = await app.call(owner, integrationRoutes.sync, { params, body: { all: true } });
  expect(status).toBe(202);
  await app.drainJobs();
}
async function connect(): Promise<void> {
  app.clock.set(new Date(peer.clock.now()));
  owner = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
  await app.call(owner, integrationRoutes.connect, { params, body: { credential: peer.keys.restricted } });
  await sync();
}
/** What it charged, as days since the beginning, amount and units. */
const prices = async () =>
  (
    await app.queryAsAdmin<{ at: Date; minor: string; estimated: boolean | null; plan: string }>(
      `select from_at as at, amount_minor as minor, is_estimated as estimated, plan from subscription_prices order by from_at`,
    )
  ).map(({ at, minor, estimated, plan }) => [
    Math.round((at.getTime() - START.getTime()) / DAY_MS),
    Number(minor),
    estimated === true,
    plan,
  ]);
const known = async () =>
  (
    await app.queryAsAdmin<{ id: string; mrr: number; status: number }>(
      "select id, monthly_revenue_cents::int as mrr, subscription_status as status from customers",
    )
  )[0];

it("counts no tax as revenue, whether prices include it or it comes on top", async () => {
  const sell = (name: string, taxBehavior: "exclusive" | "inclusive") =>
    peer.data.subscribe({
      customer,
      items: [{ price: price(name, 12_000, { taxBehavior }), quantity: 2 }],
      automaticTax: true,
    });
  sell("With", "inclusive");
  sell("Without", "exclusive");
  days(3);
  await connect();
  expect((await prices()).map(([, minor, , plan]) => [plan, minor]).toSorted()).toEqual([
    ["With", 20_000],
    ["Without", 24_000],
  ]);
  expect((await known())?.mrr).toBe(44_000);
  // What is asked for and paid holds its tax.
  const bills = await app.queryAsAdmin<{ minor: string }>(
    "select amount_minor as minor from invoices order by amount_minor",
  );
  expect(bills.map(({ minor }) => Number(minor))).toEqual([24_000, 28_800]);
});

it("takes the mean of three months for what is billed by use, says that it is one, and since when it was what", async () => {
  const { id, items } = peer.data.subscribe({
    customer,
    items: [{ price: price("Calls", 1, { metered: true }) }],
  });
  const [item] = items.data;
  for (const units of [1000, 2000, 3000, 7000]) {
    peer.data.use(item?.id ?? "", units);
    days(31);
  }
  const bills = [...peer.data.account.invoices.all()].filter(
    ({ billing_reason }) => billing_reason === "subscription_cycle",
  );
  expect(bills.map(({ total }) => total)).toEqual([1000, 2000, 3000, 7000]);
  await connect();
  expect(await known()).toMatchObject({ mrr: 4000 });
  const said = await prices();
  expect(said.map(([, minor]) => minor)).toEqual([0, 1000, 1500, 2000, 4000]);
  expect(said.every(([, , estimated]) => estimated)).toBe(true);
  const { body } = await app.call(owner, billingRoutes.get, { params: { id: (await known())?.id ?? "" } });
  expect(body.charges).toMatchObject([{ amount: 40, plan: "Calls", isEstimated: true }]);
  await sync();
  expect(await prices()).toEqual(said);
  // Seats are charged ahead, and use on top of them.
  peer.data.changePlan(id, { add: price("Seats", 500), quantity: 4 });
  days(1);
  await sync();
  expect(await known()).toMatchObject({ mrr: 6000 });
});

it("knows what was charged between two bills of several items: one changed, one added, one gone", async () => {
  const [seats, extra, support] = [price("Seats", 1000), price("Seats plus", 1500), price("Support", 300)];
  const { id, items } = peer.data.subscribe({
    customer,
    items: [
      { price: seats, quantity: 10 },
      { price: support, quantity: 1 },
    ],
  });
  days(10);
  peer.data.changePlan(id, { item: items.data[0]?.id ?? "", price: extra });
  days(5);
  peer.data.changePlan(id, { add: price("Audit", 700) });
  days(5);
  peer.data.changePlan(id, { remove: items.data[1]?.id ?? "" });
  days(20);
  await connect();
  expect(await prices()).toEqual([
    [0, 10_300, false, "Seats"],
    [10, 15_300, false, "Seats plus"],
    [15, 16_000, false, "Seats plus"],
    [20, 15_700, false, "Seats plus"],
    // The bill of the next term says the same.
    [31, 15_700, false, "Seats plus"],
  ]);
  expect(await known()).toMatchObject({ mrr: 15_700 });
  const said = await prices();
  await sync();
  expect(await prices()).toEqual(said);
});

it("charges nothing in a trial and while collection is paused, and what it is after both", async () => {
  const { id } = peer.data.subscribe({ customer, items: [{ price: price("Team", 4900) }], trialDays: 14 });
  days(3);
  await connect();
  expect(await known()).toMatchObject({ mrr: 0, status: SubscriptionStatus.Active });
  days(14);
  await sync();
  expect(await known()).toMatchObject({ mrr: 4900, status: SubscriptionStatus.Active });
  peer.data.pauseCollection(id, "void");
  days(1);
  await sync();
  expect(await known()).toMatchObject({ mrr: 0, status: SubscriptionStatus.Paused });
  peer.data.pauseCollection(id, null);
  days(1);
  await sync();
  expect(await known()).toMatchObject({ mrr: 4900, status: SubscriptionStatus.Active });
});

it("keeps that a payment was disputed until it is decided, and what a card's refusal said to do", async () => {
  peer.data.subscribe({ customer, items: [{ price: price("Team", 4900) }] });
  const [charge] = [...peer.data.account.charges.all()];
  days(2);
  const dispute = peer.data.dispute(charge?.id ?? "");
  peer.data.letCard(customer, "lost_card");
  days(30);
  await connect();
  const tries = () =>
    app.queryAsAdmin(
      `select succeeded, dispute_state, disputed_at = to_timestamp(${dispute.created}) as is_its_day, advice_code, card_brand, card_key is not null as has_card
       from payment_attempts order by attempted_at limit 2`,
    );
  const first = { succeeded: true, is_its_day: true, advice_code: null, card_brand: "visa", has_card: true };
  const second = { succeeded: false, dispute_state: null, is_its_day: null, advice_code: "do_not_try_again" };
  expect(await tries()).toMatchObject([{ ...first, dispute_state: "open" }, second]);
  peer.data.closeDispute(dispute.id, "won");
  peer.clock.advance(60 * 60_000);
  app.clock.set(new Date(peer.clock.now()));
  // As a change that is told: the event is of the dispute, what is read is the payment.
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  await app.drainJobs();
  expect(await tries()).toMatchObject([{ ...first, dispute_state: "won" }, second]);
});
