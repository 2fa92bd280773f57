import { integrationRoutes, paymentLinkRoutes, recoveryRoutes } from "@forestay/contracts";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "#config";
import { payInvoice } from "#modules/integrations/index.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { followLedgerJob } from "./follow-ledger.ts";
import { paymentLinkToken, readPaymentLink } from "./payment-link.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let peer: StripePeer;
let owner: SignedInUser;
let companyId: string;
let customer: string;

beforeAll(async () => {
  const clock = peerClock("2026-01-05T09:00:00Z");
  peer = await startStripe({ data: "empty", clock });
  const { data } = peer;
  data.account.settings.retryAfterDays = [];
  data.account.settings.afterRetries = "unpaid";
  const price = data.addMonthlyPrice(4900);
  customer = data.addCustomer({ name: "Ada", email: "ada@one.example" }).id;
  data.subscribe({ customer, items: [{ price: price.id }] });
  data.letCard(customer, "expired_card");
  clock.advance(32 * DAY_MS);
  data.bill();
  app = await createTestApp({
    ...readConfig({}),
    providers: providersWith({ stripe: { base: peer.url } }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(clock.now()));
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

const sync = async () => {
  await app.call(owner, integrationRoutes.sync, { params: { provider: "stripe" }, body: {} });
  await app.drainJobs();
  await app.runJob(followLedgerJob.company, { companyId });
};
const only = async () => (await app.call(owner, recoveryRoutes.cases, { query: {} })).body.items[0]!;

it("settles a failed payment by its link alone: the provider's page while it is open, thanks once it is paid, and the credit", async () => {
  const connected = await app.call(owner, integrationRoutes.connect, {
    params: { provider: "stripe" },
    body: { credential: peer.keys.collecting },
  });
  expect(connected.status).toBe(200);
  await sync();
  const failed = await only();
  expect(failed).toMatchObject({ class: "act", reason: "card_expired", amount: 49, nextStep: "new_card" });
  const params = { id: failed.id };
  const made = await app.call(owner, recoveryRoutes.link, { params });
  const token = new URL(made.body.url).searchParams.get("token") ?? "";
  const look = () => app.call(null, paymentLinkRoutes.look, { params: { token } });
  const open = () => app.call(null, paymentLinkRoutes.open, { params: { token } });
  expect((await look()).body).toMatchObject({ state: "open", amount: 49, currency: "USD" });
  // Nothing of the customer, its card or the reason is said to whoever holds the link.
  expect(JSON.stringify((await look()).body)).not.toMatch(/Ada|expired_card|cus_|in_/);
  expect((await open()).body).toMatchObject({ state: "open", url: expect.stringContaining(peer.url) });
  expect(await only()).toMatchObject({ status: "in_recovery" });

  // The customer puts another card in place there, and pays.
  peer.data.letCard(customer, null);
  await payInvoice(app.context, companyId, {
    source: "stripe",
    invoiceSourceId: failed.invoice,
    idempotencyKey: "by-the-customer",
  });
  // Paid there, not told here yet: the provider is asked at the moment of the press.
  expect((await open()).body).toEqual({ state: "settled", url: null });
  app.clock.advance(DAY_MS);
  await sync();
  expect(await only()).toMatchObject({ status: "recovered", recovered: 49, credit: "link" });
  expect((await look()).body).toMatchObject({ state: "settled" });
  expect((await app.call(owner, recoveryRoutes.link, { params })).body).toMatchObject({
    code: "invalid_state",
  });
});

it("is good for thirty days and one payment, and none that we did not sign is read", async () => {
  const keys = ["one secret key of thirty-two bytes."];
  const now = new Date("2026-06-01T00:00:00Z");
  const of = { companyId, caseId: companyId };
  const token = paymentLinkToken(keys, of, now);
  expect(readPaymentLink(keys, token)).toEqual({ ...of, expiresAt: new Date("2026-07-01T00:00:00Z") });
  expect(readPaymentLink(["newer", ...keys], token)).not.toBeNull();
  expect(readPaymentLink(["another"], token)).toBeNull();
  for (let at = 0; at < token.length - 1; at += 7) {
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    expect(readPaymentLink(keys, changed)).toBeNull();
  }
  const answer = await app.call(null, paymentLinkRoutes.look, { params: { token } });
  expect(answer.status).toBe(404);
});
