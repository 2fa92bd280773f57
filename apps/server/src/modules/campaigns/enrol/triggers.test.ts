import {
  campaignRoutes,
  campaignTriggers,
  PaymentStatus,
  RiskLevel,
  segmentRoutes,
  SubscriptionStatus,
  type CampaignTriggerInput,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followJob as followSegments } from "#modules/segments/index.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { campaignCompany, type CampaignCompany } from "../fixtures/campaign-company.ts";
import { followJob } from "../follow/follow-campaigns.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const LOOK_MS = 11 * 60_000;

/** Customers by what becomes of them. Of plan Pro, but for one outside the audience and one who is left out. */
const people = ["before", "again", "comes", "outside", "leftOut", "never"] as const;
type Person = (typeof people)[number];

interface World {
  company: CampaignCompany;
  segmentId: string;
  write(set: string, who: readonly Person[], ...values: unknown[]): Promise<unknown>;
  run(statement: string, who: readonly Person[], ...values: unknown[]): Promise<unknown>;
}

async function startWorld(): Promise<World> {
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  const company = await campaignCompany(app);
  const { companyId } = company;
  await app.queryAsAdmin(
    `insert into customers (company_id, external_id, email, plan, started_at, last_activity_at, last_login_at)
     select $1::uuid, who, who || '@' || substr($1::text, 25) || '.example.test',
       case who when 'outside' then 'Basic' when 'leftOut' then 'Team' else 'Pro' end, '2025-01-01', $3, $3
     from unnest($2::text[]) who`,
    [companyId, people, app.clock.now()],
  );
  await app.queryAsAdmin("insert into event_types (company_id, id, name) values ($1, 1, 'report_opened')", [
    companyId,
  ]);
  const segment = await app.call(company.owner, segmentRoutes.create, {
    body: {
      ...segmentBody,
      criteria: [{ field: "subscriptionStatus", operator: "In", value: [SubscriptionStatus.PastDue] }],
    },
  });
  expect(segment.status, JSON.stringify(segment.body)).toBe(201);
  const run = async (statement: string, who: readonly Person[], ...values: unknown[]) =>
    app.queryAsAdmin(statement, [companyId, who, ...values]);
  return {
    company,
    segmentId: segment.body.id,
    run,
    write: (set, who, ...values) =>
      run(`update customers set ${set} where company_id = $1 and external_id = any($2)`, who, ...values),
  };
}

/** What brings customers to meet a trigger, and what takes them out of it again. */
interface TriggerCase {
  trigger(world: World): CampaignTriggerInput;
  meet(world: World, who: readonly Person[]): Promise<unknown>;
  unmeet(world: World, who: readonly Person[]): Promise<unknown>;
  /** Everybody stands so before anything is met. */
  first?(world: World): Promise<unknown>;
}

const inSegment = async (world: World, who: readonly Person[]) => {
  await world.write("subscription_status = $3", who, SubscriptionStatus.PastDue);
  await app.runJob(followSegments.company, { companyId: world.company.companyId });
};
const outOfSegment = async (world: World, who: readonly Person[]) => {
  await world.write("subscription_status = $3", who, SubscriptionStatus.Active);
  await app.runJob(followSegments.company, { companyId: world.company.companyId });
};
const seenAt = ({ write }: World, who: readonly Person[], at: number) =>
  write("last_seen_at = default, last_activity_at = $3, last_login_at = $3", who, new Date(at));

const cases: Record<Exclude<keyof typeof campaignTriggers, "Manual">, TriggerCase> = {
  RiskRaised: {
    trigger: () => ({ kind: "RiskRaised" }),
    meet: ({ write }, who) => write("churn_risk_level = $3", who, RiskLevel.High),
    unmeet: ({ write }, who) => write("churn_risk_level = $3", who, RiskLevel.Low),
  },
  SegmentEntered: {
    trigger: ({ segmentId }) => ({ kind: "SegmentEntered", segmentId }),
    meet: inSegment,
    unmeet: outOfSegment,
  },
  SegmentLeft: {
    trigger: ({ segmentId }) => ({ kind: "SegmentLeft", segmentId }),
    first: (world) => inSegment(world, people),
    meet: outOfSegment,
    unmeet: inSegment,
  },
  Silent: {
    trigger: () => ({ kind: "Silent", days: 14 }),
    meet: (world, who) => seenAt(world, who, app.clock.now().getTime() - 20 * DAY_MS),
    unmeet: (world, who) => seenAt(world, who, app.clock.now().getTime()),
  },
  RenewalDue: {
    trigger: () => ({ kind: "RenewalDue", days: 30 }),
    meet: ({ run }, who) =>
      run(
        `insert into subscriptions (company_id, customer_id, source, source_id, status, started_at, renews_at, told_at)
         select company_id, id, 'test', external_id, $3::int, '2025-01-01', $4::timestamptz + interval '20 days', $4 from customers
         where company_id = $1 and external_id = any($2)
         on conflict (company_id, source, source_id) do update set renews_at = excluded.renews_at`,
        who,
        SubscriptionStatus.Active,
        app.clock.now(),
      ),
    unmeet: ({ run }, who) =>
      run(
        "update subscriptions set renews_at = $3::timestamptz + interval '1 year' where company_id = $1 and source_id = any($2)",
        who,
        app.clock.now(),
      ),
  },
  CardExpiring: {
    trigger: () => ({ kind: "CardExpiring", days: 20 }),
    meet: ({ run }, who) =>
      run(
        `insert into recovery_cards (company_id, source, subscription_source_id, ends_on, customer_id, customer_source_id, brand, last4,
           renews_itself, charges_at, looked_at)
         select company_id, 'test', external_id || $3::timestamptz::text, ($3::timestamptz + interval '10 days')::date, id, external_id, 'visa', '4242',
           false, $3::timestamptz + interval '15 days', $3
         from customers where company_id = $1 and external_id = any($2)`,
        who,
        app.clock.now(),
      ),
    unmeet: ({ run }, who) =>
      run(
        `update recovery_cards set outcome = 'replaced', closed_at = $3
         where company_id = $1 and customer_source_id = any($2) and closed_at is null`,
        who,
        app.clock.now(),
      ),
  },
  PaymentFailed: {
    trigger: () => ({ kind: "PaymentFailed" }),
    meet: ({ write }, who) => write("payment_status = $3", who, PaymentStatus.Failed),
    unmeet: ({ write }, who) => write("payment_status = $3", who, PaymentStatus.Current),
  },
  EventHappened: {
    trigger: () => ({ kind: "EventHappened", event: "report_opened" }),
    meet: ({ run }, who) =>
      run(
        `insert into events (company_id, customer_id, occurred_at, key, type_id, batch_id)
         select company_id, id, $3, row_number() over () + 1000 * extract(epoch from $3::timestamptz)::bigint % 1000000, 1, 1
         from customers where company_id = $1 and external_id = any($2)`,
        who,
        app.clock.now(),
      ),
    // What happened has happened; only what comes later is news.
    unmeet: async () => undefined,
  },
};

const look = async ({ company: { companyId } }: World) => {
  app.clock.advance(LOOK_MS);
  await app.runJob(followJob.company, { companyId });
};
const inIt = async (id: string) =>
  (
    await app.queryAsAdmin<{ who: string }>(
      `select c.external_id as who from campaign_enrolments e join customers c on c.id = e.customer_id
       where e.campaign_id = $1 and e.arm in ('sent', 'held') order by 1`,
      [id],
    )
  ).map(({ who }) => who);
const begin = (world: World, trigger: CampaignTriggerInput, includesPresent: boolean) =>
  world.company.begin({
    trigger,
    includesPresent,
    audience: [{ field: "plan", operator: "In", value: ["Pro", "Team"] }],
    exclusions: [{ field: "plan", operator: "In", value: ["Team"] }],
  });

describe.each(Object.entries(cases))("the trigger %s", (kind, one) => {
  it("lets in who comes to meet it after the start, also who met it before and comes to meet it anew", async () => {
    const world = await startWorld();
    await one.first?.(world);
    await one.meet(world, ["before", "again"]);
    app.clock.advance(60_000);
    const id = await begin(world, one.trigger(world), false);
    expect(await inIt(id)).toEqual([]);
    await look(world);
    expect(await inIt(id)).toEqual([]);

    await one.meet(world, ["comes", "outside", "leftOut"]);
    await look(world);
    expect(await inIt(id)).toEqual(["comes"]);

    await one.unmeet(world, ["again"]);
    await look(world);
    expect(await inIt(id)).toEqual(["comes"]);
    await one.meet(world, ["again"]);
    await look(world);
    expect(await inIt(id)).toEqual(["again", "comes"]);

    // In it once, whatever happens again.
    await one.unmeet(world, ["comes"]);
    await look(world);
    await one.meet(world, ["comes"]);
    await look(world);
    expect(await inIt(id)).toEqual(["again", "comes"]);
  });

  it("lets in at the start who meets it then, where that is asked for", async () => {
    const world = await startWorld();
    await one.first?.(world);
    await one.meet(world, ["before", "outside", "leftOut"]);
    app.clock.advance(60_000);
    const id = await begin(world, one.trigger(world), true);
    // Of a segment that was left before, nothing is news.
    expect(await inIt(id)).toEqual(kind === "SegmentLeft" ? [] : ["before"]);
    await one.meet(world, ["comes"]);
    await look(world);
    expect(await inIt(id)).toEqual(kind === "SegmentLeft" ? ["comes"] : ["before", "comes"]);
  });
});

it("a campaign by hand has everybody of its audience at its start, and nobody later", async () => {
  const world = await startWorld();
  const id = await begin(world, { kind: "Manual" }, true);
  const atStart = ["again", "before", "comes", "never"];
  expect(await inIt(id)).toEqual(atStart);
  await world.write("plan = 'Pro'", ["outside"]);
  await look(world);
  expect(await inIt(id)).toEqual(atStart);
});

it("who left a segment and is in it again has not left it", async () => {
  const world = await startWorld();
  await inSegment(world, people);
  const id = await begin(world, { kind: "SegmentLeft", segmentId: world.segmentId }, false);
  await outOfSegment(world, ["again", "comes"]);
  app.clock.advance(60_000);
  await inSegment(world, ["again"]);
  await look(world);
  expect(await inIt(id)).toEqual(["comes"]);
});

it("who met a trigger before the start is not let in by a change of the audience alone, nor of what leaves them out", async () => {
  const world = await startWorld();
  const { write } = world;
  await cases.RiskRaised.meet(world, ["outside", "leftOut"]);
  const id = await begin(world, { kind: "RiskRaised" }, false);
  await write("plan = 'Pro'", ["outside", "leftOut"]);
  await look(world);
  expect(await inIt(id)).toEqual([]);
});

it("a paused campaign of those who left a segment is resumed with them, and not paused for them again", async () => {
  const world = await startWorld();
  const { company, segmentId } = world;
  await company.addCustomers(80);
  await app.queryAsAdmin(
    "update customers set plan = 'Pro', subscription_status = $2 where company_id = $1",
    [company.companyId, SubscriptionStatus.PastDue],
  );
  await app.runJob(followSegments.company, { companyId: company.companyId });
  const id = await begin(world, { kind: "SegmentLeft", segmentId }, false);
  await app.queryAsAdmin("update customers set subscription_status = $2 where company_id = $1", [
    company.companyId,
    SubscriptionStatus.Active,
  ]);
  await app.runJob(followSegments.company, { companyId: company.companyId });
  await look(world);
  const stateOf = async () =>
    (await app.call(company.owner, campaignRoutes.get, { params: { id } })).body.status;
  expect(await stateOf()).toBe("Paused");
  await app.call(company.owner, campaignRoutes.resume, { params: { id } });
  await look(world);
  expect(await stateOf()).toBe("Active");
  expect((await inIt(id)).length).toBe(86);
});

it("a change of the segment's rule lets nobody in, neither by it nor by its being put back", async () => {
  const world = await startWorld();
  const { company, segmentId } = world;
  const followRule = async (status: number) => {
    app.clock.advance(60_000);
    const { version } = (await app.call(company.owner, segmentRoutes.get, { params: { id: segmentId } }))
      .body;
    const saved = await app.call(company.owner, segmentRoutes.update, {
      params: { id: segmentId },
      body: {
        ...segmentBody,
        criteria: [{ field: "subscriptionStatus", operator: "In", value: [status] }],
        version,
      },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await app.runJob(followSegments.company, { companyId: company.companyId });
    await look(world);
  };
  await world.write("subscription_status = $3", people, SubscriptionStatus.Active);
  await inSegment(world, ["before", "again"]);
  const id = await begin(world, { kind: "SegmentEntered", segmentId }, false);
  await followRule(SubscriptionStatus.Active);
  expect(await inIt(id)).toEqual([]);
  await followRule(SubscriptionStatus.PastDue);
  expect(await inIt(id)).toEqual([]);
  app.clock.advance(60_000);
  await outOfSegment(world, ["again"]);
  await look(world);
  await inSegment(world, ["again", "comes"]);
  await look(world);
  expect(await inIt(id)).toEqual(["again", "comes"]);
});

it("a level of risk that was not known for a while is no news when it is the same again", async () => {
  const world = await startWorld();
  const { meet } = cases.RiskRaised;
  await meet(world, ["before"]);
  const id = await begin(world, { kind: "RiskRaised" }, false);
  await world.write("churn_risk_level = null", ["before"]);
  await look(world);
  await meet(world, ["before"]);
  await look(world);
  expect(await inIt(id)).toEqual([]);
});
