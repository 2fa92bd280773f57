import {
  campaignRoutes,
  integrationRoutes,
  recoveryWorkRoutes,
  type CampaignTriggerInput,
} from "@forestay/contracts";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { recoveryModule } from "#modules/recovery/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { campaignBody } from "#testing/campaign-body.ts";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { followJob, takeStepsJob } from "./index.ts";

let app: TestApp;
let peer: StripePeer;
let clock: ReturnType<typeof peerClock>;
let owner: CompanyUser;
let companyId: string;
let ada: string;

/** Cards that end in June before payments on July 10: Ada's, and Bo's of a network that renews it. Cy's is good for years. */
beforeEach(async () => {
  clock = peerClock(new Date("2026-06-10T10:00:00Z"));
  peer = await startStripe({ data: "empty", clock });
  const { data } = peer;
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
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

const body = (trigger: CampaignTriggerInput) =>
  campaignBody({
    trigger,
    holdoutShare: 0,
    steps: [
      { id: "task1", kind: "task", name: "Tell them", dueInDays: 0 },
      { id: "wait1", kind: "wait", name: "Wait", hours: 48, untilEvent: null },
      { id: "task2", kind: "task", name: "Call them", dueInDays: 0 },
    ],
  });
const preview = async (days: number) =>
  (await app.call(owner, campaignRoutes.preview, { body: body({ kind: "CardExpiring", days }) })).body;
/** What happens within the hour of that moment. */
const hour = async (time: string) => {
  clock.advance(Date.parse(time) - clock.now());
  app.clock.set(new Date(time));
  await app.runJob(cardsJob, { companyId });
  await app.runJob(followJob.company, { companyId });
  await app.runJob(takeStepsJob.company, { companyId });
};
const cardsJob = recoveryModule.jobs!.find(({ name }) => name === "recovery.cards-company")!;
const inIt = () =>
  app.queryAsAdmin<{ name: string; state: string }>(
    `select c.full_name as name, e.state from campaign_enrolments e join customers c on c.id = e.customer_id
     where e.company_id = $1 order by 1`,
    [companyId],
  );
const tasks = () =>
  app.queryAsAdmin<{ title: string }>("select title from tasks where company_id = $1 order by 1", [
    companyId,
  ]);

it("has customers enter whose card is about to end, and lets them go with another card in place", async () => {
  expect((await preview(20)).checks).toContainEqual(
    expect.objectContaining({ key: "cards", state: "warning", title: "No cards are read yet" }),
  );
  const params = { provider: "stripe" as const };
  await app.call(owner, integrationRoutes.connect, { params, body: { credential: peer.keys.collecting } });
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  await app.drainJobs();
  await hour("2026-06-11T10:00:00Z");
  expect(await preview(20)).toMatchObject({ entersAtStart: 1 });
  expect((await preview(20)).checks.map(({ key }) => key)).not.toContain("cards");
  expect(await preview(10)).toMatchObject({ entersAtStart: 0 });

  const made = await app.call(owner, campaignRoutes.create, {
    body: body({ kind: "CardExpiring", days: 10 }),
  });
  expect(made.body).toMatchObject({ triggerWords: "Card ends within 10 days" });
  await app.call(owner, campaignRoutes.start, {
    params: { id: made.body.id },
    body: { expectedCount: 0 },
  });
  await hour("2026-06-19T10:00:00Z");
  expect(await inIt()).toEqual([]);
  await hour("2026-06-20T10:00:00Z");
  expect(await inIt()).toEqual([{ name: "Ada", state: "running" }]);
  expect(await tasks()).toHaveLength(1);

  peer.data.editCard(ada, { exp_month: 6, exp_year: 2029, country: "DE" });
  await hour("2026-06-21T10:00:00Z");
  await hour("2026-06-22T11:00:00Z");
  expect(await inIt()).toEqual([{ name: "Ada", state: "goal" }]);
  expect(await tasks()).toHaveLength(1);
});

it("leaves alone whom recovery does not ask, to see what asking changes", async () => {
  const params = { provider: "stripe" as const };
  await app.call(owner, integrationRoutes.connect, { params, body: { credential: peer.keys.collecting } });
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  await app.drainJobs();
  await app.call(owner, recoveryWorkRoutes.saveSettings, {
    body: { sends: true, retries: "observe", controlPercent: 50, providerHasStopped: false },
  });
  // Its run has yet to draw: nobody knows whom it leaves unasked.
  expect(await preview(20)).toMatchObject({ entersAtStart: 0 });
  await hour("2026-06-11T10:00:00Z");
  await app.queryAsAdmin("update recovery_cards set arm = 'control' where company_id = $1", [companyId]);
  expect(await preview(20)).toMatchObject({ entersAtStart: 0 });
  await app.queryAsAdmin("update recovery_cards set arm = 'sent' where company_id = $1", [companyId]);
  expect(await preview(20)).toMatchObject({ entersAtStart: 1 });
});

/** Ada has entered by her card and has her first task. */
async function adaIsIn(): Promise<void> {
  const params = { provider: "stripe" as const };
  await app.call(owner, integrationRoutes.connect, { params, body: { credential: peer.keys.collecting } });
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  await app.drainJobs();
  await hour("2026-06-11T10:00:00Z");
  const { body: made } = await app.call(owner, campaignRoutes.create, {
    body: body({ kind: "CardExpiring", days: 10 }),
  });
  await app.call(owner, campaignRoutes.start, { params: { id: made.id }, body: { expectedCount: 0 } });
  // Another card of hers was replaced before she entered.
  await app.queryAsAdmin(
    `insert into recovery_cards (company_id, source, subscription_source_id, ends_on, customer_id, customer_source_id, brand, last4,
       renews_itself, charges_at, looked_at, outcome, closed_at)
     select company_id, source, 'sub_old', ends_on, customer_id, customer_source_id, brand, '9999', false, charges_at, looked_at,
       'replaced', '2026-06-15T10:00:00Z' from recovery_cards where company_id = $1 and not renews_itself`,
    [companyId],
  );
  await hour("2026-06-20T10:00:00Z");
  expect(await inIt()).toEqual([{ name: "Ada", state: "running" }]);
  expect(await tasks()).toHaveLength(1);
}

it("goes no further with a card that has nothing to pay any more", async () => {
  await adaIsIn();
  await app.queryAsAdmin(
    "update recovery_cards set outcome = 'ended', closed_at = '2026-06-21T10:00:00Z' where company_id = $1 and closed_at is null and not renews_itself",
    [companyId],
  );
  app.clock.set(new Date("2026-06-22T11:00:00Z"));
  await app.runJob(takeStepsJob.company, { companyId });
  expect(await inIt()).toEqual([{ name: "Ada", state: "goal" }]);
  expect(await tasks()).toHaveLength(1);
});

it("goes no further with whom recovery has drawn since to leave unasked", async () => {
  await adaIsIn();
  await app.queryAsAdmin("update recovery_cards set arm = 'control' where company_id = $1", [companyId]);
  app.clock.set(new Date("2026-06-22T11:00:00Z"));
  await app.runJob(takeStepsJob.company, { companyId });
  expect(await inIt()).toEqual([{ name: "Ada", state: "done" }]);
  expect(await tasks()).toHaveLength(1);
});
