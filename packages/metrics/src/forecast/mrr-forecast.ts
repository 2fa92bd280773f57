import { zOfConfidence } from "@forestay/churn-model/statistics";

/** What one plan earns and loses: amounts in minor units, rates per month of what was paid at its start, 0-1. */
export interface PlanOutlook {
  /** Null: what is of no plan, or of the smaller ones together. */
  readonly plan: string | null;
  readonly mrrMinor: number;
  /** MRR of those who end it, of whom it ends unpaid, and where nobody said. */
  readonly voluntary: number;
  readonly involuntary: number;
  readonly unknown: number;
}

/** How revenue has moved, per month. */
export interface MrrOutlook {
  readonly plans: readonly PlanOutlook[];
  /** New customers and those who come back, minor units a month. */
  readonly newMinor: number;
  readonly reactivationMinor: number;
  /** (Expansion - contraction) / MRR at the start. */
  readonly changeRate: number;
  /** Share of failed payments that come in after all, 0-1; null where it is not known. */
  readonly recoveryRate: number | null;
}

/** What is supposed to be otherwise. What is left out stays as it was. */
export interface MrrLevers {
  /** Monthly churn by plan, 0-1, in place of the sum of its three rates, which keep their proportions. */
  readonly churn?: ReadonlyMap<string | null, number>;
  /** Share of those who would end it by choice, or for reasons unknown, who are kept, 0-1. */
  readonly saveRate?: number;
  /** Share of failed payments that come in after all, 0-1. */
  readonly recoveryRate?: number;
  /** Prices of everybody from the first month on: .1 is a tenth more. */
  readonly priceChange?: number;
  readonly newMinor?: number;
}

/**
 * Expected MRR at the ends of months to come, the first of them today's: each plan's MRR less what it loses, more by what
 * those who stay change, and new and returning customers, who spread over plans as MRR does. In fractions of minor units.
 * Churn that ends unpaid moves with what is not recovered: x (1 - rate) / (1 - measured rate). Prices move nobody away.
 */
export function forecastMrr(outlook: MrrOutlook, levers: MrrLevers, months: number): number[] {
  const price = 1 + (levers.priceChange ?? 0);
  const newMinor = (levers.newMinor ?? outlook.newMinor) * price + outlook.reactivationMinor * price;
  const losses = outlook.plans.map((plan) => lossOf(plan, outlook.recoveryRate, levers));
  let plans = outlook.plans.map(({ mrrMinor }) => mrrMinor);
  const sum = () => plans.reduce((total, mrr) => total + mrr, 0);
  const expected = [sum()];
  const equally = 1 / Math.max(1, plans.length);
  for (let month = 1; month <= months; month++) {
    const before = sum();
    const raised = month === 1 ? price : 1;
    plans = plans.map((mrr, at) => {
      const share = before > 0 ? mrr / before : equally;
      return mrr * raised * (1 - losses[at]! + outlook.changeRate) + share * newMinor;
    });
    plans = plans.map((mrr) => Math.max(0, mrr));
    expected.push(sum());
  }
  return expected;
}

function lossOf(plan: PlanOutlook, measured: number | null, levers: MrrLevers): number {
  const all = plan.voluntary + plan.involuntary + plan.unknown;
  const asked = levers.churn?.get(plan.plan);
  const scale = asked === undefined ? 1 : all === 0 ? 0 : asked / all;
  const unpaid =
    levers.recoveryRate === undefined || measured === null || measured >= 1
      ? 1
      : (1 - levers.recoveryRate) / (1 - measured);
  const chosen = (plan.voluntary + plan.unknown) * (1 - (levers.saveRate ?? 0)) * scale;
  // Where nobody left so far, what is asked for is taken as choice.
  const extra = asked !== undefined && all === 0 ? asked * (1 - (levers.saveRate ?? 0)) : 0;
  return Math.min(1, chosen + plan.involuntary * unpaid * scale + extra);
}

/** How net growth of MRR has varied from month to month. */
export interface GrowthSpread {
  readonly months: number;
  /** Standard deviation of (end - start) / start. */
  readonly deviation: number;
}

/** Fewer months than this say nothing of how months vary. */
export const FEWEST_FORECAST_MONTHS = 3;

/** The spread of monthly growth, months that began with nothing left out; null of fewer than three. */
export function growthSpread(
  months: readonly { readonly startMinor: number; readonly endMinor: number }[],
): GrowthSpread | null {
  const growth = months.flatMap(({ startMinor, endMinor }) =>
    startMinor > 0 ? [(endMinor - startMinor) / startMinor] : [],
  );
  if (growth.length < FEWEST_FORECAST_MONTHS) return null;
  const mean = growth.reduce((sum, one) => sum + one, 0) / growth.length;
  const squares = growth.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { months: growth.length, deviation: Math.sqrt(squares / (growth.length - 1)) };
}

/**
 * Band of a forecast h months ahead: its value x (1 -+ t s sqrt(h + h^2 / n)), s the deviation of n months' growth, t of n - 1
 * degrees of freedom: h months that vary as those of before did, each by itself, and a mean that n months know no better.
 * What hits several months alike, and whether a lever does what is supposed, is not in it.
 */
export function forecastBand(
  value: number,
  horizon: number,
  { months, deviation }: GrowthSpread,
  confidence = 0.8,
): { readonly low: number; readonly high: number } {
  const wide =
    studentT(confidence, months - 1) * deviation * Math.sqrt(horizon + (horizon * horizon) / months);
  return { low: Math.max(0, value * (1 - wide)), high: value * (1 + wide) };
}

/** Two-sided quantile of Student's t: Cornish and Fisher's expansion (Abramowitz and Stegun 26.7.5), within .01 from 2 degrees on. */
function studentT(confidence: number, degrees: number): number {
  const z = zOfConfidence(confidence);
  const [z3, z5, z7] = [z ** 3, z ** 5, z ** 7];
  return (
    z +
    (z3 + z) / (4 * degrees) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees ** 3)
  );
}
