import {
  isGroup,
  isRelative,
  parseField,
  PaymentStatus,
  RiskLevel,
  SubscriptionStatus,
  valuesOf,
  type CriteriaMatch,
  type CriteriaNode,
  type Criterion,
  type CriterionScalar,
  type ParsedField,
} from "@forestay/contracts/vocabulary";
import {
  compareDays,
  compareDayWindow,
  compareFact,
  compareNumber,
  compareWindow,
  DAY_MS,
  orderText,
} from "./compare.ts";
import type { CustomerFacts, FactsContext, FactValue } from "./customer-facts.ts";
import { paidIsMet } from "./paid-facts.ts";

/**
 * Whether a customer meets criteria, all of the list. Says of every customer what the compiled SQL says of its row (a
 * property test holds the two together); of criteria that the compiler refuses it says nothing worth hearing.
 */
export function meetsCriteria(
  nodes: readonly CriteriaNode[],
  facts: CustomerFacts,
  context: FactsContext,
): boolean {
  return joined("all", nodes, facts, context);
}

function joined(
  match: CriteriaMatch,
  nodes: readonly CriteriaNode[],
  facts: CustomerFacts,
  context: FactsContext,
): boolean {
  if (nodes.length === 0) return true;
  const isMet = (node: CriteriaNode): boolean =>
    isGroup(node) ? joined(node.match, node.criteria, facts, context) : lineIsMet(node, facts, context);
  if (match === "all") return nodes.every(isMet);
  return nodes.some(isMet) === (match === "any");
}

function lineIsMet(criterion: Criterion, facts: CustomerFacts, context: FactsContext): boolean {
  const parsed = parseField(criterion.field);
  if (parsed === null) return false;
  if (parsed.of === "customer") return ownFieldIsMet(criterion, facts, context);
  if (parsed.of === "attribute")
    return attributeIsMet(facts.attributes[parsed.key] ?? null, criterion, context);
  return pastIsMet(parsed, criterion, facts, context);
}

const moneyFields = new Set(["lifetimeValue", "monthlyRevenue", "valueAtRisk"]);
const dateFields = new Set([
  "startedAt",
  "endedAt",
  "createdAt",
  "scoredAt",
  "lastActivityDate",
  "lastActivity",
]);
const daysFields = new Set(["tenureDays", "daysSinceActivity"]);
/** Compared without regard to case: kept so. */
const keyFields = new Set(["fullName", "email"]);
const enumerations: Record<string, Record<string, number>> = {
  churnRiskLevel: RiskLevel,
  subscriptionStatus: SubscriptionStatus,
  paymentStatus: PaymentStatus,
};

function ownFieldIsMet(criterion: Criterion, facts: CustomerFacts, context: FactsContext): boolean {
  const { field } = criterion;
  if (field === "hasLeft") {
    const asked = valuesOf(criterion).some((value) => value === true || value === "true");
    return (facts.hasLeft === asked) === (criterion.operator === "Equals");
  }
  const fact = facts.fields[field] ?? null;
  if (field === "activityStatus") return activityIsMet(fact as number | null, criterion, context.now);
  if (daysFields.has(field)) return compareDays(fact as number | null, criterion, context.now, "since");
  if (dateFields.has(field) && isRelative(criterion.operator))
    return compareWindow(fact as number | null, criterion, context.days);
  if (dateFields.has(field))
    return compareNumber(fact as number | null, criterion, (value) => Date.parse(String(value)));
  if (moneyFields.has(field))
    return compareNumber(fact as number | null, criterion, (value) => context.minorUnits(Number(value)));
  const names = enumerations[field];
  if (names) return compareNumber(fact as number | null, criterion, (value) => numbered(names, value));
  if (typeof fact === "number") return compareNumber(fact, criterion);
  const text = (value: CriterionScalar) =>
    keyFields.has(field) ? String(value).toLowerCase() : String(value);
  return compareFact(fact, criterion, {
    equal: (known, value) =>
      typeof known === "boolean" ? known === (value === true || value === "true") : known === text(value),
    order: (known, value) => orderText(String(known), text(value)),
  });
}

const numbered = (names: Record<string, number>, value: CriterionScalar) =>
  (typeof value === "string" ? names[value] : undefined) ?? Number(value);

/** Seen within a week: Active; within 30 days: Quiet. */
function activityIsMet(seenAt: number | null, criterion: Criterion, now: number): boolean {
  if (criterion.value === null) return compareFact(seenAt, criterion, { equal: Object.is, order: () => 0 });
  const days = seenAt === null ? null : (now - seenAt) / DAY_MS;
  const status = days === null ? "Unknown" : days <= 7 ? "Active" : days <= 30 ? "Quiet" : "Silent";
  return compareFact(status, criterion, { equal: Object.is, order: () => 0 });
}

/** The type of the value says how to compare: numbers as numbers, yes and no as such, text without regard to case. */
function attributeIsMet(fact: FactValue, criterion: Criterion, { days }: FactsContext): boolean {
  if (isRelative(criterion.operator))
    return compareDayWindow(fact === null ? null : String(fact), criterion, days);
  const lower = (value: FactValue) => String(value).toLowerCase();
  if (criterion.operator === "Contains" && fact !== null && criterion.value !== null)
    return lower(fact).includes(lower(criterion.value as CriterionScalar));
  return compareFact(fact, criterion, {
    equal: (known, value) => {
      if (typeof value === "number") return typeof known === "number" && known === value;
      if (typeof value === "boolean") return known === value;
      return lower(known) === lower(value);
    },
    order: (known, value) => {
      if (typeof value === "number") return typeof known === "number" ? known - value : 0;
      return orderText(lower(known), lower(value));
    },
  });
}

type PastField = Exclude<ParsedField, { of: "customer" } | { of: "attribute" }>;

function pastIsMet(
  parsed: PastField,
  criterion: Criterion,
  facts: CustomerFacts,
  { now, days: calendar }: FactsContext,
): boolean {
  const within = (at: number, days: number) => at > now - days * DAY_MS && at <= now;
  switch (parsed.of) {
    case "eventCount":
      return compareNumber(
        facts.events.filter(({ type, at }) => type === parsed.type && within(at, parsed.days)).length,
        criterion,
      );
    case "sinceEvent":
      return compareDays(
        newest(facts.events.filter(({ type, at }) => type === parsed.type && at <= now)),
        criterion,
        now,
        "since",
      );
    case "failedPayments":
      return compareNumber(
        facts.attempts.filter(({ succeeded, at }) => !succeeded && within(at, parsed.days)).length,
        criterion,
      );
    case "daysSinceInvoice": {
      const sent = facts.invoices.filter(({ status }) => status !== 0 && status !== 3);
      const told = sent.map(({ issuedAt }) => ({ at: issuedAt })).filter(({ at }) => at <= now);
      return compareDays(newest(told), criterion, now, "since");
    }
    case "openInvoices":
      return compareNumber(facts.invoices.filter(({ status }) => status === 1).length, criterion);
    case "overdueInvoices":
      return compareNumber(
        facts.invoices.filter(
          ({ status, dueAt }) => status === 1 && dueAt !== null && dueAt < calendar.startOf(0),
        ).length,
        criterion,
      );
    case "renewalInDays":
      return compareDays(nextRenewal(facts, now), criterion, now, "until");
    case "firstPaidOn":
    case "daysSinceFirstPaid":
    case "firstPlan":
    case "isPaying":
    case "stoppedPayingOn":
    case "lastExpandedOn":
    case "lastContractedOn":
    case "lastCameBackOn":
    case "leavingReason":
    case "leavingWords":
      return paidIsMet(parsed.of, criterion, facts.movements, { now, days: calendar });
    case "scoreChange": {
      const before = scoredBefore(facts, now - parsed.days * DAY_MS);
      const score = facts.fields["churnRiskScore"] ?? null;
      return compareNumber(
        before === null || score === null ? null : Number(score) - before.score,
        criterion,
      );
    }
    case "levelBefore":
      return compareNumber(
        scoredBefore(facts, now - parsed.days * DAY_MS)?.level ?? null,
        criterion,
        (value) => numbered(RiskLevel, value),
      );
    case "segments":
      return isAmong(facts.segmentIds, criterion);
    case "tags":
      return isAmong(facts.tagIds, criterion);
    case "owner":
      return compareFact(facts.ownerUserId, criterion, { equal: Object.is, order: () => 0 });
    case "openCase": {
      const asked = criterion.value === true || criterion.value === "true";
      return (facts.hasOpenCase === asked) === (criterion.operator === "Equals");
    }
  }
}

/** Whether a customer is in one of those asked for; of null, in none at all. */
function isAmong(ids: readonly string[], criterion: Criterion): boolean {
  if (criterion.value === null) return (ids.length === 0) === (criterion.operator === "Equals");
  const isIn = valuesOf(criterion).some((id) => ids.includes(String(id)));
  return isIn === (criterion.operator === "In" || criterion.operator === "Equals");
}

function newest(rows: readonly { at: number }[]): number | null {
  return rows.length === 0 ? null : Math.max(...rows.map(({ at }) => at));
}

function nextRenewal({ subscriptions }: CustomerFacts, now: number): number | null {
  const coming = subscriptions.flatMap(({ status, renewsAt, endedAt }) =>
    (status === SubscriptionStatus.Active || status === SubscriptionStatus.PastDue) &&
    renewsAt !== null &&
    renewsAt > now &&
    (endedAt === null || endedAt > renewsAt)
      ? [renewsAt]
      : [],
  );
  return coming.length === 0 ? null : Math.min(...coming);
}

function scoredBefore({ scores }: CustomerFacts, until: number) {
  return scores
    .filter(({ at }) => at <= until)
    .reduce<CustomerFacts["scores"][number] | null>(
      (best, one) => (best === null || one.at > best.at ? one : best),
      null,
    );
}
