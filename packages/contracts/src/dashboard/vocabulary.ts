/** What the dashboard looks back over; the last is twelve calendar months. */
export const dashboardPeriods = ["30_days", "90_days", "12_months"] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];

export const dashboardTiles = [
  "mrr",
  "net_revenue_retention",
  "gross_revenue_retention",
  "logo_churn",
  "revenue_at_risk",
  "recovered_this_month",
] as const;
export type DashboardTileKey = (typeof dashboardTiles)[number];

/** The numbers that open the rows they add up from. */
export const dashboardFigures = [
  "mrr",
  "movements",
  /** Churn and contraction, and the same less expansion and reactivation: what MRR churn is worked out of. */
  "gross_mrr_churn",
  "net_mrr_churn",
  "logo_churn",
  /** Customers lost of each calendar month, added up. */
  "lost_by_month",
  "revenue_retention",
  "revenue_at_risk",
  "recovered",
  "failed_payments",
  "recovered_of_failed",
  "open_payments",
  /** Customers of the newest scores whose outcome is known. */
  "scored",
] as const;
export type DashboardFigure = (typeof dashboardFigures)[number];

/** Customers of High and Critical, whom a figure of risk may be narrowed to as to a single level. */
export const NEEDS_ATTENTION = "attention";

/** What became of a customer after its score. */
export const scoredOutcomes = ["left", "stayed"] as const;
export type ScoredOutcome = (typeof scoredOutcomes)[number];

/** As packages/metrics names them. */
export const mrrMovementKinds = ["new", "expansion", "contraction", "churn", "reactivation"] as const;
export type MrrMovementKind = (typeof mrrMovementKinds)[number];

export const churnReasons = ["voluntary", "involuntary", "unknown"] as const;
export type ChurnReasonKind = (typeof churnReasons)[number];

export const attentionMarkKinds = ["done", "snoozed", "not_a_risk"] as const;
export type AttentionMarkKind = (typeof attentionMarkKinds)[number];

/** How long who is marked as done stays off the list, and who is no risk while the level does not rise. */
export const DONE_HIDES_DAYS = 30;
export const NOT_A_RISK_HIDES_DAYS = 90;
export const SNOOZE_DAYS = 7;
export const MAX_SNOOZE_DAYS = 90;

/** Kinds of the ledger's rows, which may wait until their customer is there. */
export const parkedKinds = ["subscriptions", "invoices", "payment_attempts", "events"] as const;
export type ParkedKind = (typeof parkedKinds)[number];
