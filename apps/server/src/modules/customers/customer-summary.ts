import type { CustomerSummary, RiskLevelValue } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import {
  activityStatus,
  DAYS_PER_MONTH,
  daysBefore,
  RECENT_ACTIVITY_DAYS,
  tenureDays,
  tenureDisplay,
} from "./activity.ts";
import type { CustomerRecord } from "./customer-record.ts";
import { leavingOf, type LeavingRule } from "./leaving.ts";
import { toMajorUnits } from "./money.ts";
import { nextRenewalSql } from "./summary-sql.ts";

/** What a list row needs of table `customers c` and its subscriptions. */
export const summaryColumns = (
  now: Date,
): RawBuilder<unknown> => sql`c.id, c.external_id, c.email, c.full_name, c.lifetime_value_cents,
  c.monthly_revenue_cents, c.currency, c.plan, c.subscription_status, c.payment_status, c.started_at, c.tenure_months,
  c.ended_at, c.last_seen_at, c.churned, c.churned_at, c.created_at, c.churn_risk_score, c.churn_risk_level, c.score_source,
  c.leaves_within_30, c.leaves_within_60, c.leaves_within_90, c.expected_days,
  c.scored_at, c.top_factor, c.not_scored_reason, c.value_at_risk_cents, ${nextRenewalSql(now)} as next_renewal_at`;

export interface SummaryRow {
  id: string;
  external_id: string | null;
  email: string | null;
  full_name: string | null;
  lifetime_value_cents: number | null;
  monthly_revenue_cents: number | null;
  currency: string | null;
  plan: string | null;
  subscription_status: CustomerRecord["subscriptionStatus"];
  payment_status: CustomerRecord["paymentStatus"];
  started_at: Date | null;
  tenure_months: number | null;
  ended_at: Date | null;
  last_seen_at: Date | null;
  churned: boolean | null;
  churned_at: Date | null;
  created_at: Date;
  churn_risk_score: number | null;
  churn_risk_level: RiskLevelValue | null;
  leaves_within_30: number | null;
  leaves_within_60: number | null;
  leaves_within_90: number | null;
  expected_days: number | null;
  score_source: "model" | "rules" | null;
  scored_at: Date | null;
  top_factor: string | null;
  not_scored_reason: string | null;
  value_at_risk_cents: number | null;
  next_renewal_at: Date | null;
}

/** Shown for a customer no analysis has looked at yet. */
export const NOT_ANALYSED = "No churn analysis has run for this customer yet";

/** A stored row as the wire's summary: major units, ISO times, words for tenure and activity. */
export function toSummary(
  row: SummaryRow,
  company: { currency: string; now: Date; leaving: LeavingRule },
): CustomerSummary {
  const { now } = company;
  const currency = row.currency ?? company.currency;
  const days = daysWithUs(row, now);
  const { hasLeft, leftAt } = leavingOf(leavingFields(row), company.leaving);
  return {
    id: row.id,
    externalId: row.external_id,
    fullName: displayName(row),
    email: row.email,
    lifetimeValue:
      row.lifetime_value_cents === null ? null : toMajorUnits(row.lifetime_value_cents, currency),
    monthlyRevenue:
      row.monthly_revenue_cents === null ? null : toMajorUnits(row.monthly_revenue_cents, currency),
    valueAtRisk: row.value_at_risk_cents === null ? null : toMajorUnits(row.value_at_risk_cents, currency),
    currency,
    churnRiskScore: row.churn_risk_score,
    churnRiskLevel: row.churn_risk_level,
    leavesWithin30: row.leaves_within_30,
    leavesWithin60: row.leaves_within_60,
    leavesWithin90: row.leaves_within_90,
    expectedDays: row.expected_days,
    notScoredReason: row.churn_risk_score === null ? (row.not_scored_reason ?? NOT_ANALYSED) : null,
    scoreSource: row.score_source,
    scoredAt: row.scored_at?.toISOString() ?? null,
    topFactor: row.top_factor,
    tenureDisplay: tenureDisplay(days),
    tenureDays: days,
    activityStatus: activityStatus(row.last_seen_at, now),
    lastActivityDate: row.last_seen_at?.toISOString() ?? null,
    hasRecentActivity: row.last_seen_at !== null && row.last_seen_at >= daysBefore(now, RECENT_ACTIVITY_DAYS),
    nextRenewalDate: row.next_renewal_at?.toISOString() ?? null,
    plan: row.plan,
    subscriptionStatus: row.subscription_status,
    paymentStatus: row.payment_status,
    churned: row.churned,
    hasLeft: hasLeft === true,
    leftAt: hasLeft === true ? (leftAt?.toISOString() ?? null) : null,
    createdAt: row.created_at.toISOString(),
  };
}

const leavingFields = (row: SummaryRow) => ({
  churned: row.churned,
  churnedAt: row.churned_at,
  endedAt: row.ended_at,
  subscriptionStatus: row.subscription_status,
  lastSeenAt: row.last_seen_at,
});

/** Where neither name nor e-mail exists the id stands in for the name. */
export function displayName(row: Pick<SummaryRow, "full_name" | "email" | "external_id">): string {
  return row.full_name ?? row.email ?? row.external_id ?? "";
}

function daysWithUs(row: SummaryRow, now: Date): number | null {
  // A tenure given by a file stopped growing when the customer left.
  if (row.tenure_months !== null && row.churned === true && row.ended_at === null) {
    return Math.round(row.tenure_months * DAYS_PER_MONTH);
  }
  return tenureDays(row.started_at, row.ended_at, now);
}
