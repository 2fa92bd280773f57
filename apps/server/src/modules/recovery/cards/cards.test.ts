import {
  customerMailRoutes,
  defaultRecoveryPolicy,
  integrationRoutes,
  paymentLinkRoutes,
  recoveryCardRoutes,
  recoveryPolicyRoutes,
  recoveryWorkRoutes,
  sendingSettingsInput,
} from "@forestay/contracts";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { sendJob } from "#modules/customer-mail/index.ts";
import { readChargedCard } from "#modules/integrations/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { followLedgerJob } from "../follow-ledger.ts";
import { cardsJob } from "./cards-job.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
let peer: StripePeer;
let clock: ReturnType<typeof peerClock>;
let owner: CompanyUser;
let companyId: string;
let ada: string;

/** Two cards that end in June, and payments on July 10: Ada's, and Bo's of a network that renews it. Cy's is good for years. */
beforeEach(async () => {
  clock = peerClock(new Date("2026-06-10T10:00:00Z"));
  peer = await startStripe({ data: "empty", clock });
  const { data } = peer;
  data.account.settings.retryAfterDays = [];
  data.account.settings.afterRetries = "unpaid";
  const price = data.addMonthlyPrice(4900);
  const comes = (name: string, card: { exp_month: number; exp_year: number; country: string }) => {
    const { id } = data.addCustomer({ name, email: `${name.toLowerCase()}@one.example` });
    data.editCard(id, card);
    data.subscribe({ customer: id, items: [{ price: price.id }] });
    return id;
  };
  ada = comes("Ada", { exp_month: 6, exp_year: 2026, country: "DE" });
  comes("Bo", { exp_month: 6, exp_year: 2026, country: "US" });
  comes("Cy", { exp_month: 6, exp_year: 2029, country: "DE" });
  app = await createTestApp({
    ...readConfig({}),
    appUrl: "https://app.test",
    providers: providersWith({ stripe: { base: peer.url } }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(clock.now()));
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
  await app.call(owner, integrationRoutes.connect, {
    params: { provider: "stripe" },
    body: { credential: peer.keys.collecting },
  });
  await sync();
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

const sync = async () => {
  await app.call(owner, integrationRoutes.sync, { params: { provider: "stripe" }, body: {} });
  await app.drainJobs();
  await app.runJob(followLedgerJob.company, { companyId });
};
const sends = (controlPercent: number) =>
  app.call(owner, recoveryWorkRoutes.saveSettings, {
    body: { sends: true, retries: "observe", controlPercent, providerHasStopped: false },
  });
/** What happens within the hour of that moment. */
const hour = async (time: string) => {
  clock.advance(Date.parse(time) - clock.now());
  app.clock.set(new Date(time));
  await app.runJob(cardsJob.company, { companyId });
  await app.runJob(sendJob.company, { companyId });
};
const cards = async (state: "open" | "closed" = "open") =>
  (await app.call(owner, recoveryCardRoutes.list, { query: { state } })).body;
const mails = () =>
  app.queryAsAdmin<{ subject: string; text: string }>(
    "select subject, plain_text as text from mails where company_id = $1 order by created_at, id",
    [companyId],
  );
const tokenOf = (mail: { text: string } | undefined) =>
  /https:\/\/app\.test\/pay\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
const of = async (name: string, state: "open" | "closed" = "open") =>
  (await cards(state)).items.find(({ customer }) => customer.name === name);

it("finds cards that end before their next payment, asks once for each message, and stops with another card in place", async () => {
  await hour("2026-06-11T10:00:00Z");
  const found = await cards();
  expect(found.items.map(({ customer, heldBy }) => [customer.name, heldBy]).toSorted()).toEqual([
    ["Ada", "not_sending"],
    ["Bo", "renews_itself"],
  ]);
  expect(found).toMatchObject({ hasSource: true, problem: null, summary: { open: 2, toAsk: 1, renewed: 1 } });
  expect(await of("Ada")).toMatchObject({ endsOn: "2026-06-30", chargesAt: "2026-07-10T10:00:00.000Z" });
  await sends(0);
  // Not by night on the company's clock; then the message of 30 days before, which is due already, once.
  await hour("2026-06-12T03:00:00Z");
  expect(await mails()).toEqual([]);
  await hour("2026-06-12T10:00:00Z");
  await hour("2026-06-12T11:00:00Z");
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Your card for Test company ends soon");
  expect(mail?.text).toContain(
    "(Visa ending in 4242) is good until June 30, 2026, and the next payment is on July 10, 2026",
  );
  expect(await of("Ada")).toMatchObject({ messages: 1, nextMessageAt: "2026-07-03T10:00:00.000Z" });

  // The link needs no sign-in, and says nothing of the card or whose it is.
  const token = tokenOf(mail);
  const seen = await app.call(null, paymentLinkRoutes.look, { params: { token } });
  expect(seen.body).toEqual({
    kind: "card",
    state: "open",
    companyName: "Test company",
    amount: null,
    currency: null,
  });
  const opened = await app.call(null, paymentLinkRoutes.open, { params: { token } });
  expect(opened.body).toMatchObject({ state: "open", url: expect.stringContaining(peer.url) });
  expect((await of("Ada"))?.linkOpenedAt).not.toBeNull();
  const saved = await fetch(opened.body.url ?? "", {
    method: "POST",
    body: new URLSearchParams({ card: "pm_card_visa" }),
    redirect: "manual",
  });
  expect(saved.status).toBeLessThan(400);
  // Cards were read within the day; the one that is to be written about is asked for again.
  await hour("2026-07-03T08:00:00Z");
  await hour("2026-07-03T10:30:00Z");
  expect(await mails()).toHaveLength(1);
  expect(await of("Ada", "closed")).toMatchObject({ outcome: "replaced", messages: 1 });
  expect((await app.call(null, paymentLinkRoutes.open, { params: { token } })).body).toEqual({
    state: "settled",
    url: null,
  });
});

it("asks the system at the moment of writing, keeps to the cap of messages, and says what became of the payment", async () => {
  await sends(0);
  await app.call(owner, customerMailRoutes.updateSettings, {
    body: { ...(await sendingSettings()), capMessages: 1, capDays: 30 },
  });
  await hour("2026-06-12T10:00:00Z");
  expect(await mails()).toHaveLength(1);
  // The second one would be the second in thirty days.
  await hour("2026-07-03T12:00:00Z");
  await hour("2026-07-09T12:00:00Z");
  expect(await mails()).toHaveLength(1);
  peer.data.letCard(ada, "expired_card");
  clock.advance(DAY_MS);
  peer.data.bill();
  app.clock.set(new Date(clock.now()));
  await sync();
  await hour("2026-07-13T12:00:00Z");
  expect(await of("Ada", "closed")).toMatchObject({ outcome: "failed" });
  // Another card is still needed: the link is not told to be done with.
  const token = tokenOf((await mails())[0]);
  expect((await app.call(null, paymentLinkRoutes.look, { params: { token } })).body.state).toBe("open");
  expect(await of("Bo", "closed")).toMatchObject({ outcome: "charged" });
  const { effect, summary } = await cards();
  expect(summary).toMatchObject({ open: 0 });
  expect(effect).toMatchObject({ asked: { customers: 1, failed: 1 }, notAsked: { customers: 0 } });
  expect(effect.words).toContain("Everybody is asked");
  // The same card is not asked about again, whatever is charged with it later.
  await hour("2026-07-20T12:00:00Z");
  expect(await mails()).toHaveLength(1);
});

it("writes to nobody whose card was replaced since it was read, or who has a newer one on file, or whom nobody charges any more", async () => {
  await hour("2026-06-12T08:00:00Z");
  expect((await cards()).summary.open).toBe(2);
  await sends(0);
  peer.data.changeCard(ada, "pm_card_mastercard");
  await hour("2026-06-12T10:00:00Z");
  expect(await mails()).toEqual([]);
  expect(await of("Ada", "closed")).toMatchObject({ outcome: "replaced", messages: 0 });
  const [bo] = peer.data.account.subscriptions.all().filter(({ customer }) => customer !== ada);
  peer.data.cancel(bo!.id, "at_period_end");
  await hour("2026-06-13T10:00:00Z");
  expect(await of("Bo", "closed")).toMatchObject({ outcome: "ended" });
});

it("asks nobody by a policy that was saved before there were such messages, and refuses what they cannot say", async () => {
  const { cardMessages, asksRenewedCards: _, ...before } = defaultRecoveryPolicy;
  const saved = await app.call(owner, recoveryPolicyRoutes.save, { body: before });
  expect(saved.body.draft?.policy).toMatchObject({ cardMessages: [], asksRenewedCards: false });
  await app.call(owner, recoveryPolicyRoutes.use);
  await sends(5);
  await hour("2026-06-12T10:00:00Z");
  expect(await of("Ada")).toMatchObject({ heldBy: "no_messages", nextMessageAt: null });
  expect(await mails()).toEqual([]);
  const [message] = cardMessages;
  const refused = await app.call(owner, recoveryCardRoutes.preview, {
    body: { message: { subject: "{{amount}} soon", body: message!.body } },
  });
  expect(refused.status).toBe(400);
  const shown = await app.call(owner, recoveryCardRoutes.preview, { body: { message: message! } });
  expect(shown.body).toMatchObject({ customerName: "Ada", to: "ada@one.example", missing: [] });
  expect(shown.body.text).toContain("Visa ending in 4242");
});

/** As Stripe refuses what a key may not do. */
const forbidden = {
  status: 403,
  body: {
    error: { type: "invalid_request_error", message: "The provided key does not have the permissions" },
  },
};

it("writes to nobody who would be led to a page that does not open, and says what the key lacks", async () => {
  await sends(0);
  const portal = peer.fault({ match: "POST /v1/billing_portal/sessions", ...forbidden, times: 9 });
  await hour("2026-06-12T10:00:00Z");
  expect(await mails()).toEqual([]);
  expect(await of("Ada")).toMatchObject({ heldBy: "no_page", messages: 0, nextMessageAt: null });
  portal.cancel();
  const cardsOf = peer.fault({ match: "GET /v1/subscriptions", ...forbidden });
  await hour("2026-06-13T10:00:00Z");
  expect(cardsOf.met).toBe(1);
  expect((await cards()).problem).toContain("Read on PaymentMethods");
  expect(await mails()).toEqual([]);
  await hour("2026-06-13T11:00:00Z");
  expect(await mails()).toHaveLength(1);
  expect(await of("Ada")).toMatchObject({ heldBy: null, messages: 1 });
});

it("asks once about a card that pays several subscriptions, before the first payment", async () => {
  await sends(0);
  clock.advance(DAY_MS);
  const [first] = peer.data.account.subscriptions.all().filter(({ customer }) => customer === ada);
  peer.data.subscribe({ customer: ada, items: [{ price: first!.items.data[0]!.price.id }] });
  app.clock.set(new Date(clock.now()));
  await sync();
  await hour("2026-06-12T10:00:00Z");
  await hour("2026-06-12T11:00:00Z");
  expect(await mails()).toHaveLength(1);
  const ofAda = async () => (await cards()).items.filter(({ customer }) => customer.name === "Ada");
  expect((await ofAda()).map(({ heldBy, messages }) => [heldBy, messages])).toEqual([
    [null, 1],
    ["with_other", 0],
  ]);
  expect((await cards()).summary.toAsk).toBe(0);
  // The first one pays nothing any more: the other is asked about, five days after the last mail.
  peer.data.cancel(first!.id, "at_period_end");
  await hour("2026-06-13T10:00:00Z");
  expect(await ofAda()).toMatchObject([
    { heldBy: null, messages: 0, nextMessageAt: "2026-06-17T10:00:00.000Z" },
  ]);
  await hour("2026-06-17T09:00:00Z");
  expect(await mails()).toHaveLength(1);
  await hour("2026-06-17T11:00:00Z");
  expect(await mails()).toHaveLength(2);
});

it("has the time of a large account, and its calls end with the run", async () => {
  expect(cardsJob.company.expireInSeconds).toBe(12 * 3600);
  const [one] = peer.data.account.subscriptions.all();
  const ref = { source: "stripe", subscriptionId: one!.id };
  const asked = (signal: AbortSignal) => readChargedCard(app.context, companyId, ref, signal);
  expect(await asked(new AbortController().signal)).toMatchObject({ subscriptionId: one!.id });
  expect(await asked(AbortSignal.abort())).toMatchObject({ kind: "unavailable" });
});

const sendingSettings = async () => {
  const { body } = await app.call(owner, customerMailRoutes.getSettings, {});
  return sendingSettingsInput.strip().parse(body);
};
