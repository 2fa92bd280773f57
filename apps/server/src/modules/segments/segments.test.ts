import {
  DAY_MS,
  segmentRoutes,
  SegmentStatus,
  SegmentType,
  type CriteriaNode,
  type Segment,
  type SegmentInput,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineAttributes, upsertCustomerBatch, type CustomerInput } from "#modules/customers/index.ts";
import { withTenant, withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { followJob, followSegments } from "./follow-segments.ts";
import { segmentMoved } from "./segment-moved.ts";

let app: TestApp;
let companyId: string;
let owner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS).toISOString();
const put = (rows: CustomerInput[]) =>
  withTenantClient(app.db, companyId, async ({ tx, client }) => {
    await defineAttributes(tx, companyId, [{ key: "seats", label: "Seats", kind: "number" }]);
    await upsertCustomerBatch(client, companyId, rows);
  });

/** Thirty on Pro, seen today; ten on Basic, last seen 20 to 29 days ago. */
beforeEach(async () => {
  ({ companyId, owner } = await buildWorld(app));
  await put(
    Array.from({ length: 40 }, (_, index) => ({
      externalId: `c-${String(index).padStart(2, "0")}`,
      plan: index < 30 ? "Pro" : "Basic",
      monthlyRevenueCents: index < 30 ? 10_000 + index : 1000,
      subscriptionStatus: 1 as const,
      startedAt: daysAgo(100 + index),
      lastActivityAt: daysAgo(index < 30 ? 0 : index - 10),
      attributes: { seats: index },
    })),
  );
});

const onBasic: CriteriaNode = { field: "plan", operator: "In", value: ["Basic"] };
const silent: CriteriaNode = { field: "daysSinceActivity", operator: "GreaterThan", value: 30 };
const input = (name: string, criteria: CriteriaNode[], rest: Partial<SegmentInput> = {}): SegmentInput => ({
  name,
  description: "",
  type: SegmentType.Behavioral,
  status: SegmentStatus.Active,
  color: "teal",
  criteria,
  ...rest,
});

async function create(...given: Parameters<typeof input>): Promise<Segment> {
  const { status, body } = await app.call(owner, segmentRoutes.create, { body: input(...given) });
  expect(status, JSON.stringify(body)).toBe(201);
  await follow();
  return get(body.id);
}
const get = async (id: string) => (await app.call(owner, segmentRoutes.get, { params: { id } })).body;
const follow = () =>
  followSegments(app.jobContext, companyId, { now: app.clock.now(), signal: new AbortController().signal });
const changesOf = (id: string) =>
  app.queryAsAdmin<{ external_id: string; entered: boolean; cause: string }>(
    `select c.external_id, s.entered, s.cause from segment_changes s
     join customers c on c.company_id = s.company_id and c.id = s.customer_id
     where s.segment_id = $1 order by s.at, c.external_id, s.id`,
    [id],
  );
const moves = async (id: string) =>
  (await changesOf(id))
    .filter(({ cause }) => cause === "customer")
    .map(({ external_id, entered }) => `${entered ? "+" : "-"}${external_id}`);

describe("a segment", () => {
  it("counts its members and says in words who they are", async () => {
    const made = await create("Small", [
      onBasic,
      { field: "attributes.seats", operator: "LessThan", value: 35 },
    ]);
    expect(made).toMatchObject({
      sentence: "Customers with plan Basic and Seats under 35",
      isCounting: false,
      trend: [5],
      customerCount: 5,
      averageChurnRate: null,
      averageRevenue: 10,
      figures: { customerCount: 5, averageRevenue: 10, scoredCount: 0, averageChurnRate: null },
    });
    expect(made.criteria).toEqual([
      { ...onBasic, label: "Plan in Basic" },
      { field: "attributes.seats", operator: "LessThan", value: 35, label: "Seats less than 35" },
    ]);
    // Nobody moved: the rule is new.
    expect((await changesOf(made.id)).map(({ cause }) => cause)).toEqual(Array(5).fill("rule"));
    const { body } = await app.call(owner, segmentRoutes.list, { query: {} });
    expect(body).toMatchObject({ allCount: 1, activeCount: 1, everyone: { customerCount: 40 } });
  });

  it("is followed by every change of a customer, whoever wrote it, once a transition", async () => {
    const { id } = await create("Basic", [onBasic]);
    await put([
      { externalId: "c-00", plan: "Basic" },
      { externalId: "c-35", plan: "Pro" },
    ]);
    await follow();
    await follow();
    expect(await moves(id)).toEqual(["+c-00", "-c-35"]);
    expect((await get(id)).figures?.customerCount).toBe(10);
    const gone = "delete from customers where company_id = $1 and external_id = 'c-00'";
    await app.queryAsAdmin(gone, [companyId]);
    await app.runForCompanies(followJob);
    expect((await get(id)).figures?.customerCount).toBe(9);
  });

  it("is followed by who looks after a customer", async () => {
    const { id } = await create("Ours", [{ field: "owner", operator: "In", value: [owner.userId] }]);
    const give = `insert into customer_owners (company_id, customer_id, user_id, since)
      select company_id, id, $2, now() from customers where company_id = $1 and external_id = 'c-07'`;
    await app.queryAsAdmin(give, [companyId, owner.userId]);
    await app.runForCompanies(followJob);
    await app.queryAsAdmin("delete from customer_owners where company_id = $1", [companyId]);
    await app.runForCompanies(followJob);
    expect(await moves(id)).toEqual(["+c-07", "-c-07"]);
  });

  it("turns over by itself where its rule counts days", async () => {
    const { id } = await create("Silent", [silent]);
    expect((await get(id)).figures?.customerCount).toBe(0);
    app.clock.advance(8 * DAY_MS);
    await app.runForCompanies(followJob);
    // Last seen 23 days ago and longer by then.
    expect(await moves(id)).toEqual(["+c-33", "+c-34", "+c-35", "+c-36", "+c-37", "+c-38", "+c-39"]);
  });

  it("moves with the segment that its rule names, and holds it in use", async () => {
    const inner = await create("Basic", [onBasic]);
    const outer = await create("Basic with seats", [
      { field: "segments", operator: "In", value: [inner.id] },
      { field: "attributes.seats", operator: "GreaterThan", value: 0 },
    ]);
    expect(outer.figures?.customerCount).toBe(10);
    await put([{ externalId: "c-07", plan: "Basic" }]);
    await follow();
    expect(await moves(outer.id)).toEqual(["+c-07"]);
    expect((await get(inner.id)).usedBy).toEqual([{ kind: "segment", id: outer.id, name: outer.name }]);

    const gone = await app.call(owner, segmentRoutes.delete, { params: { id: inner.id } });
    expect([gone.status, gone.body]).toEqual([
      409,
      expect.objectContaining({ message: "'Basic' cannot be deleted: 'Basic with seats' uses it." }),
    ]);
    const around = await app.call(owner, segmentRoutes.update, {
      params: { id: inner.id },
      body: { ...input("Basic", [{ field: "segments", operator: "In", value: [outer.id] }]), version: 1 },
    });
    expect(around.body).toMatchObject({
      fields: { "criteria.0": "This leads back to itself, by 'Basic with seats'" },
    });
  });

  it("loses and doubles nothing where a worker dies between finding a move and having told of it", async () => {
    const { id } = await create("Basic", [onBasic]);
    await put([{ externalId: "c-01", plan: "Basic" }]);
    const told: unknown[] = [];
    const dying = { emit: () => Promise.reject(new Error("killed")) };
    await expect(
      followSegments({ db: app.db, events: dying }, companyId, {
        now: app.clock.now(),
        signal: new AbortController().signal,
      }),
    ).rejects.toThrow("killed");
    expect(await moves(id)).toEqual([]);
    const events = {
      emit: async (_: unknown, event: unknown, news: unknown) =>
        void (event === segmentMoved && told.push(news)),
    };
    for (let run = 0; run < 2; run++)
      await followSegments({ db: app.db, events }, companyId, {
        now: app.clock.now(),
        signal: new AbortController().signal,
      });
    expect(await moves(id)).toEqual(["+c-01"]);
    expect(told).toEqual([expect.objectContaining({ segmentId: id, entered: 1, left: 0 })]);
  });

  it("keeps the second of two people who change it at once from writing over the first", async () => {
    const made = await create("Basic", [onBasic]);
    const change = (name: string) =>
      app.call(owner, segmentRoutes.update, {
        params: { id: made.id },
        body: { ...input(name, [onBasic]), version: made.version },
      });
    expect((await change("First")).status).toBe(200);
    const second = await change("Second");
    expect([second.status, second.body]).toEqual([
      409,
      expect.objectContaining({
        message: expect.stringContaining("Test Person changed this segment meanwhile"),
      }),
    ]);
    expect((await get(made.id)).name).toBe("First");
  });

  it("is a draft when it is copied, keeps its last members when archived, and none as a draft", async () => {
    const made = await create("Basic", [onBasic]);
    const copy = (await app.call(owner, segmentRoutes.duplicate, { params: { id: made.id } })).body;
    expect(copy).toMatchObject({ name: "Basic copy", status: SegmentStatus.Draft, figures: null });
    const archive = await app.call(owner, segmentRoutes.update, {
      params: { id: made.id },
      body: { ...input("Basic", [onBasic], { status: SegmentStatus.Inactive }), version: 1 },
    });
    expect(archive.body.figures?.customerCount).toBe(10);
    await put([{ externalId: "c-01", plan: "Basic" }]);
    await follow();
    expect((await get(made.id)).figures?.customerCount).toBe(10);
  });

  it("is its company's alone", async () => {
    const made = await create("Basic", [onBasic]);
    const stranger = (await buildWorld(app)).owner;
    expect((await app.call(stranger, segmentRoutes.get, { params: { id: made.id } })).status).toBe(404);
    const named = await app.call(stranger, segmentRoutes.preview, {
      body: { criteria: [{ field: "segments", operator: "In", value: [made.id] }] },
    });
    expect(named.status).toBe(400);
    const viewer = (await buildUser(app.db, companyId, "Viewer")).actor;
    expect((await app.call(viewer, segmentRoutes.delete, { params: { id: made.id } })).status).toBe(403);
  });
});

describe("a rule that is being written", () => {
  const preview = (criteria: CriteriaNode[], segmentId?: string) =>
    app.call(owner, segmentRoutes.preview, { body: { criteria, ...(segmentId ? { segmentId } : {}) } });

  it("shows how each line narrows the list, and some who are left", async () => {
    const { body } = await preview([
      { match: "any", criteria: [onBasic, { field: "attributes.seats", operator: "LessThan", value: 10 }] },
      { field: "daysSinceActivity", operator: "GreaterThan", value: 24 },
    ]);
    expect(body).toMatchObject({
      isExact: true,
      figures: { customerCount: 5 },
      everyone: { customerCount: 40 },
      narrowing: [
        { label: "Plan Basic or Seats under 10", customerCount: 20 },
        { label: "Last activity greater than 24 days ago", customerCount: 5 },
      ],
      warnings: [],
    });
    expect(body.sample).toHaveLength(5);
  });

  it("is told of when it is nobody, everybody, or another segment over again", async () => {
    const made = await create("Basic", [onBasic]);
    expect((await preview([onBasic, silent])).body.warnings[0]).toMatch(/ago” leaves none of the 10 cust/);
    expect(
      (await preview([{ field: "hasLeft", operator: "Equals", value: false }])).body.warnings[0],
    ).toMatch(/^Everybody/);
    const same: CriteriaNode[] = [{ field: "attributes.seats", operator: "GreaterThan", value: 29 }];
    expect((await preview(same)).body.warnings).toEqual([
      "Nearly the same customers as 'Basic': 100% of both are in both.",
    ]);
    expect((await preview(same, made.id)).body.warnings).toEqual([]);
  });

  it("is proposed from a sentence by what the company has, and says what it did not understand", async () => {
    const { body } = await app.call(owner, segmentRoutes.sentence, {
      body: { text: "Basic customers with at least 3 seats, not on Pro, with purple hair" },
    });
    expect(body).toEqual({
      criteria: [
        { ...onBasic, label: "Plan in Basic" },
        { field: "attributes.seats", operator: "GreaterThan", value: 2, label: "Seats greater than 2" },
        { field: "plan", operator: "NotIn", value: ["Pro"], label: "Plan not in Pro" },
      ],
      notUnderstood: ["purple", "hair"],
    });
  });

  it("is refused at each line that nobody could have meant", async () => {
    const { status, body } = await preview([
      { field: "plan", operator: "In", value: [] },
      { field: "attributes.gone", operator: "Equals", value: 1 },
      {
        match: "any",
        criteria: [onBasic, { field: "monthlyRevenue", operator: "GreaterThan", value: "lots" }],
      },
      { match: "none", criteria: [] },
      { field: "hasLeft", operator: "Contains", value: "x" },
    ]);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: "5 lines of the rule need attention.",
      fields: {
        "criteria.0": "Choose at least one",
        "criteria.1": "There is no such field any more: choose another",
        "criteria.2.criteria.1": "Enter a number",
        "criteria.3": "This group has no line: add one, or remove it",
        "criteria.4": "'Has left' cannot be compared this way",
      },
    });
  });
});

describe("a segment's page", () => {
  it("follows who was in it, also those who went out by leaving", async () => {
    app.clock.advance(DAY_MS); // Customers came by the database's clock, which goes on.
    const { id } = await create("Basic and here", [
      onBasic,
      { field: "hasLeft", operator: "Equals", value: false },
    ]);
    app.clock.advance(20 * DAY_MS);
    await put([
      { externalId: "c-30", subscriptionStatus: 2, endedAt: daysAgo(10) },
      { externalId: "c-31", subscriptionStatus: 2, endedAt: daysAgo(5) },
      { externalId: "c-00", subscriptionStatus: 2, endedAt: daysAgo(5) },
      { externalId: "c-32", plan: "Pro" },
    ]);
    await follow();
    const { body } = await app.call(owner, segmentRoutes.comparison, { params: { id } });
    expect(body.staying).toMatchObject({
      days: 20,
      inside: { customers: 10, left: 2 },
      outside: { customers: 30, left: 1 },
      // Log-rank by hand: 2 left inside of the 0.25 + 18/39 that would have; one degree of freedom.
      pValue: expect.closeTo(0.0776, 4),
    });
    expect(body.staying?.inside.points.map(({ day, share }) => [day, share])).toEqual([
      [0, 1],
      [10, expect.closeTo(0.9)],
      [15, expect.closeTo(0.8)],
    ]);
    const revenue = body.figures.find(({ key }) => key === "monthlyRevenue");
    expect(revenue?.inside).toEqual({ value: 10, n: 7 });
    const flow = (await app.call(owner, segmentRoutes.flow, { params: { id } })).body;
    expect(flow).toMatchObject({ membersThen: 10, membersNow: 7, leftUs: 2 });
    expect(flow.weeks.map(({ left }) => left)).toEqual([0, 0, 3]);
  });

  it("is nothing to be read before a week has gone by", async () => {
    const { id } = await create("Basic", [onBasic]);
    app.clock.advance(6 * DAY_MS);
    const { body } = await app.call(owner, segmentRoutes.comparison, { params: { id } });
    expect(body.staying).toBeNull();
    expect(await withTenant(app.db, companyId, async () => true)).toBe(true);
  });
});

describe("suggested segments", () => {
  it("are rules that hold for customers they were not built on, and none where nothing does", async () => {
    // Ids of their own making: which half a customer falls into follows from its id.
    await addCustomers(
      app,
      companyId,
      Array.from({ length: 1000 }, (_, index) => ({
        externalId: `s-${index}`,
        plan: index % 4 === 0 ? "Trial" : "Pro",
        monthlyRevenueCents: 1000 * (index % 7),
        attributes: { seats: index % 10 },
      })),
    );
    const score = (chance: string) =>
      app.queryAsAdmin(
        `insert into risk_values (company_id, customer_id, currency, plan, level, probability, mrr_minor, value_minor, at_risk_minor)
         select company_id, id, 'USD', plan, 0, ${chance}, 0, 0, 0 from customers where company_id = $1 and external_id like 's-%'
         on conflict (company_id, customer_id) do update set probability = excluded.probability`,
        [companyId],
      );
    const ask = async () => (await app.call(owner, segmentRoutes.suggestions)).body;
    expect((await ask()).missing).toBe("Needs scores: run a churn analysis.");
    await score("case when plan = 'Trial' and (attributes ->> 'seats')::int < 4 then 0.5 else 0.1 end");
    const { items, builtOn, checkedOn } = await ask();
    expect([builtOn, checkedOn]).toEqual([500, 500]);
    expect(items[0]?.sentence).toMatch(/plan Trial/i);
    expect(items[0]?.sentence).toMatch(/Seats under [1-4]/);
    expect(items[0]?.inside.churnRate).toBeCloseTo(0.5);
    expect(items[0]?.outside.churnRate).toBeLessThan(0.17);
    const kept = await app.call(owner, segmentRoutes.create, {
      body: input(items[0]!.name, items[0]!.criteria, { type: SegmentType.AiGenerated }),
    });
    expect(kept.status, JSON.stringify(kept.body)).toBe(201);
    await follow();
    expect((await get(kept.body.id)).figures?.customerCount).toBe(items[0]!.customerCount);
    await score("0.1");
    expect(await ask()).toMatchObject({
      items: [],
      missing: "No plain rule tells customers at risk from the others.",
    });
  });
});
