import { exactMinor, exactPositiveMinor, requireCurrency } from "../money/money.ts";
import { quantilesOfSum } from "./sum-of-chances.ts";

/** Customers with their chances, in one currency; one entry per customer. */
export interface ScoredValues {
  readonly currency: string;
  /** Calibrated chance of leaving within the horizon, 0 to 1. */
  readonly churnProbabilities: ArrayLike<number>;
  /** V, what is lost with the customer: 12 x MRR, or what remains of the contract, or a lifetime value. Whole minor units. */
  readonly valuesMinor: ArrayLike<number>;
}

/** One end of the band and between what it surely lies; both the same where the calculation is exact. */
export interface BandEnd {
  readonly amountMinor: number;
  readonly atLeastMinor: number;
  readonly atMostMinor: number;
}

export interface RevenueAtRisk {
  readonly currency: string;
  readonly customers: number;
  /** Sum of p x V, each customer's rounded to minor units, so that the list of customers adds up to it. */
  readonly expectedMinor: number;
  /** 10th percentile of what may be lost, if customers leave independently of one another. */
  readonly low: BandEnd;
  /** 90th percentile, likewise. */
  readonly high: BandEnd;
}

/** One customer's value at risk, p x V in whole minor units. */
export function valueAtRisk(churnProbability: number, valueMinor: number): number {
  return Math.round(churnProbability * valueMinor);
}

/**
 * Expected revenue at risk with its 80 % band: the 10th and 90th percentile of the sum of V x Bernoulli(p). The band takes
 * customers as independent; what hits many at once (a price change, an outage) is not in it, and a screen says so.
 * @throws RangeError naming the first row with a chance outside 0 to 1 or a value that is no whole amount.
 */
export function expectedRevenueAtRisk(rows: ScoredValues): RevenueAtRisk {
  requireRows(rows);
  const { currency, churnProbabilities, valuesMinor } = rows;
  const customers = churnProbabilities.length;
  let expected = 0;
  let certain = 0;
  const uncertain: number[] = [];
  for (let row = 0; row < customers; row++) {
    const chance = churnProbabilities[row]!;
    const value = valuesMinor[row]!;
    expected += valueAtRisk(chance, value);
    if (chance === 1) certain += value;
    else if (chance > 0 && value > 0) uncertain.push(row);
  }
  const ends = quantilesOfSum(
    {
      chances: Float64Array.from(uncertain, (row) => churnProbabilities[row]!),
      values: Float64Array.from(uncertain, (row) => valuesMinor[row]!),
    },
    [0.1, 0.9],
  ).map(({ value, atLeast, atMost }) => ({
    amountMinor: Math.round(certain + value),
    atLeastMinor: Math.floor(certain + atLeast),
    atMostMinor: Math.ceil(certain + atMost),
  }));
  return {
    currency,
    customers,
    expectedMinor: exactMinor(expected, `the expected revenue at risk in ${currency}`),
    low: ends[0]!,
    high: ends[1]!,
  };
}

/**
 * How many customers leave within the horizon: the sum of their chances, with the 10th and 90th percentile, customers taken as
 * independent as for revenue.
 * @throws RangeError naming the first row with a chance outside 0 to 1.
 */
export function expectedLeavers(churnProbabilities: ArrayLike<number>): {
  customers: number;
  low: number;
  high: number;
} {
  const heads = Float64Array.from({ length: churnProbabilities.length }, () => 1);
  // Customers are what is lost where each is worth one; of which currency is no question then.
  const { low, high } = expectedRevenueAtRisk({ currency: "XXX", churnProbabilities, valuesMinor: heads });
  let customers = 0;
  for (let row = 0; row < churnProbabilities.length; row++) customers += churnProbabilities[row]!;
  return { customers, low: low.amountMinor, high: high.amountMinor };
}

/**
 * Revenue at risk as others define it: the whole value of every customer whose level is High or Critical, its chance left out.
 * @param isHighOrCritical 1 or 0 per customer.
 * @throws RangeError for columns of different lengths, or a value that is no whole amount.
 */
export function revenueOfHighRisk(rows: ScoredValues, isHighOrCritical: ArrayLike<number>): number {
  requireRows(rows);
  if (isHighOrCritical.length !== rows.valuesMinor.length) {
    throw new RangeError(`${isHighOrCritical.length} levels for ${rows.valuesMinor.length} values`);
  }
  let sum = 0;
  for (let row = 0; row < isHighOrCritical.length; row++) {
    if (isHighOrCritical[row] === 1) sum += rows.valuesMinor[row]!;
  }
  return exactMinor(sum, `the revenue at high risk in ${rows.currency}`);
}

function requireRows({ currency, churnProbabilities, valuesMinor }: ScoredValues): void {
  requireCurrency(currency);
  if (churnProbabilities.length !== valuesMinor.length) {
    throw new RangeError(`${churnProbabilities.length} chances for ${valuesMinor.length} values`);
  }
  let total = 0;
  for (let row = 0; row < valuesMinor.length; row++) {
    const chance = churnProbabilities[row]!;
    if (!(chance >= 0 && chance <= 1))
      throw new RangeError(`the churn probability of row ${row} is ${chance}`);
    total += exactPositiveMinor(valuesMinor[row]!, `the value of row ${row}`);
  }
  exactMinor(total, `the sum of values in ${currency}`);
}
