import type { CustomerSortField } from "@forestay/contracts";

interface SortColumn {
  /** Column of customers; null = the id alone, which is in order of creation. */
  column: string | null;
  type: "bigint" | "text" | "timestamptz" | "uuid";
  /**
   * Column that rises with it in steps, and that the index has in its place: rows are sorted within one step alone. A function of
   * the same name says a value's.
   */
  band?: string;
  /** A longer tenure is an earlier start. */
  reversed?: boolean;
}

/** Each has an index (company_id, column or its band, id). */
export const sortColumns: Record<CustomerSortField, SortColumn> = {
  churnRiskScore: { column: "churn_risk_score", type: "bigint" },
  fullName: { column: "name_key", type: "text" },
  email: { column: "email_key", type: "text" },
  lifetimeValue: { column: "lifetime_value_cents", type: "bigint" },
  monthlyRevenue: { column: "monthly_revenue_cents", type: "bigint" },
  valueAtRisk: { column: "value_at_risk_cents", type: "bigint", band: "value_at_risk_band" },
  plan: { column: "plan", type: "text" },
  subscriptionStatus: { column: "subscription_status", type: "bigint" },
  tenure: { column: "started_at", type: "timestamptz", reversed: true },
  lastActivity: { column: "last_seen_at", type: "timestamptz" },
  createdAt: { column: null, type: "uuid" },
};
