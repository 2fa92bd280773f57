import { campaignRoutes, segmentRoutes, type CampaignStep } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { campaignBody, mailContent } from "#testing/campaign-body.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { campaignCompany, type CampaignCompany } from "./fixtures/campaign-company.ts";
import { followJob } from "./index.ts";

let app: TestApp;
let company: CampaignCompany;

beforeAll(async () => {
  app = await createTestApp({ appUrl: "https://app.test", rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  company = await campaignCompany(app);
});

const HOUR_MS = 3_600_000;
const statesOf = async (id: string) => {
  const rows = await app.queryAsAdmin<{ name: string; state: string; step: number }>(
    `select c.external_id as name, e.state, e.step from campaign_enrolments e join customers c on c.id = e.customer_id
     where e.campaign_id = $1 order by c.external_id`,
    [id],
  );
  return rows.map(({ name, state, step }) => `${name} ${state} ${step}`);
};
const tasks = async () =>
  (
    await app.queryAsAdmin<{ name: string; title: string }>(
      "select c.external_id as name, t.title from tasks t join customers c on c.id = t.customer_id where t.company_id = $1 order by 1, 2",
      [company.companyId],
    )
  ).map(({ name, title }) => `${name} ${title}`);
const follow = () => app.runJob(followJob.company, { companyId: company.companyId });
const happened = (externalId: string, at: Date) =>
  app.queryAsAdmin(
    `insert into events (company_id, customer_id, occurred_at, key, type_id, batch_id)
     select $1::uuid, id, $3, 1, 1, 1 from customers where company_id = $1 and external_id = $2`,
    [company.companyId, externalId, at],
  );

describe("the steps of a campaign", () => {
  it("part by a condition, wait less where the event happens, and end for whoever left or reached the goal", async () => {
    await company.addCustomers(5);
    await app.queryAsAdmin("insert into event_types (company_id, id, name) values ($1, 1, 'report_opened')", [
      company.companyId,
    ]);
    const task = (id: string, name: string): CampaignStep => ({ id, kind: "task", name, dueInDays: null });
    const id = await company.begin({
      holdoutShare: 0,
      exitCriteria: [{ field: "plan", operator: "In", value: ["Pro"] }],
      steps: [
        { id: "wait1", kind: "wait", name: "Wait", hours: 72, untilEvent: "report_opened" },
        {
          id: "branch1",
          kind: "branch",
          name: "On Basic?",
          criteria: [{ field: "plan", operator: "In", value: ["Basic"] }],
          ifMet: "continue",
          otherwise: "skip",
        },
        task("task1", "Offer more"),
        task("task2", "Call them"),
      ],
      costs: { perThousandMessages: 1, perTask: 10, perOffer: 25, offerTakenBy: "goal" },
    });
    const plan = (name: string, externalId: string) =>
      app.queryAsAdmin("update customers set plan = $1 where company_id = $2 and external_id = $3", [
        name,
        company.companyId,
        externalId,
      ]);
    await company.takeSteps();
    expect(await statesOf(id)).toEqual([0, 1, 2, 3, 4].map((number) => `c${number} running 0`));

    // c0 does what was waited for; what c1 did before it entered ends no wait.
    await happened("c0", new Date("2026-03-03T11:00:00Z"));
    await happened("c1", new Date("2026-03-03T09:00:00Z"));
    app.clock.advance(2 * HOUR_MS);
    await follow();
    await plan("Basic", "c0");
    await plan("Basic", "c2");
    await plan("Pro", "c3");
    await app.queryAsAdmin(
      "update customers set churned = true, churned_at = '2026-03-03', ended_at = '2026-03-03' where company_id = $1 and external_id = 'c4'",
      [company.companyId],
    );
    await company.takeSteps();
    expect(await tasks()).toEqual(["c0 Call them", "c0 Offer more"]);

    app.clock.advance(71 * HOUR_MS);
    await company.takeSteps();
    expect(await statesOf(id)).toEqual(["c0 done 4", "c1 done 4", "c2 done 4", "c3 goal 0", "c4 left 0"]);
    expect(await tasks()).toEqual([
      "c0 Call them",
      "c0 Offer more",
      "c1 Call them",
      "c2 Call them",
      "c2 Offer more",
    ]);
    const { body } = await app.call(company.owner, campaignRoutes.results, { params: { id } });
    expect(body.costs).toMatchObject({ tasks: 5, taskCost: 50, offers: 1, offerCost: 25 });
  });

  it("reach the company's systems only where a webhook hears of them: else nothing starts", async () => {
    await company.addCustomers(3);
    const steps: CampaignStep[] = [{ id: "webhook1", kind: "webhook", name: "Show the tour" }];
    const { id } = (await app.call(company.owner, campaignRoutes.create, { body: campaignBody({ steps }) }))
      .body;
    expect(
      await app.call(company.owner, campaignRoutes.start, { params: { id }, body: { expectedCount: 3 } }),
    ).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("No webhook hears of campaign steps") },
    });
  });

  it("are posted to a channel once for all who came together, and start nothing where no chat is connected", async () => {
    await company.addCustomers(12);
    const steps: CampaignStep[] = [
      {
        id: "slack1",
        kind: "slack",
        name: "Have a look",
        channel: { id: "C0ALERTS", name: "customer-alerts" },
        text: "They have gone quiet.",
      },
    ];
    const body = campaignBody({ steps, holdoutShare: 0 });
    const { id } = (await app.call(company.owner, campaignRoutes.create, { body })).body;
    const start = () =>
      app.call(company.owner, campaignRoutes.start, { params: { id }, body: { expectedCount: 12 } });
    expect(await start()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("No chat is connected") },
    });
    await company.connectChat();
    expect((await start()).status).toBe(200);
    await company.takeSteps();
    await company.takeSteps();
    const posts = await app.queryAsAdmin<{ channel_id: string; title: string; text: string }>(
      "select channel_id, title, text from integration_posts where company_id = $1",
      [company.companyId],
    );
    expect(posts).toEqual([
      {
        channel_id: "C0ALERTS",
        title: "Check-in: Have a look",
        text: expect.stringMatching(/^They have gone quiet\.\n(Ann Number\d+, ){9}Ann Number\d+ and 2 more$/),
      },
    ]);
  });
});

it("a segment that a campaign enters by or names in a rule is not deleted before the campaign is named, and is free once it is over", async () => {
  const segment = (await app.call(company.owner, segmentRoutes.create, { body: segmentBody })).body;
  const byTrigger = { trigger: { kind: "SegmentEntered" as const, segmentId: segment.id } };
  const inRule = { exclusions: [{ field: "segments", operator: "In" as const, value: [segment.id] }] };
  const ids: string[] = [];
  for (const [name, changed] of [
    ["Quiet accounts", byTrigger],
    ["All but quiet", inRule],
  ] as const) {
    const made = await app.call(company.owner, campaignRoutes.create, {
      body: campaignBody({ name, ...changed }),
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    ids.push(made.body.id);
  }
  const remove = () => app.call(company.owner, segmentRoutes.delete, { params: { id: segment.id } });
  expect(await remove()).toMatchObject({
    status: 409,
    body: {
      message:
        "'Still here' cannot be deleted: the campaign 'All but quiet', the campaign 'Quiet accounts' use it.",
    },
  });
  const read = await app.call(company.owner, segmentRoutes.get, { params: { id: segment.id } });
  expect(read.body.usedBy.map(({ kind, name }) => [kind, name])).toEqual([
    ["campaign", "All but quiet"],
    ["campaign", "Quiet accounts"],
  ]);
  for (const id of ids) await app.call(company.owner, campaignRoutes.archive, { params: { id } });
  expect((await remove()).status).toBe(200);
});

it("what a campaign offers to everybody it wrote to is taken off its net value for each of them", async () => {
  await company.addCustomers(4);
  const id = await company.begin({
    holdoutShare: 0,
    steps: [{ id: "mail1", kind: "email", name: "Half price", content: mailContent, variantB: null }],
    costs: { perThousandMessages: 0, perTask: 0, perOffer: 7.5, offerTakenBy: "reached" },
  });
  await company.takeSteps();
  const { body } = await app.call(company.owner, campaignRoutes.results, { params: { id } });
  expect(body.costs).toMatchObject({ messages: 4, offers: 4, offerCost: 30 });
});
