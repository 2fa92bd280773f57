import { mrrMovementKinds, type CriteriaNode } from "@forestay/contracts";
import { meetsCriteria, type CustomerFacts } from "@forestay/criteria";
import { daysFrom } from "@forestay/metrics";
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { buildCompany, createTestDatabase, type TestDatabase } from "#testing/index.ts";
import {
  criterionArbitrary,
  dayOf,
  momentAround,
  nodeArbitrary,
  now,
  segmentIds,
  tagIds,
  texts,
  userIds,
} from "#testing/made-criteria.ts";
import { compileCriteria } from "./compile-criteria.ts";
import { readFilterContext } from "./filter-context.ts";
import { leavingOf } from "./leaving.ts";
import { toMinorUnits } from "./money.ts";

const TIME_ZONE = "Pacific/Honolulu";
let database: TestDatabase;
let companyId: string;
const population = new Map<string, CustomerFacts>();

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
  scoredAt: optional(momentAround),
  within: optional(
    fc.tuple(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 100 }),
    ),
  ),
  expectedDays: optional(fc.integer({ min: 1, max: 900 })),
  level: optional(fc.integer({ min: 0, max: 3 })),
  source: optional(fc.constantFrom("model", "rules")),
  currency: optional(fc.constantFrom("EUR", "JPY")),
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
        kind: fc.constantFrom(...mrrMovementKinds),
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
  const externalId = `${population.size % 2 === 0 ? "C" : "c"}-${population.size}`;
  const [row] = await database.queryAsAdmin<{ id: string }>(
    `insert into customers (company_id, external_id, email, full_name, plan, lifetime_value_cents, monthly_revenue_cents,
       subscription_status, payment_status, started_at, ended_at, last_activity_at, churned, churn_risk_score, attributes, created_at, value_at_risk_cents,
       scored_at, leaves_within_30, leaves_within_60, leaves_within_90, expected_days, churn_risk_level, score_source, currency)
     values ($1, $24, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $25) returning id`,
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
      time(made.scoredAt),
      made.within?.[0] ?? null,
      made.within?.[1] ?? null,
      made.within?.[2] ?? null,
      made.expectedDays,
      made.level,
      made.source,
      externalId,
      made.currency,
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
       values ($1, $2, $3, $4, $5, $6, $7, 1, 0, $8, $9, $10)`,
      [
        ...keyed,
        one.plan,
        one.currency,
        new Date(one.at),
        dayOf(one.at),
        one.kind,
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
      lastActivity: made.seenAt,
      churned: made.churned,
      churnRiskScore: made.score,
      churnRiskLevel: made.level,
      leavesWithin30: made.within?.[0] ?? null,
      leavesWithin60: made.within?.[1] ?? null,
      leavesWithin90: made.within?.[2] ?? null,
      expectedDays: made.expectedDays,
      scoredAt: made.scoredAt,
      scoreSource: made.source,
      currency: made.currency,
      externalId,
    },
  });
}

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
        days: daysFrom(now.getTime(), TIME_ZONE),
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
