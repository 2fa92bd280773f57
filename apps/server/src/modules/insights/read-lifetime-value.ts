import type { LifetimeValue } from "@forestay/contracts";
import {
  averageRevenuePerAccount,
  DAYS_PER_MONTH,
  kaplanMeier,
  simpleLifetimeValue,
  survivalLifetimeValue,
} from "@forestay/metrics";
import { toMajorUnits } from "#modules/customers/index.ts";
import {
  churnOf,
  leftOf,
  readTenures,
  type RetentionSeries,
  type RevenueSeries,
} from "#modules/metrics/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { Asked, Month } from "./insights-scope.ts";

const HORIZON_MONTHS = 36;
const YEARLY_DISCOUNT = 0.1;
const MONTHS_AVERAGED = 6;

/**
 * What an average customer of today pays before it leaves, by the mean of the last six months' churn and by how long
 * customers stayed, whenever they began. It is revenue: nobody tells us what it costs to serve them.
 */
export async function readLifetimeValue(
  tx: Tx,
  asked: Asked,
  {
    complete,
    revenue,
    ofMonths,
  }: { complete: readonly Month[]; revenue: RevenueSeries; ofMonths: RetentionSeries },
): Promise<LifetimeValue> {
  const { companyId, plan, day, currency } = asked;
  const { mrrMinor, active } = revenue.at(day) ?? { mrrMinor: 0, active: 0 };
  const earnings = { currency, arpaMinor: averageRevenuePerAccount(mrrMinor, active), marginShare: 1 };
  const months = complete.slice(-MONTHS_AVERAGED).map((month) => {
    const figures = ofMonths.atEndOf(month.until);
    return { month, figures, share: churnOf(figures) };
  });
  const simple = simpleLifetimeValue(
    earnings,
    months.map(({ share }) => share),
  );
  const curve = kaplanMeier(await readTenures(tx, companyId, { plan, from: null, day }));
  const survival = survivalLifetimeValue(earnings, curve, {
    yearlyDiscountRate: YEARLY_DISCOUNT,
    unitsPerMonth: DAYS_PER_MONTH,
    horizonMonths: HORIZON_MONTHS,
  });
  const money = (minor: number | null) => (minor === null ? null : toMajorUnits(minor, currency));
  return {
    day,
    mrr: toMajorUnits(mrrMinor, currency),
    customers: active,
    perCustomer: active === 0 ? null : toMajorUnits(mrrMinor, currency) / active,
    simple: {
      value: money(simple.valueMinor),
      meanChurn: simple.averageLogoChurn,
      months: months.flatMap(({ month: { month, from: first, until }, figures, share }) =>
        share === null
          ? []
          : [
              {
                month,
                from: first,
                until,
                left: leftOf(figures),
                activeAtStart: figures.active_at_start,
                share,
              },
            ],
      ),
    },
    survival: {
      value: money(survival.valueMinor),
      months: survival.cutOffMonths,
      reachesHorizon: survival.reachesHorizon,
      horizonMonths: HORIZON_MONTHS,
      yearlyDiscount: YEARLY_DISCOUNT,
      customers: curve.rows,
    },
  };
}
