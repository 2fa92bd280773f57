/** Months of the stretch that was counted. */
export const calculatorPeriods = { month: 1, quarter: 3, year: 12 } as const;
export type CalculatorPeriod = keyof typeof calculatorPeriods;

/** What somebody counted of a period, and what they suppose. Money in minor units of one currency, shares 0-1. */
export interface CalculatorInputs {
  readonly period: CalculatorPeriod;
  readonly customersAtStart: number;
  readonly customersLost: number;
  readonly newCustomers: number;
  readonly mrrMinor: number;
  /** MRR of those who left in the period; null: the average of everybody, for each who left. */
  readonly lostMinor: number | null;
  readonly contractionMinor: number;
  readonly expansionMinor: number;
  readonly marginShare: number;
  /** New MRR a month, supposed to go on. */
  readonly newMinor: number;
  /** Cost of winning a customer; null where it is not known. */
  readonly acquisitionMinor: number | null;
  /** Of the MRR that is lost, what is lost to failed payments. */
  readonly failedShare: number;
  /** Of failed payments, what could be brought in after all. */
  readonly recoveryRate: number;
  /** Logo churn a month that is hoped for. */
  readonly targetChurn: number;
}
