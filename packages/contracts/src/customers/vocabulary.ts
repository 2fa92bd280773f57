export const CUSTOMERS_PAGE_SIZE = 25;
/** Totals are exact to here; beyond it a filtered view's total is an estimate and marked so. */
export const EXACT_COUNT_LIMIT = 10_000;

/** Rows of one batch of customers at most. */
export const MOST_BATCH_ROWS = 10_000;

/** What a timeline can be looked through for, with what the types of such entries begin with. */
export const timelineKinds = {
  billing: ["invoice", "payment", "plan", "signup", "cancel", "churn", "subscription", "recovery"],
  use: ["login", "feature", "use", "export"],
  support: ["ticket", "support"],
  work: ["note", "task", "risk_case", "next_step", "merged"],
} as const;
export type TimelineKind = keyof typeof timelineKinds;

export const attributeKinds = ["text", "number", "boolean", "date", "money"] as const;

export const customerSortFields = [
  "churnRiskScore",
  "fullName",
  "email",
  "lifetimeValue",
  "monthlyRevenue",
  "valueAtRisk",
  "plan",
  "subscriptionStatus",
  "tenure",
  "lastActivity",
  "createdAt",
] as const;
export type CustomerSortField = (typeof customerSortFields)[number];
