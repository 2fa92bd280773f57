/** How far back insights look: by when customers began, of retention, and over how many full months, of revenue and reasons. */
export const insightPeriods = ["6_months", "12_months", "24_months", "all"] as const;
export type InsightPeriod = (typeof insightPeriods)[number];
