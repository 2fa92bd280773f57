import type { RuleFeatures } from "../rules/score-by-rules.ts";

/** A customer of whom nothing is known; spread and filled in. */
export const nothingKnown: RuleFeatures = {
  daysSinceLastActivity: null,
  typicalGapDays: null,
  tenureDays: null,
  failedPayments90d: null,
  daysOverdue: null,
  status: null,
  usageLast30d: null,
  usagePrevious30d: null,
};
