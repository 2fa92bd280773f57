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
  "logo_churn",
  /** Customers lost of each calendar month, added up. */
  "lost_by_month",
  "revenue_retention",
  "revenue_at_risk",
  "recovered",
  "failed_payments",
  "recovered_of_failed",
  "open_payments",
] as const;
export type DashboardFigure = (typeof dashboardFigures)[number];

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
