import { defaultRules, scoreByRules, type RuleFeatures } from "@forestay/churn-model";
import type { ScoreFactor } from "@forestay/contracts";
import { DAY_MS, PaymentStatus, SubscriptionStatus } from "@forestay/contracts/vocabulary";
import type { CustomerRecord } from "#modules/customers/index.ts";
import { usualValue, type FeatureRow } from "#modules/features/engine-door.ts";
import { OTHER_FACTORS, tenths } from "../explain/factors.ts";
import type { Scorer } from "./scorer.ts";

const DAYS_PER_MONTH = 30.4375;
/** What `logins_30d` counts over. */
const LOGIN_WINDOW_DAYS = 30;

/**
 * Share of customers assumed to leave while none are known to have; known outcomes weigh in as they come, the
 * assumption counting as much as ten customers.
 */
export const ASSUMED_BASE_RATE = 0.1;
const ASSUMPTION_WEIGHT = 10;

/** The base rate that rules start from, from what is known so far. */
export function rulesBaseRate({ left, stayed }: { left: number; stayed: number }): number {
  // With one class only the file is no sample of what happens: a list of leavers does not mean that all leave.
  if (left === 0 || stayed === 0) return ASSUMED_BASE_RATE;
  return (left + ASSUMED_BASE_RATE * ASSUMPTION_WEIGHT) / (left + stayed + ASSUMPTION_WEIGHT);
}

/** Scores by the engine's transparent rules: labelled as such wherever they are shown. */
export function createRulesScorer(baseRate: number, now: Date): Scorer {
  return {
    source: "rules",
    modelVersion: null,
    isCostlyToExplain: false,
    sample: () => null,
    baseRate,
    async score(inputs, { withFactors }) {
      return inputs.flatMap(({ customer, row }) => {
        const result = scoreByRules(ruleFeatures(customer, row, now), baseRate, defaultRules);
        // Nothing known: the base rate would be shown as if it were this customer's own.
        if (result.rulesKnown === 0) return [];
        return {
          customerId: customer.id,
          probability: result.probability,
          times: null,
          probabilityRange: null,
          factors: withFactors ? ruleFactors(result.factors, baseRate, result.probability) : [],
        };
      });
    },
    warnings: () => [],
  };
}

function ruleFactors(
  factors: readonly { code: string; label: string; evidence: string; points: number }[],
  baseRate: number,
  probability: number,
): ScoreFactor[] {
  const shown = factors.map(({ code, label, evidence, points }) => ({
    feature: code,
    label,
    evidence: evidence.charAt(0).toUpperCase() + evidence.slice(1),
    points: tenths(points),
  }));
  const rest = tenths(
    tenths(100 * probability) - tenths(100 * baseRate) - shown.reduce((sum, f) => sum + f.points, 0),
  );
  if (rest !== 0)
    shown.push({ feature: OTHER_FACTORS, label: "Everything else", evidence: "Rounding", points: rest });
  return shown.filter((factor) => factor.points !== 0);
}

/** What the rules look at, from the customer's fields and, where there is one, its newest snapshot. */
export function ruleFeatures(customer: CustomerRecord, row: FeatureRow | null, now: Date): RuleFeatures {
  const lastSeen = [customer.lastActivityAt, customer.lastLoginAt].filter((at) => at !== null);
  const recorded = (base: string) => {
    const value = row?.values[base];
    return typeof value === "number" ? value : null;
  };
  const silentDays =
    lastSeen.length > 0
      ? Math.max(0, (now.getTime() - Math.max(...lastSeen.map((at) => at.getTime()))) / DAY_MS)
      : recorded("days_since_last_login");
  const failed = row && recorded("failed_payments_30d") !== null ? failedIn90Days(row) : null;
  return {
    daysSinceLastActivity: silentDays,
    typicalGapDays: row === null ? null : usualGapDays(row),
    tenureDays:
      customer.startedAt !== null
        ? Math.max(0, (now.getTime() - customer.startedAt.getTime()) / DAY_MS)
        : customer.tenureMonths !== null
          ? customer.tenureMonths * DAYS_PER_MONTH
          : recorded("tenure_days"),
    // A status of Failed says that at least one payment failed.
    failedPayments90d:
      failed ??
      (customer.paymentStatus === null ? null : Number(customer.paymentStatus === PaymentStatus.Failed)),
    daysOverdue: null,
    status:
      customer.subscriptionStatus === SubscriptionStatus.PastDue ||
      customer.paymentStatus === PaymentStatus.Overdue
        ? "past_due"
        : customer.subscriptionStatus === SubscriptionStatus.Paused
          ? "paused"
          : customer.subscriptionStatus === null
            ? null
            : "active",
    usageLast30d: recorded("logins_30d"),
    usagePrevious30d: row
      ? roundedOrNull(usualValue({ ...row, earlier: row.earlier.slice(0, 1) }, "logins_30d"))
      : null,
  };
}

/**
 * Days from one login to the next as they used to be, from the months before this one: a month that is silent already
 * says nothing of the customer's own rhythm. Null without two logins to measure between.
 */
function usualGapDays(row: FeatureRow): number | null {
  const logins = usualValue(row, "logins_30d");
  return logins === null || logins * row.earlier.length < 2 ? null : LOGIN_WINDOW_DAYS / logins;
}

function failedIn90Days(row: FeatureRow): number {
  return [row.values, ...row.earlier.slice(0, 2)].reduce((sum, values) => {
    const failed = values["failed_payments_30d"];
    return sum + (typeof failed === "number" ? failed : 0);
  }, 0);
}

const roundedOrNull = (value: number | null) => (value === null ? null : Math.round(value));
