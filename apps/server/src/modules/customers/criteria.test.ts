import { DAY_MS, type CriteriaNode, type Criterion } from "@forestay/contracts";
import { meetsCriteria, type CustomerFacts } from "@forestay/criteria";
import { overdueBefore } from "@forestay/metrics";
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { buildCompany, createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { compileCriteria } from "./compile-criteria.ts";
import { line } from "./fixtures/criterion-line.ts";
import { readFilterContext } from "./filter-context.ts";
import { choosing, comparing, days, relative, smallCount, windows } from "./fixtures/line-parts.ts";
import { leavingOf } from "./leaving.ts";
import { toMinorUnits } from "./money.ts";

const now = new Date("2026-06-15T09:00:00Z");
const TIME_ZONE = "Pacific/Honolulu";
const segmentIds = ["0197a000-0000-7000-8000-000000000001", "0197a000-0000-7000-8000-000000000002"] as const;
const tagIds = ["0197a000-0000-7000-8000-000000000011", "0197a000-0000-7000-8000-000000000012"] as const;
const userIds = ["0197a000-0000-7000-8000-000000000021", "0197a000-0000-7000-8000-000000000022"] as const;
const eventTypes = ["login", "Export, CSV", "never happened"] as const;
const texts = ["Pro", "pro", "Starter", "élan", "", "a.b", "50%", "_"] as const;

let database: TestDatabase;
let companyId: string;
const population = new Map<string, CustomerFacts>();

// Moments on whole and half days around the windows, so that bounds are hit exactly as well.
const momentAround = fc
  .integer({ min: -800, max: 200 })
  .map((halfDays) => now.getTime() + (halfDays * DAY_MS) / 2);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 });

const customerArbitrary = fc.record({
  plan: optional(fc.constantFrom(...texts)),
  name: optional(fc.constantFrom("Ann Arbor", "Bo Élan", "cy_50%")),
  email: fc.constantFrom("Ann@Example.com", "bo@example.com"),
  lifetimeCents: optional(fc.integer({ min: 0, max: 20_000 })),
  atRiskCents: optional(fc.integer({ min: 0, max: 20_000 })),
  revenueCents: optional(fc.integer({ min: 0, max: 20_000 })),
  subscription: optional(fc.integer({ min: 0, max: 4 })),
  payment: optional(fc.integer({ min: 0, max: 3 })),
  startedAt: optional(momentAround),
  endedAt: optional(momentAround),
  seenAt: optional(momentAround),
  createdAt: momentAround,
  churned: optional(fc.boolean()),
  score: optional(fc.integer({ min: 0, max: 100 })),
  attributes: fc.record(
    {
      seats: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom("7", "many")),
      region: fc.constantFrom(...texts, null),
      vip: fc.boolean(),
      signed: momentAround.map((ms) => dayOf(ms)),
    },
    { requiredKeys: [] },
  ),
  events: fc.array(fc.record({ type: fc.constantFrom("login", "Export, CSV"), at: momentAround }), {
    maxLength: 6,
  }),
  attempts: fc.array(fc.record({ at: momentAround, succeeded: fc.boolean() }), { maxLength: 4 }),
  invoices: fc.array(
    fc.record({
      status: fc.integer({ min: 0, max: 4 }),
      issuedAt: momentAround,
      dueAt: optional(momentAround),
    }),
    { maxLength: 3 },
  ),
  subscriptions: fc.array(
    fc.record({
      status: fc.integer({ min: 0, max: 4 }),
      renewsAt: optional(momentAround),
      endedAt: optional(momentAround),
    }),
    { maxLength: 2 },
  ),
  movements: fc
    .uniqueArray(
      fc.record({
        sold: optional(fc.constantFrom("Pro", "Starter")),
        currency: fc.constantFrom("EUR", "USD"),
        at: momentAround,
        afterMinor: fc.constantFrom(0, 500, 900),
        reason: optional(fc.constantFrom("voluntary" as const, "involuntary" as const)),
        words: optional(fc.constantFrom("Too expensive", "too expensive", "Moved")),
      }),
      { maxLength: 5, selector: ({ currency, at }) => `${currency}|${at}` },
    )
    // What is paid for a plan is part of what is paid.
    .map((changes) =>
      changes.flatMap(({ sold, ...one }) => [
        { ...one, plan: "" },
        ...(sold === null ? [] : [{ ...one, plan: sold as string }]),
      ]),
    ),
  scores: fc.uniqueArray(
    fc.record({
      at: momentAround,
      score: fc.integer({ min: 0, max: 100 }),
      level: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 3, selector: ({ at }) => at },
  ),
  segmentIds: fc.subarray([...segmentIds]),
  tagIds: fc.subarray([...tagIds]),
  ownerUserId: optional(fc.constantFrom(...userIds)),
  hasOpenCase: fc.boolean(),
});
type Made = typeof customerArbitrary extends fc.Arbitrary<infer T> ? T : never;

beforeAll(async () => {
  database = await createTestDatabase();
  companyId = (await buildCompany(database.db)).id;
  await database.queryAsAdmin("update companies set time_zone = $2 where id = $1", [companyId, TIME_ZONE]);
  await database.queryAsAdmin(
    `insert into segments (company_id, id, name, type, status, color, criteria, rule_changed_at)
     select $1, id, id::text, 0, 1, 'teal', '[]', now() from unnest($2::uuid[]) id`,
    [companyId, [...segmentIds]],
  );
  await database.queryAsAdmin(
    "insert into tags (company_id, id, name, created_at) select $1, id, id::text, now() from unnest($2::uuid[]) id",
    [companyId, [...tagIds]],
  );
  await database.queryAsAdmin(
    `insert into users (company_id, id, email, company_role) select $1, id, id || '@example.com', 'Staff' from unnest($2::uuid[]) id`,
    [companyId, [...userIds]],
  );
  await database.queryAsAdmin(
    "insert into event_types (company_id, id, name) values ($1, 1, 'login'), ($1, 2, 'Export, CSV')",
    [companyId],
  );
  await database.queryAsAdmin("insert into event_batches (company_id, id, source) values ($1, 1, 'test')", [
    companyId,
  ]);
  for (const made of fc.sample(customerArbitrary, { numRuns: 80, seed: 12 })) await insert(made);
});
afterAll(() => database.drop());

async function insert(made: Made): Promise<void> {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms));
  const createdAt = new Date(made.createdAt);
  const [row] = await database.queryAsAdmin<{ id: string }>(
    `insert into customers (company_id, external_id, email, full_name, plan, lifetime_value_cents, monthly_revenue_cents,
       subscription_status, payment_status, started_at, ended_at, last_activity_at, churned, churn_risk_score, attributes, created_at, value_at_risk_cents)
     values ($1, gen_random_uuid()::text, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id`,
    [
      companyId,
      made.email,
      made.name,
      made.plan,
      made.lifetimeCents,
      made.revenueCents,
      made.subscription,
      made.payment,
      time(made.startedAt),
      time(made.endedAt),
      time(made.seenAt),
      made.churned,
      made.score,
      JSON.stringify(made.attributes),
      createdAt,
      made.atRiskCents,
    ],
  );
  const id = row!.id;
  const keyed = [companyId, id] as const;
  for (const [index, event] of made.events.entries())
    await database.queryAsAdmin(
      "insert into events (company_id, customer_id, occurred_at, key, type_id, batch_id) values ($1, $2, $3, $4, $5, 1)",
      [...keyed, new Date(event.at), index, event.type === "login" ? 1 : 2],
    );
  for (const attempt of made.attempts)
    await database.queryAsAdmin(
      `insert into payment_attempts (company_id, customer_id, source, source_id, attempted_at, succeeded, currency, amount_minor, told_at)
       values ($1, $2, 'test', gen_random_uuid()::text, $3, $4, 'USD', 100, now())`,
      [...keyed, new Date(attempt.at), attempt.succeeded],
    );
  for (const invoice of made.invoices)
    await database.queryAsAdmin(
      `insert into invoices (company_id, customer_id, source, source_id, kind, status, currency, amount_minor, issued_at, due_at, told_at)
       values ($1, $2, 'test', gen_random_uuid()::text, 'invoice', $3, 'USD', 100, $4, $5, now())`,
      [...keyed, invoice.status, new Date(invoice.issuedAt), time(invoice.dueAt)],
    );
  for (const one of made.subscriptions)
    await database.queryAsAdmin(
      `insert into subscriptions (company_id, customer_id, source, source_id, status, started_at, renews_at, ended_at, told_at)
       values ($1, $2, 'test', gen_random_uuid()::text, $3, '2020-01-01', $4, $5, now())`,
      [...keyed, one.status, time(one.renewsAt), time(one.endedAt)],
    );
  for (const one of made.movements)
    await database.queryAsAdmin(
      `insert into mrr_movements (company_id, customer_id, plan, currency, at, day, kind, amount_minor, before_minor, after_minor, reason, words)
       values ($1, $2, $3, $4, $5, $6, 'churn', 1, 0, $7, $8, $9)`,
      [
        ...keyed,
        one.plan,
        one.currency,
        new Date(one.at),
        dayOf(one.at),
        one.afterMinor,
        one.reason,
        one.words,
      ],
    );
  for (const one of made.scores)
    await database.queryAsAdmin(
      `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level)
       values ($1, $2, $3, gen_random_uuid(), 0.5, $4, $5)`,
      [...keyed, new Date(one.at), one.score, one.level],
    );
  for (const segmentId of made.segmentIds)
    await database.queryAsAdmin(
      "insert into segment_members (company_id, segment_id, customer_id, since) values ($1, $2, $3, now())",
      [companyId, segmentId, id],
    );
  for (const tagId of made.tagIds)
    await database.queryAsAdmin(
      "insert into customer_tags (company_id, customer_id, tag_id, added_at) values ($1, $2, $3, now())",
      [...keyed, tagId],
    );
  if (made.ownerUserId !== null)
    await database.queryAsAdmin(
      "insert into customer_owners (company_id, customer_id, user_id, since) values ($1, $2, $3, now())",
      [...keyed, made.ownerUserId],
    );
  // One that is closed is not open.
  await database.queryAsAdmin(
    `insert into risk_cases (company_id, customer_id, stage, reason, currency, opened_at, opened_by, updated_by, updated_at, closed_at)
     values ($1, $2, $3, 'other', 'USD', now(), 'Ann', 'Ann', now(), $4)`,
    [...keyed, made.hasOpenCase ? 1 : 3, made.hasOpenCase ? null : now],
  );
  const rule = { definition: "cancelled", inactiveDays: 60, now, activityUntil: null } as const;
  const left = leavingOf(
    {
      churned: made.churned,
      churnedAt: null,
      endedAt: time(made.endedAt),
      subscriptionStatus: made.subscription,
      lastSeenAt: time(made.seenAt),
    },
    rule,
  );
  population.set(id, {
    ...made,
    movements: made.movements.map((one) => ({ ...one, day: dayOf(one.at) })),
    hasLeft: left.hasLeft === true,
    fields: {
      plan: made.plan,
      fullName: (made.name ?? made.email).toLowerCase(),
      email: made.email.toLowerCase(),
      lifetimeValue: made.lifetimeCents,
      monthlyRevenue: made.revenueCents,
      valueAtRisk: made.atRiskCents,
      subscriptionStatus: made.subscription,
      paymentStatus: made.payment,
      startedAt: made.startedAt,
      endedAt: made.endedAt,
      createdAt: createdAt.getTime(),
      tenureDays: made.startedAt,
      daysSinceActivity: made.seenAt,
      lastActivityDate: made.seenAt,
      activityStatus: made.seenAt,
      churned: made.churned,
      churnRiskScore: made.score,
    },
  });
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const isoMoment = momentAround.map((ms) => new Date(ms).toISOString());
const criterionArbitrary: fc.Arbitrary<Criterion> = fc.oneof(
  line(["plan", "fullName", "email"], fc.constantFrom(...texts, "ann arbor", "b", "bo@example.com"), [
    ...comparing,
    "Contains",
  ]),
  line(["lifetimeValue", "monthlyRevenue", "valueAtRisk"], fc.integer({ min: 0, max: 200 }), comparing),
  line(["churnRiskScore"], fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(29.5)), comparing),
  line(["subscriptionStatus"], fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant("PastDue")), comparing),
  line(["paymentStatus"], fc.integer({ min: 0, max: 3 }), choosing),
  line(["activityStatus"], fc.constantFrom("Active", "Quiet", "Silent", "Unknown"), choosing),
  line(["tenureDays", "daysSinceActivity"], days, comparing),
  line(["startedAt", "endedAt", "createdAt", "lastActivityDate"], isoMoment, comparing),
  line(["endedAt", "createdAt", "firstPaidOn", "stoppedPayingOn", "attributes.signed"], windows, relative),
  line(["churned"], fc.boolean(), ["Equals", "NotEquals"]),
  line(["hasLeft"], fc.boolean(), ["Equals", "NotEquals"]).filter(({ value }) => value !== null),
  line(
    ["attributes.seats", "attributes.region", "attributes.vip", "attributes.gone"],
    fc.oneof(smallCount, fc.boolean(), fc.constantFrom(...texts, "7", "MANY")),
    [...comparing, "Contains"],
  ).filter(({ operator, value }) => (operator === "Contains" ? typeof value === "string" : true)),
  line(
    eventTypes.flatMap((type) => [`events.30.${type}`, `events.7.${type}`, `events.365.${type}`]),
    smallCount,
    comparing,
  ),
  line(
    eventTypes.map((type) => `sinceEvent.${type}`),
    days,
    comparing,
  ),
  line(["failedPayments.90", "openInvoices", "overdueInvoices"], smallCount, comparing),
  line(["daysSinceInvoice", "renewalInDays"], days, comparing),
  line(["scoreChange.30", "scoreChange.7"], fc.integer({ min: -60, max: 60 }), comparing),
  line(["levelBefore.30"], fc.integer({ min: 0, max: 3 }), choosing),
  line(["segments"], fc.constantFrom(...segmentIds), choosing),
  line(["tags"], fc.constantFrom(...tagIds), choosing),
  line(["owner"], fc.constantFrom(...userIds), choosing),
  line(["firstPaidOn", "stoppedPayingOn"], momentAround.map(dayOf), comparing),
  line(["daysSinceFirstPaid"], days, comparing),
  line(["firstPlan"], fc.constantFrom("Pro", "Starter", "gone"), choosing),
  line(["leavingReason"], fc.constantFrom("voluntary", "involuntary", "unknown"), choosing),
  line(["leavingWords"], fc.constantFrom("Too expensive", "MOVED", "price"), [...choosing, "Contains"]),
  line(["isPaying"], fc.boolean(), ["Equals", "NotEquals"]),
  line(["openCase"], fc.boolean(), ["Equals", "NotEquals"]).filter(({ value }) => value !== null),
);

const groupOf = (inner: fc.Arbitrary<CriteriaNode>): fc.Arbitrary<CriteriaNode> =>
  fc.record({
    match: fc.constantFrom("all" as const, "any" as const, "none" as const),
    criteria: fc.array(inner, { maxLength: 3 }),
  });
const nodeArbitrary: fc.Arbitrary<CriteriaNode> = fc.oneof(
  { weight: 4, arbitrary: criterionArbitrary },
  { weight: 1, arbitrary: groupOf(fc.oneof(criterionArbitrary, groupOf(criterionArbitrary))) },
);

/** Who the database says meets each of these rules, asked in one go. */
async function chosen(rules: readonly (readonly CriteriaNode[])[]): Promise<string[][]> {
  return withTenant(database.db, companyId, async (tx) => {
    const context = await readFilterContext(tx, companyId, now);
    const answers: string[][] = [];
    for (const nodes of rules) {
      const { rows } = await sql<{ id: string }>`select c.id from customers c
        where c.company_id = ${companyId} and ${compileCriteria(nodes, context)} order by c.id`.execute(tx);
      answers.push(rows.map(({ id }) => id));
    }
    return answers;
  });
}
const met = (nodes: readonly CriteriaNode[]) =>
  [...population]
    .filter(([, facts]) =>
      meetsCriteria(nodes, facts, {
        now: now.getTime(),
        overdueBefore: overdueBefore(now.getTime(), TIME_ZONE),
        minorUnits: (amount) => toMinorUnits(amount, "USD"),
      }),
    )
    .map(([id]) => id)
    .sort();

describe("criteria", () => {
  it("choose the same customers as SQL and in memory, whatever the rule", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(nodeArbitrary, { maxLength: 3 }), { minLength: 20, maxLength: 20 }),
        async (rules) => {
          const answers = await chosen(rules);
          for (const [index, nodes] of rules.entries()) {
            expect(answers[index], JSON.stringify(nodes)).toEqual(met(nodes));
          }
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  });

  it("each single kind of line tells some customers from others", async () => {
    const lines = fc.sample(criterionArbitrary, { numRuns: 2400, seed: 3 });
    const telling = new Set<string>();
    for (const one of lines) {
      const count = met([one]).length;
      if (count > 0 && count < population.size) telling.add(one.field.replace(/\d+/, "n"));
    }
    for (const field of lines.map((one) => one.field.replace(/\d+/, "n"))) {
      if (!field.includes("never") && !field.includes("gone")) expect([...telling]).toContain(field);
    }
  });
});
