import { integrationRoutes } from "@forestay/contracts";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { CONNECTED_AT } from "#testing/connected-company.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { createCardLink, payInvoice, readCollecting, readOpenBill } from "./index.ts";

let app: TestApp;
let peer: StripePeer;
let owner: SignedInUser;
let companyId: string;
/** A bill whose first try failed, after which Stripe tries no more. */
let invoiceSourceId: string;
let customer: string;
const params = { provider: "stripe" as const };
const DAY_MS = 86_400_000;

beforeEach(async () => {
  const clock = peerClock(new Date(CONNECTED_AT.getTime() - 32 * DAY_MS));
  peer = await startStripe({ data: "empty", clock });
  const { data } = peer;
  data.account.settings.retryAfterDays = [];
  data.account.settings.afterRetries = "unpaid";
  const price = data.addMonthlyPrice(4900);
  customer = data.addCustomer({ name: "Ada", email: "ada@one.example" }).id;
  data.subscribe({ customer, items: [{ price: price.id }] });
  data.letCard(customer, "insufficient_funds");
  clock.advance(32 * DAY_MS);
  data.bill();
  invoiceSourceId = [...data.account.invoices.all()].find(({ status }) => status === "open")?.id ?? "";
  app = await createTestApp({
    ...readConfig({}),
    providers: providersWith({ stripe: { base: peer.url } }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(clock.now()));
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

const connect = (credential = peer.keys.collecting) =>
  app.call(owner, integrationRoutes.connect, { params, body: { credential } });
const bill = () => ({ source: "stripe", invoiceSourceId });
const pay = (idempotencyKey: string) => payInvoice(app.context, companyId, { ...bill(), idempotencyKey });
const read = () => readOpenBill(app.context, companyId, bill());
const payCalls = () =>
  peer.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/pay")).length;
const tries = () => [...peer.data.account.charges.all()].length;

it("tries a bill once a key: a decline comes again as it was, a card that is accepted pays, and a paid one is left alone", async () => {
  await connect();
  expect(await read()).toMatchObject({
    status: "open",
    remainingMinor: 4900,
    currency: "USD",
    nextAttemptAt: null,
    isChargedAutomatically: true,
    isDisputed: false,
    hostedUrl: expect.stringContaining(peer.url),
  });
  const before = tries();
  const declined = {
    outcome: "declined",
    decline: { code: "card_declined", declineCode: "insufficient_funds", adviceCode: "try_again_later" },
  };
  expect(await pay("rec:1:1")).toMatchObject({ ...declined, isReplay: false });
  peer.data.letCard(customer, null);
  // The card would be accepted now: the same try still has the answer that it had.
  expect(await pay("rec:1:1")).toMatchObject({ ...declined, isReplay: true });
  expect(tries()).toBe(before + 1);
  expect(await pay("rec:1:2")).toEqual({ outcome: "paid", paidMinor: 4900, currency: "USD" });
  const calls = payCalls();
  expect(await pay("rec:1:3")).toEqual({ outcome: "not_tried", reason: "paid", nextAttemptAt: null });
  expect(payCalls()).toBe(calls);
  expect(
    await createCardLink(app.context, companyId, { ...bill(), returnUrl: "http://a.test", isTried: true }),
  ).toEqual({ kind: "settled", status: "paid" });
});

it("says that a key was used for something else, and that a bank wants the customer to confirm", async () => {
  await connect();
  peer.fault({
    match: "POST /v1/invoices/*/pay",
    status: 400,
    body: {
      error: { type: "idempotency_error", message: "Keys for idempotent requests can only be used once." },
    },
  });
  expect(await pay("rec:1:1")).toMatchObject({ outcome: "not_tried", reason: "key_used" });
  peer.data.letCard(customer, "authentication_required");
  expect(await pay("rec:1:2")).toMatchObject({
    outcome: "needs_confirmation",
    hostedUrl: expect.stringContaining(peer.url),
  });
});

it("leaves a bill alone that Stripe tries itself, that was sent, given up, disputed or is not there", async () => {
  await connect();
  const invoice = peer.data.account.invoices.get(invoiceSourceId);
  if (!invoice) throw new Error("There is no bill");
  const next = peer.clock.seconds() + 86_400;
  invoice.next_payment_attempt = next;
  expect(await pay("rec:1:1")).toEqual({
    outcome: "not_tried",
    reason: "provider_retries",
    nextAttemptAt: new Date(next * 1000).toISOString(),
  });
  invoice.next_payment_attempt = null;
  invoice.collection_method = "send_invoice";
  expect(await pay("rec:1:1")).toMatchObject({ reason: "sent_to_customer", nextAttemptAt: null });
  invoice.collection_method = "charge_automatically";
  for (const status of ["void", "uncollectible"] as const) {
    invoice.status = status;
    expect(await pay("rec:1:1")).toMatchObject({ outcome: "not_tried", reason: status });
  }
  expect(payCalls()).toBe(0);
  expect(
    await payInvoice(app.context, companyId, {
      source: "stripe",
      invoiceSourceId: "in_none",
      idempotencyKey: "x",
    }),
  ).toMatchObject({ reason: "gone" });
  expect(
    await payInvoice(app.context, companyId, { source: "file", invoiceSourceId, idempotencyKey: "x" }),
  ).toMatchObject({ reason: "not_connected" });
  // Its first bill was paid; the cardholder's bank takes that back.
  const paid = [...peer.data.account.invoices.all()].find(({ status }) => status === "paid");
  const charge = [...peer.data.account.charges.all()].find(({ paid: isPaid }) => isPaid);
  peer.data.dispute(charge?.id ?? "");
  expect(
    await readOpenBill(app.context, companyId, { source: "stripe", invoiceSourceId: paid?.id ?? "" }),
  ).toMatchObject({ status: "paid", isDisputed: true });
});

it("does a try once although its answer was lost, and says when to come back where Stripe is busy or down", async () => {
  await connect();
  peer.data.letCard(customer, null);
  peer.fault({ match: "POST /v1/invoices/*/pay", dropSocket: "after" });
  const before = tries();
  expect(await pay("rec:1:1")).toMatchObject({ outcome: "paid", paidMinor: 4900 });
  expect(tries()).toBe(before + 1);
  peer.fault({
    match: "GET /v1/invoices/*",
    status: 429,
    headers: { "retry-after": "3600" },
    body: { error: { type: "invalid_request_error", code: "rate_limit", message: "Too many" } },
    times: 10,
  });
  expect(await pay("rec:1:2")).toMatchObject({ outcome: "unavailable", retryAfterMs: 3_600_000 });
  expect(await read()).toMatchObject({ kind: "unavailable", retryAfterMs: 3_600_000 });
});

it("makes a link to another card where somebody tries it, else to the bill's own page", async () => {
  await connect();
  const link = (isTried = true, isConfirmed = false) =>
    createCardLink(app.context, companyId, { ...bill(), returnUrl: "http://a.test", isTried, isConfirmed });
  const portal = { kind: "portal", url: expect.stringContaining(`${peer.url}/p/session/`) };
  const hosted = { kind: "hosted", url: expect.stringContaining(`${peer.url}/i/`) };
  expect(await link()).toMatchObject(portal);
  // Nobody tries any more: with another card alone the bill would stay open.
  expect(await link(false)).toMatchObject(hosted);
  const open = peer.data.account.invoices.get(invoiceSourceId)!;
  open.next_payment_attempt = peer.data.account.now() + 86_400;
  expect(await link(false)).toMatchObject(portal);
  // Whoever tries it, the bank wants its customer: another card helps nobody.
  expect(await link(true, true)).toMatchObject(hosted);
  expect(await link(false, true)).toMatchObject(hosted);
  peer.fault({
    match: "POST /v1/billing_portal/sessions",
    status: 400,
    body: {
      error: {
        type: "invalid_request_error",
        message:
          "You can't create a portal session in live mode until you save your customer portal settings.",
      },
    },
  });
  expect(await link()).toMatchObject(hosted);
});

it("knows whether its key may pay bills without paying one, and moves no money as a restored copy", async () => {
  const may = async () => (await readCollecting(app.context, companyId))[0]?.mayCollect;
  expect(await readCollecting(app.context, companyId)).toEqual([]);
  await connect(peer.keys.restricted);
  const events = [...peer.data.account.events.all()].length;
  expect(await may()).toBe(false);
  expect(await pay("rec:1:1")).toMatchObject({ outcome: "not_tried", reason: "not_permitted" });
  await connect();
  expect(await may()).toBe(true);
  expect([...peer.data.account.events.all()]).toHaveLength(events);
  const outgoingHold = { releaseCode: "c0ffee00", backupMadeAt: "2026-11-22T12:00:00.000Z" };
  const copy = { ...app.context, config: { ...app.context.config, outgoingHold } };
  expect(await payInvoice(copy, companyId, { ...bill(), idempotencyKey: "rec:1:1" })).toMatchObject({
    outcome: "not_tried",
    reason: "held",
  });
});
