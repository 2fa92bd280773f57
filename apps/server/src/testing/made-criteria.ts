import { DAY_MS, type CriteriaNode, type Criterion } from "@forestay/contracts";
import * as fc from "fast-check";

// Criteria as anybody could set them, over every field that there is: what is compiled to SQL and what is worked out in memory are held
// together by them.

export const now = new Date("2026-06-15T09:00:00Z");
export const segmentIds = [
  "0197a000-0000-7000-8000-000000000001",
  "0197a000-0000-7000-8000-000000000002",
] as const;
export const tagIds = [
  "0197a000-0000-7000-8000-000000000011",
  "0197a000-0000-7000-8000-000000000012",
] as const;
export const userIds = [
  "0197a000-0000-7000-8000-000000000021",
  "0197a000-0000-7000-8000-000000000022",
] as const;
const eventTypes = ["login", "Export, CSV", "never happened"] as const;
export const texts = ["Pro", "pro", "Starter", "élan", "", "a.b", "50%", "_"] as const;

// Moments on whole and half days around the windows, so that bounds are hit exactly as well.
export const momentAround = fc
  .integer({ min: -800, max: 200 })
  .map((halfDays) => now.getTime() + (halfDays * DAY_MS) / 2);
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

// What lines of made-up rules are put together from.
const comparing = ["Equals", "NotEquals", "GreaterThan", "LessThan", "In", "NotIn"] as const;
const choosing = ["Equals", "NotEquals", "In", "NotIn"] as const;
const relative = ["InLast", "NotInLast", "InNext"] as const;
const windows = fc.integer({ min: 1, max: 400 });
const smallCount = fc.integer({ min: -1, max: 6 });
const days = fc.oneof(
  fc.integer({ min: -2, max: 400 }),
  fc.integer({ min: 0, max: 800 }).map((n) => n / 2),
);

/** A line on one of these fields, now and then one that asks whether anything is known. */
const line = (
  fields: readonly string[],
  values: fc.Arbitrary<string | number | boolean>,
  operators: readonly Criterion["operator"][],
): fc.Arbitrary<Criterion> =>
  fc
    .record({
      field: fc.constantFrom(...fields),
      operator: fc.constantFrom(...operators),
      one: values,
      list: fc.array(values, { maxLength: 3 }),
      isNull: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    })
    .map(({ field, operator, one, list, isNull }) => {
      if (isNull && (operator === "Equals" || operator === "NotEquals"))
        return { field, operator, value: null };
      return { field, operator, value: operator === "In" || operator === "NotIn" ? list : one };
    });

const moments = ["startedAt", "endedAt", "createdAt", "scoredAt", "lastActivityDate"] as const;
const isoMoment = momentAround.map((ms) => new Date(ms).toISOString());
/** One line. */
export const criterionArbitrary: fc.Arbitrary<Criterion> = fc.oneof(
  line(["plan", "fullName", "email"], fc.constantFrom(...texts, "ann arbor", "b", "bo@example.com"), [
    ...comparing,
    "Contains",
  ]),
  line(["lifetimeValue", "monthlyRevenue", "valueAtRisk"], fc.integer({ min: 0, max: 200 }), comparing),
  line(
    ["churnRiskScore", "leavesWithin30", "leavesWithin60", "leavesWithin90", "expectedDays"],
    fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(29.5)),
    comparing,
  ),
  line(["churnRiskLevel"], fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant("High")), choosing),
  line(["externalId"], fc.constantFrom("C-4", "c-5", "c-", "C-7", "9"), [...comparing, "Contains"]),
  line(["scoreSource", "currency"], fc.constantFrom("model", "rules", "EUR", "JPY"), choosing),
  line(["subscriptionStatus"], fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant("PastDue")), comparing),
  line(["paymentStatus"], fc.integer({ min: 0, max: 3 }), choosing),
  line(["activityStatus"], fc.constantFrom("Active", "Quiet", "Silent", "Unknown"), choosing),
  line(["tenureDays", "daysSinceActivity"], days, comparing),
  line([...moments, "lastActivity"], isoMoment, comparing),
  line(
    [
      ...moments,
      "lastActivity",
      "firstPaidOn",
      "stoppedPayingOn",
      "lastExpandedOn",
      "lastContractedOn",
      "lastCameBackOn",
      "attributes.signed",
    ],
    windows,
    relative,
  ),
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
  line(
    ["firstPaidOn", "stoppedPayingOn", "lastExpandedOn", "lastContractedOn", "lastCameBackOn"],
    momentAround.map(dayOf),
    comparing,
  ),
  line(["attributes.signed"], momentAround.map(dayOf), ["GreaterThan", "LessThan"]),
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
/** A line, or a group of lines and groups. */
export const nodeArbitrary: fc.Arbitrary<CriteriaNode> = fc.oneof(
  { weight: 4, arbitrary: criterionArbitrary },
  { weight: 1, arbitrary: groupOf(fc.oneof(criterionArbitrary, groupOf(criterionArbitrary))) },
);
