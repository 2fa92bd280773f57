import { campaignRoutes, customerDataRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { mailContent } from "#testing/campaign-body.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { campaignCompany, type CampaignCompany } from "../fixtures/campaign-company.ts";
import { followJob } from "../follow/follow-campaigns.ts";
import { takeStepsJob } from "../steps/take-steps.ts";

let app: TestApp;
let company: CampaignCompany;
let id: string;

beforeAll(async () => {
  app = await createTestApp({ appUrl: "https://app.test", rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  company = await campaignCompany(app);
});

const day = async (date: string) => {
  app.clock.set(new Date(`${date}T10:00:00Z`));
  await app.runJob(followJob.company, { companyId: company.companyId });
};
const results = async () => (await app.call(company.owner, campaignRoutes.results, { params: { id } })).body;
const inArm = async (arm: "sent" | "held") =>
  app.queryAsAdmin<{ id: string; name: string; state: string }>(
    `select c.id, c.full_name as name, e.state from campaign_enrolments e join customers c on c.id = e.customer_id
     where e.campaign_id = $1 and e.arm = $2 order by c.external_id`,
    [id, arm],
  );
const upgrade = (who: readonly { id: string }[]) =>
  app.queryAsAdmin("update customers set plan = 'Pro' where id = any($1)", [who.map((one) => one.id)]);
const erase = async ({ id: customerId, name }: { id: string; name: string }) => {
  const { status, body } = await app.call(company.owner, customerDataRoutes.erase, {
    params: { id: customerId },
    body: { typedName: name },
  });
  expect(status, JSON.stringify(body)).toBe(200);
};
const oneMail = {
  id: "mail1",
  kind: "email" as const,
  name: "Half price",
  content: mailContent,
  variantB: null,
};

it("a goal that is reached after the last step counts until the measured days are over, in both arms alike", async () => {
  await company.addCustomers(40);
  id = await company.begin({
    holdoutShare: 0.5,
    exitCriteria: [{ field: "plan", operator: "In", value: ["Pro"] }],
    steps: [oneMail],
    costs: { perThousandMessages: 0, perTask: 0, perOffer: 25, offerTakenBy: "goal" },
  });
  await company.takeSteps();
  await company.takeSteps();
  const [sent, held] = [await inArm("sent"), await inArm("held")];
  expect(new Set(sent.map(({ state }) => state))).toEqual(new Set(["done"]));
  await upgrade(sent.slice(0, 5));
  await upgrade(held.slice(0, 2));
  await day("2026-03-10");
  expect((await results()).funnel).toMatchObject({ converted: 5, heldConverted: 2 });
  // Reached once is reached, whatever comes after.
  await app.queryAsAdmin("update customers set plan = 'Basic' where id = $1", [sent[0]!.id]);
  await upgrade(sent.slice(5, 6));
  await day("2026-04-01");
  // Too late: the measured days are over.
  app.clock.set(new Date("2026-04-02T11:00:00Z"));
  await upgrade(sent.slice(6, 9));
  await day("2026-04-03");
  const read = await results();
  expect(read).toMatchObject({ isFinal: true, costs: { offers: 6, offerCost: 150 } });
  expect(read.funnel).toMatchObject({ drawn: sent.length, converted: 6, heldConverted: 2 });
  const list = await app.call(company.owner, campaignRoutes.list);
  expect(list.body.items[0]).toMatchObject({ convertedCount: 6 });
});

it("a goal that is reached in the middle of it ends it at the next look, and nothing more is done", async () => {
  await company.addCustomers(4);
  id = await company.begin({
    holdoutShare: 0,
    exitCriteria: [{ field: "plan", operator: "In", value: ["Pro"] }],
    steps: [
      { id: "wait1", kind: "wait", name: "Wait", hours: 240, untilEvent: null },
      { id: "task1", kind: "task", name: "Call them", dueInDays: null },
    ],
  });
  await company.takeSteps();
  const sent = await inArm("sent");
  await upgrade(sent.slice(0, 1));
  await day("2026-03-05");
  expect((await inArm("sent")).map(({ state }) => state)).toEqual(["goal", "running", "running", "running"]);
  await app.queryAsAdmin("update customers set plan = 'Basic' where id = $1", [sent[0]!.id]);
  await day("2026-03-20");
  await company.takeSteps();
  const tasks = await app.queryAsAdmin("select 1 from tasks where company_id = $1", [company.companyId]);
  expect(tasks).toHaveLength(3);
});

it("a customer erased with a message waiting or in the middle of a wait stays in its arm, and counts as not kept", async () => {
  await company.addCustomers(60);
  id = await company.begin({
    holdoutShare: 0.5,
    steps: [
      oneMail,
      { id: "wait1", kind: "wait", name: "Wait", hours: 240, untilEvent: null },
      { ...oneMail, id: "mail2" },
    ],
  });
  const [sent, held] = [await inArm("sent"), await inArm("held")];
  // The first message is written and has not left.
  await app.runJob(takeStepsJob.company, { companyId: company.companyId });
  const waiting = () =>
    app.queryAsAdmin<{ status: string; count: number }>(
      "select status, count(*)::int as count from customer_messages where company_id = $1 group by 1 order by 1",
      [company.companyId],
    );
  expect(await waiting()).toEqual([{ status: "waiting", count: sent.length }]);
  await erase(sent[0]!);
  await company.takeSteps();
  await company.takeSteps();
  expect((await waiting()).filter(({ status }) => status === "kept")).toEqual([
    { status: "kept", count: sent.length - 1 },
  ]);
  // Another in the middle of the wait, and one who was held out.
  await erase(sent[1]!);
  await erase(held[0]!);
  await day("2026-03-06");
  const detail = await app.call(company.owner, campaignRoutes.get, { params: { id } });
  expect(detail.body).toMatchObject({ enteredCount: sent.length, waitingCount: sent.length - 2 });
  await day("2026-03-14");
  await company.takeSteps();
  expect((await waiting()).filter(({ status }) => status === "kept")).toEqual([
    // What was written to an erased customer goes with them.
    { status: "kept", count: 2 * (sent.length - 2) },
  ]);
  await day("2026-04-03");
  const read = await results();
  expect(read.isFinal).toBe(true);
  expect(read.sent).toEqual({
    customers: sent.length,
    measured: sent.length,
    kept: sent.length - 2,
    erased: 2,
  });
  expect(read.held).toEqual({
    customers: held.length,
    measured: held.length,
    kept: held.length - 1,
    erased: 1,
  });
});

it("of a paused campaign goals count within the measured days, and who was erased is not kept, however late it is looked at", async () => {
  await company.addCustomers(40);
  id = await company.begin({
    holdoutShare: 0.5,
    exitCriteria: [{ field: "plan", operator: "In", value: ["Pro"] }],
    steps: [oneMail],
  });
  await app.call(company.owner, campaignRoutes.pause, { params: { id } });
  const [sent, held] = [await inArm("sent"), await inArm("held")];
  await upgrade([sent[0]!, held[0]!]);
  await day("2026-03-10");
  // Nobody looked again before the measured days were over.
  await erase(sent[1]!);
  await erase(held[1]!);
  await day("2026-04-20");
  await app.call(company.owner, campaignRoutes.resume, { params: { id } });
  await day("2026-04-21");
  const read = await results();
  expect(read.funnel).toMatchObject({ converted: 1, heldConverted: 1 });
  expect(read.sent).toMatchObject({ measured: sent.length, kept: sent.length - 1, erased: 1 });
  expect(read.held).toMatchObject({ measured: held.length, kept: held.length - 1, erased: 1 });
});
