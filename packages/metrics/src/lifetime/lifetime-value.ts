import { survivalAt, type SurvivalCurve } from "@forestay/churn-model/statistics";
import { requireCurrency } from "../money/money.ts";

/** What an average customer brings in before it leaves. */
export interface SimpleLifetimeValue {
  readonly currency: string;
  /** Rounded to minor units; null where churn is 0 or not known for six months. */
  readonly valueMinor: number | null;
  /** Mean of the last six monthly rates; null where one of them is not known. */
  readonly averageLogoChurn: number | null;
}

interface Earnings {
  readonly currency: string;
  /** ARPA per month, in minor units and fractions of them; null where nobody pays. */
  readonly arpaMinor: number | null;
  /** Share of revenue that is left after the cost of serving it, 0 to 1. */
  readonly marginShare: number;
}

const MONTHS_AVERAGED = 6;

/**
 * LTV (simple) = ARPA x margin / average monthly logo churn of the last six months. Null where that churn is 0, as nobody
 * would ever leave, and before six months are known. As ChartMogul's customer lifetime value.
 * @param monthlyLogoChurn One rate per month, oldest first; null where it is undefined.
 * @throws RangeError for a margin outside 0 to 1.
 */
export function simpleLifetimeValue(
  earnings: Earnings,
  monthlyLogoChurn: readonly (number | null)[],
): SimpleLifetimeValue {
  const { currency, arpaMinor, marginShare } = checked(earnings);
  const rates = monthlyLogoChurn.slice(-MONTHS_AVERAGED).filter((rate) => rate !== null);
  const averageLogoChurn =
    rates.length < MONTHS_AVERAGED ? null : rates.reduce((sum, rate) => sum + rate, 0) / MONTHS_AVERAGED;
  const known = arpaMinor !== null && averageLogoChurn !== null && averageLogoChurn > 0;
  return {
    currency,
    valueMinor: known ? Math.round((arpaMinor * marginShare) / averageLogoChurn) : null,
    averageLogoChurn,
  };
}

export interface SurvivalLifetimeValue {
  readonly currency: string;
  /** Rounded to minor units; null where no customer was followed, or nobody pays. */
  readonly valueMinor: number | null;
  /** Months that the sum holds. Shown with the value, which says nothing of later ones. */
  readonly cutOffMonths: number;
  /** False where customers were not followed for as long as was asked for. */
  readonly reachesHorizon: boolean;
}

/**
 * LTV (survival) = sum over months k = 0, 1, ... below the horizon of S(k) x ARPA x margin / (1 + d)^(k/12), with S of
 * Kaplan-Meier. Months beyond the curve's end are left out, unless all have left by then, when they bring nothing.
 * @param options `yearlyDiscountRate` d, 0.1 for 10%; `horizonMonths` 36 where left out; `unitsPerMonth` how many units of
 * the curve's time make a month (`DAYS_PER_MONTH` for days).
 * @throws RangeError for a margin outside 0 to 1, a discount of -100% or less, or a horizon that is no whole number of months.
 */
export function survivalLifetimeValue(
  earnings: Earnings,
  curve: SurvivalCurve,
  options: {
    readonly yearlyDiscountRate: number;
    readonly unitsPerMonth: number;
    readonly horizonMonths?: number;
  },
): SurvivalLifetimeValue {
  const { currency, arpaMinor, marginShare } = checked(earnings);
  const { yearlyDiscountRate, unitsPerMonth, horizonMonths = 36 } = options;
  if (!(yearlyDiscountRate > -1) || !Number.isFinite(yearlyDiscountRate)) {
    throw new RangeError(`a discount of ${yearlyDiscountRate} a year`);
  }
  if (!(unitsPerMonth > 0) || !Number.isSafeInteger(horizonMonths) || horizonMonths < 1) {
    throw new RangeError(`a horizon of ${horizonMonths} months of ${unitsPerMonth} each`);
  }
  const allGone = curve.points.at(-1)?.survival === 0;
  let months = 0;
  let monthsOfRevenue = 0;
  for (; months < horizonMonths && curve.rows > 0; months++) {
    const alive = survivalAt(curve, months * unitsPerMonth)?.survival ?? (allGone ? 0 : null);
    if (alive === null) break;
    monthsOfRevenue += alive / (1 + yearlyDiscountRate) ** (months / 12);
  }
  const known = arpaMinor !== null && months > 0;
  return {
    currency,
    valueMinor: known ? Math.round(arpaMinor * marginShare * monthsOfRevenue) : null,
    cutOffMonths: months,
    reachesHorizon: months === horizonMonths,
  };
}

function checked(earnings: Earnings): Earnings {
  requireCurrency(earnings.currency);
  const { arpaMinor, marginShare } = earnings;
  if (!(marginShare >= 0 && marginShare <= 1)) throw new RangeError(`a margin of ${marginShare}, not 0 to 1`);
  if (arpaMinor !== null && !(arpaMinor >= 0 && Number.isFinite(arpaMinor))) {
    throw new RangeError(`an ARPA of ${arpaMinor}`);
  }
  return earnings;
}
