/** How a field of a filter condition is compared. */
export type FieldKind =
  | "text"
  | "number"
  | "money"
  | "boolean"
  | "time"
  | "activity"
  /** Days since a moment: more days is an earlier time. */
  | "daysSince"
  | "subscription"
  | "payment"
  | "level";

interface FilterField {
  column: string;
  kind: FieldKind;
  /** Stored in lower case: compare so, and with an index. */
  lowerCase?: boolean;
}

/** Fields a condition may name, by their name on the wire; `attributes.<key>` besides. */
export const filterFields: Readonly<Record<string, FilterField>> = {
  externalId: { column: "external_id", kind: "text" },
  email: { column: "email_key", kind: "text", lowerCase: true },
  fullName: { column: "name_key", kind: "text", lowerCase: true },
  plan: { column: "plan", kind: "text" },
  currency: { column: "currency", kind: "text" },
  scoreSource: { column: "score_source", kind: "text" },
  churnRiskScore: { column: "churn_risk_score", kind: "number" },
  leavesWithin30: { column: "leaves_within_30", kind: "number" },
  leavesWithin60: { column: "leaves_within_60", kind: "number" },
  leavesWithin90: { column: "leaves_within_90", kind: "number" },
  expectedDays: { column: "expected_days", kind: "number" },
  churnRiskLevel: { column: "churn_risk_level", kind: "level" },
  subscriptionStatus: { column: "subscription_status", kind: "subscription" },
  paymentStatus: { column: "payment_status", kind: "payment" },
  lifetimeValue: { column: "lifetime_value_cents", kind: "money" },
  monthlyRevenue: { column: "monthly_revenue_cents", kind: "money" },
  valueAtRisk: { column: "value_at_risk_cents", kind: "money" },
  churned: { column: "churned", kind: "boolean" },
  startedAt: { column: "started_at", kind: "time" },
  endedAt: { column: "ended_at", kind: "time" },
  createdAt: { column: "created_at", kind: "time" },
  scoredAt: { column: "scored_at", kind: "time" },
  lastActivityDate: { column: "last_seen_at", kind: "time" },
  lastActivity: { column: "last_seen_at", kind: "time" },
  tenureDays: { column: "started_at", kind: "daysSince" },
  daysSinceActivity: { column: "last_seen_at", kind: "daysSince" },
  activityStatus: { column: "last_seen_at", kind: "activity" },
};
