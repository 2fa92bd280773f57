import {
  campaignRoutes,
  caseRoutes,
  CaseStage,
  customerDataRoutes,
  segmentRoutes,
  webhookData,
  webhookExamples,
  webhookKinds,
  webhookRoutes,
  type WebhookBody,
  type WebhookKind,
} from "@forestay/contracts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { analysisCompleted, analysisFailed } from "#modules/analyses/index.ts";
import { takeStepsJob } from "#modules/campaigns/index.ts";
import type { LargeMove } from "#modules/scoring/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { campaignBody } from "#testing/campaign-body.ts";
import { createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { serverJobs } from "../../server-modules.ts";
import { addWebhook } from "./fixtures/deliveries.ts";
import { startReceiver, verified, type Receiver } from "./fixtures/receiver.ts";

let app: TestApp;
let receiver: Receiver;
let owner: CompanyUser;
let companyId: string;
let customerId: string;
let secret: string;
const seen = new Set<string>();

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000, outboundAllowedHosts: ["127.0.0.1"] });
});
afterAll(() => app.close());
beforeEach(async () => {
  // A receiver takes no signature of five minutes ago, by its own clock.
  app.clock.set(new Date());
  receiver = await startReceiver();
  ({ companyId, owner } = await buildWorld(app));
  await addCustomers(app, companyId, [
    { externalId: "shop-1", fullName: "Harbor Line", subscriptionStatus: 1 },
    { externalId: "shop-2", fullName: "Nordvik", subscriptionStatus: 1 },
  ]);
  [{ id: customerId }] = (await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 order by external_id",
    [companyId],
  )) as [{ id: string }];
  ({ secret } = await addWebhook(app, owner, {
    url: receiver.url,
    kinds: Object.keys(webhookKinds) as WebhookKind[],
  }));
});
afterEach(() => receiver.close());

/** The keys of a value at every depth: what two bodies have in common that say different things. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return "";
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
}

/** What has arrived by now, each of a kind that is described, in the shape of its example. */
async function arrived<K extends WebhookKind>(...wanted: K[]): Promise<WebhookBody<K>[]> {
  await app.drainJobs();
  const bodies = receiver.received.map((one) => verified<WebhookBody>(secret, one));
  for (const body of bodies) {
    seen.add(body.type);
    expect(shapeOf(body)).toEqual(shapeOf(webhookExamples[body.type]));
    expect(webhookData[body.type].parse(body.data)).toEqual(body.data);
  }
  return bodies.filter(({ type }) => (wanted as string[]).includes(type)) as WebhookBody<K>[];
}

/** An analysis that ended, as analyses tell it. */
async function scored(moves: LargeMove[], fails = false): Promise<string> {
  const analysisId = crypto.randomUUID();
  const ended = {
    companyId,
    analysisId,
    startedBy: { userId: owner.userId, apiKeyId: null, name: "Owner" },
    scope: "all",
    trigger: "person",
  } as const;
  await withTenant(app.db, companyId, (tx) =>
    fails
      ? app.context.events.emit(tx, analysisFailed, { ...ended, failure: "Too few customers." })
      : app.context.events.emit(tx, analysisCompleted, {
          ...ended,
          customersAnalyzed: 2,
          needAttention: 1,
          moves: {
            bands: { medium: 10, high: 30, critical: 60 },
            currency: "USD",
            list: async () => [],
            async *walkLarge({ size }) {
              for (let at = 0; at < moves.length; at += size) yield moves.slice(at, at + size);
            },
          },
        }),
  );
  return analysisId;
}
const followJob = serverJobs.find(({ name }) => name === "segments.follow-company")!;
const follow = () => app.runJob(followJob, { companyId });
const move = (previousScore: number, score: number): LargeMove => ({
  customerId: crypto.randomUUID(),
  externalId: null,
  previousScore,
  score,
});

describe("an address that wants every kind hears", () => {
  it("of files that came in, and of one that did not", async () => {
    await uploaded(app, owner, "id,name\r\nc-3,Three\r\n", { autoConfirm: true });
    const [done] = await arrived("import.completed");
    expect(done!.data).toMatchObject({ rows: "customers", createdCount: 1, errorCount: 0 });
  });

  it("of scores that moved by ten points and of levels that changed, a hundred customers at a time", async () => {
    const far = Array.from({ length: 205 }, () => move(70, 95));
    const near = move(29, 31);
    const analysisId = await scored([...far, near]);
    const told = await arrived("customer.score_changed", "customer.risk_level_changed");
    const sizes = (type: string) =>
      told
        .filter((one) => one.type === type)
        .map(({ data }) => data.customers.length)
        .toSorted((a, b) => a - b);
    expect([sizes("customer.score_changed"), sizes("customer.risk_level_changed")]).toEqual([
      [5, 100, 100],
      [1],
    ]);
    expect(told.find(({ type }) => type === "customer.risk_level_changed")!.data).toEqual({
      analysisId,
      customers: [
        {
          id: near.customerId,
          externalId: null,
          previousScore: 29,
          score: 31,
          previousLevel: "Medium",
          level: "High",
        },
      ],
    });
    const [ended] = await arrived("analysis.completed");
    expect(ended!.data).toEqual({ analysisId, trigger: "person", customersAnalyzed: 2, customersAtRisk: 1 });
  });

  it("of an analysis that failed", async () => {
    const analysisId = await scored([], true);
    const [failed] = await arrived("analysis.failed");
    expect(failed!.data).toEqual({ analysisId, trigger: "person", failure: "Too few customers." });
  });

  it("of who comes into a segment and who leaves it, and not of a rule that somebody wrote", async () => {
    const { body: segment } = await app.call(owner, segmentRoutes.create, {
      body: { ...segmentBody, criteria: [{ field: "plan", operator: "In", value: ["Pro"] }] },
    });
    await follow();
    expect(await arrived("segment.entered")).toEqual([]);
    const plan = (name: string) =>
      app.queryAsAdmin("update customers set plan = $1 where id = $2", [name, customerId]);
    await plan("Pro");
    await follow();
    await plan("Basic");
    await follow();
    const told = await arrived("segment.entered", "segment.left");
    const customers = [{ id: customerId, externalId: "shop-1" }];
    expect(told.map(({ data }) => data)).toEqual(
      [0, 1].map(() => ({ segmentId: segment.id, segmentName: segment.name, customers })),
    );
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(["segment.entered", "segment.left"]));
  });

  it("of risk cases, stage by stage", async () => {
    const params = { id: customerId };
    const { body: opened } = await app.call(owner, caseRoutes.open, { params, body: { reason: "price" } });
    const at = { params: { id: opened.id } };
    await app.call(owner, caseRoutes.change, {
      ...at,
      body: { reason: "price", stage: CaseStage.Plan, version: 1 },
    });
    await app.call(owner, caseRoutes.change, {
      ...at,
      body: { reason: "use", stage: CaseStage.Plan, version: 2 },
    });
    await app.call(owner, caseRoutes.close, {
      ...at,
      body: { outcome: "recovered", reason: "use", version: 3 },
    });
    await app.call(owner, caseRoutes.reopen, at);
    const told = await arrived("risk_case.opened", "risk_case.moved", "risk_case.closed");
    const customer = { id: customerId, externalId: "shop-1" };
    expect(told.map(({ type, data }) => [type, data])).toEqual(
      expect.arrayContaining([
        ["risk_case.opened", { caseId: opened.id, customer, reason: "price", stage: "At risk" }],
        ["risk_case.moved", expect.objectContaining({ previousStage: "At risk", stage: "Plan" })],
        ["risk_case.closed", { caseId: opened.id, customer, reason: "use", outcome: "recovered" }],
        ["risk_case.moved", expect.objectContaining({ previousStage: "Recovered", stage: "Saving" })],
      ]),
    );
    expect(told).toHaveLength(4);
  });

  it("of a campaign's webhook step, of those who are not held out and once", async () => {
    const steps = [{ id: "webhook1", kind: "webhook" as const, name: "Show the tour" }];
    const body = campaignBody({ steps, holdoutShare: 0 });
    const { id } = (await app.call(owner, campaignRoutes.create, { body })).body;
    const started = await app.call(owner, campaignRoutes.start, {
      params: { id },
      body: { expectedCount: 2 },
    });
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    await app.runForCompanies(takeStepsJob);
    await app.runForCompanies(takeStepsJob);
    const told = await arrived("campaign.step_reached");
    expect(told).toHaveLength(1);
    expect(told[0]!.data).toMatchObject({
      campaignId: id,
      campaignName: "Check-in",
      stepId: "webhook1",
      stepName: "Show the tour",
    });
    expect(told[0]!.data.customers.map(({ externalId }) => externalId).toSorted()).toEqual([
      "shop-1",
      "shop-2",
    ]);
  });

  it("of an erased customer its id alone, which then stands in nothing that is kept or still to be sent", async () => {
    receiver.answer((_request, response) => response.writeHead(500).end("shop-1 is not known here"));
    await app.call(owner, caseRoutes.open, { params: { id: customerId }, body: { reason: "price" } });
    const analysisId = await scored([{ ...move(20, 80), customerId, externalId: "shop-1" }, move(20, 80)]);
    await app.drainJobs();
    const body = { typedName: "Harbor Line" };
    await app.call(owner, customerDataRoutes.erase, { params: { id: customerId }, body });
    receiver.received.length = 0;
    receiver.answer((_request, response) => response.writeHead(200).end());
    await app.drainJobs({ ignoreRunAt: true });
    const told = await arrived("customer.erased", "customer.score_changed");
    expect(told.find(({ type }) => type === "customer.erased")!.data).toEqual({ customerId });
    expect(told.find(({ type }) => type === "customer.score_changed")!.data).toMatchObject({
      analysisId,
      customers: [{ externalId: null }],
    });
    const kept = await app.queryAsAdmin(
      "select m.data::text, d.answer from webhook_messages m join webhook_deliveries d on d.message_id = m.id where m.company_id = $1",
      [companyId],
    );
    expect(JSON.stringify(kept)).not.toContain("shop-1");
  });
});

it("an address is sent what it chose and nothing else, and nothing is written down that nobody wants", async () => {
  const id = (await app.call(owner, webhookRoutes.list)).body.items[0]!.id;
  const body = { url: receiver.url, kinds: ["customer.erased" as const] };
  await app.call(owner, webhookRoutes.update, { params: { id }, body });
  await scored([move(20, 80)]);
  await uploaded(app, owner, "id,name\r\nc-3,Three\r\n", { autoConfirm: true });
  await app.drainJobs();
  expect(receiver.received).toEqual([]);
  expect(await app.queryAsAdmin("select from webhook_messages where company_id = $1", [companyId])).toEqual(
    [],
  );
});

it("every kind has been received here but a failed import, which deliveries are tried with", () => {
  const left = Object.keys(webhookKinds).filter((kind) => !seen.has(kind));
  expect(left).toEqual(["import.failed"]);
});
