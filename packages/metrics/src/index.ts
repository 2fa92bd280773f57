export type { Money } from "./money/money.ts";
export { addMoney, sumByCurrency } from "./money/money.ts";
export type { Period } from "./time/periods.ts";
export { periodIndexAt } from "./time/periods.ts";
export type { MonthPeriod } from "./time/month-periods.ts";
export { monthAt, monthPeriods } from "./time/month-periods.ts";
export type { CountedDays, DayCalendar, RetentionSpan } from "./time/day-calendar.ts";
export {
  dayCalendar,
  dayNumber,
  daysFrom,
  firstSpanFrom,
  isoDay,
  overdueBefore,
  spanStart,
} from "./time/day-calendar.ts";
export {
  payingSpan,
  type BillingInterval,
  type ChurnDate,
  type SubscriptionLine,
} from "./revenue/subscription-line.ts";
export type { CustomerMrr, MrrTimeline } from "./revenue/mrr-timeline.ts";
export { mrrAt, mrrBefore, mrrOfCustomer } from "./revenue/mrr-timeline.ts";
export type { MrrShare } from "./revenue/split-mrr.ts";
export { splitMrr } from "./revenue/split-mrr.ts";
export type { MovementKind, MrrFlow } from "./revenue/mrr-flow.ts";
export { movementKind } from "./revenue/mrr-flow.ts";
export type { MrrMovement, PeriodFlow } from "./revenue/mrr-movements.ts";
export { joinFlows, movementsByPeriod, movementsOf } from "./revenue/mrr-movements.ts";
export type { Balances } from "./revenue/movements-between.ts";
export { movementsBetween } from "./revenue/movements-between.ts";
export { totalMrrAt } from "./revenue/total-mrr.ts";
export { averageRevenuePerAccount, grossMrrChurn, netMrrChurn, quickRatio } from "./revenue/revenue-rates.ts";
export type { LogoRetention, PeriodRetention, RevenueRetention } from "./retention/retention.ts";
export { retentionBetween, retentionByPeriod } from "./retention/retention.ts";
export type { ChurnOfReason, ChurnReason } from "./retention/churn-by-reason.ts";
export { churnByReason } from "./retention/churn-by-reason.ts";
export type { CohortCell, CohortGrid, CohortRow, CohortTable } from "./retention/cohort-grid.ts";
export { cohortGrid } from "./retention/cohort-grid.ts";
export { DAYS_PER_MONTH, tenures } from "./lifetime/tenures.ts";
export type { HazardBand } from "./lifetime/hazard-by-tenure.ts";
export { hazardByTenure } from "./lifetime/hazard-by-tenure.ts";
export type { SimpleLifetimeValue, SurvivalLifetimeValue } from "./lifetime/lifetime-value.ts";
export { simpleLifetimeValue, survivalLifetimeValue } from "./lifetime/lifetime-value.ts";
export type { BandEnd, RevenueAtRisk, ScoredValues } from "./risk/revenue-at-risk.ts";
export {
  expectedLeavers,
  expectedRevenueAtRisk,
  revenueOfHighRisk,
  valueAtRisk,
} from "./risk/revenue-at-risk.ts";
export type { CampaignArm, CampaignUplift, IncrementalRevenue } from "./campaigns/campaign-uplift.ts";
export { campaignUplift, incrementalRevenue } from "./campaigns/campaign-uplift.ts";
export { alwaysValidUplift, ALWAYS_VALID_WIDTH } from "./campaigns/always-valid.ts";
export type { HoldoutPlan } from "./campaigns/holdout-size.ts";
export { customersNeeded, smallestEffect, suggestHoldout } from "./campaigns/holdout-size.ts";
export type { CampaignVerdict } from "./campaigns/campaign-verdict.ts";
export { campaignVerdict } from "./campaigns/campaign-verdict.ts";
export type { SampleMean } from "./compare/mean-difference.ts";
export { meanDifference } from "./compare/mean-difference.ts";
export { newcombeInterval, wilsonInterval } from "@forestay/churn-model/statistics";
export type { GrowthSpread, MrrLevers, MrrOutlook, PlanOutlook } from "./forecast/mrr-forecast.ts";
export { FEWEST_FORECAST_MONTHS, forecastBand, forecastMrr, growthSpread } from "./forecast/mrr-forecast.ts";
export type { FailedInvoice, RecoveryCohort } from "./recovery/recovery-rate.ts";
export { RECOVERY_WINDOW_MS, recoveryByPeriod } from "./recovery/recovery-rate.ts";
export type { Decline, DeclineAdvice, DeclineClass, DeclineReason } from "./recovery/decline.ts";
export { classifyDecline, mayRetry } from "./recovery/decline.ts";
export type { CardNetwork, TryLimit } from "./recovery/network-caps.ts";
export { limitAgainst } from "./recovery/network-caps.ts";
export type { ChanceCount, RecoveryChances } from "./recovery/chance.ts";
export { CHANCE_DAYS, fitChances, PRIOR_CASES } from "./recovery/chance.ts";
export type { ClassTimes, RetryTimes, TimedClass, TryCount } from "./recovery/retry-times.ts";
export {
  bestTime,
  chanceOfTry,
  fitRetryTimes,
  hasEnough,
  LEAST_TRIES,
  SLOT_HOURS,
  timedClasses,
} from "./recovery/retry-times.ts";
export type { HourWindow } from "./recovery/local-morning.ts";
export type { MessageSituation } from "./recovery/next-message.ts";
export { nextMessage } from "./recovery/next-message.ts";
export type { NextRetry, RetryPolicy, RetrySituation } from "./recovery/retry-schedule.ts";
export {
  defaultRetryPolicy,
  nextRetry,
  ownLimit,
  plannedTries,
  retryHours,
} from "./recovery/retry-schedule.ts";
export type {
  RecoveryCredit,
  RecoveryFacts,
  RecoveryState,
  RecoveryStatus,
} from "./recovery/recovery-case.ts";
export { isClosed, recoveryState } from "./recovery/recovery-case.ts";
export type { PastFailure, ReplayedFailure } from "./recovery/replay-policy.ts";
export { replayPolicy } from "./recovery/replay-policy.ts";
// Survival stands with the churn engine, which measures itself by it; whoever shows it takes it from here (decision 0054).
export type {
  FollowUp,
  LogRank,
  LogRankGroup,
  SurvivalCurve,
  SurvivalPoint,
} from "@forestay/churn-model/statistics";
export { kaplanMeier, logRank, numbersAtRisk, survivalAt } from "@forestay/churn-model/statistics";
export type { CalculatorInputs, CalculatorPeriod } from "./calculator/calculator-inputs.ts";
export { calculatorPeriods } from "./calculator/calculator-inputs.ts";
export type { CalculatorField } from "./calculator/calculator-problems.ts";
export type { CalculatorAnswer, MrrCourse } from "./calculator/churn-calculator.ts";
export { calculateChurn } from "./calculator/churn-calculator.ts";
