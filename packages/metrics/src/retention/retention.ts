import { exactMinor } from "../money/money.ts";
import { requirePeriods, type Period } from "../time/periods.ts";
import { firstPaid, mrrBefore, type CustomerMrr } from "../revenue/mrr-timeline.ts";
import { share } from "../share.ts";

/** Customers of the start of a period (A0: MRR above 0 in any currency) and who of them was gone at its end. */
export interface LogoRetention {
  readonly activeAtStart: number;
  readonly left: number;
  /** left / activeAtStart; null where nobody paid at the start. */
  readonly logoChurn: number | null;
  /** Paid for the first time in the period and gone at its end: in neither figure above, shown apart. */
  readonly cameAndLeft: number;
}

/** MRR of the customers of the start of a period, in one currency. */
export interface RevenueRetention {
  readonly currency: string;
  readonly activeAtStart: number;
  readonly openingMinor: number;
  /** Sum of the lower of both ends per customer. */
  readonly keptMinor: number;
  /** What the same customers pay at the end. */
  readonly closingMinor: number;
  /** GRR, kept / opening: 0 to 1. Null where nobody paid at the start. */
  readonly grossRevenueRetention: number | null;
  /** NRR, closing / opening; new customers are not in it. Null where nobody paid at the start. */
  readonly netRevenueRetention: number | null;
}

export interface PeriodRetention {
  readonly period: Period;
  readonly logos: LogoRetention;
  /** One per currency in which anybody paid at the start. */
  readonly revenue: readonly RevenueRetention[];
}

/**
 * Logo churn, GRR and NRR of periods, which may overlap (months beside trailing twelve), in one pass over customers.
 * Both ends are the MRR right before them, as in the movements of the same period. Customers are counted once, in
 * whatever currencies they pay; who goes from one currency to another has not left, but is lost to the revenue of the first.
 * @throws RangeError for a period that ends before it starts, or a sum that is too large to be exact.
 */
export function retentionByPeriod(
  customers: Iterable<CustomerMrr>,
  periods: readonly Period[],
): PeriodRetention[] {
  requirePeriods(periods);
  const counted = periods.map((period) => ({
    period,
    logos: { activeAtStart: 0, left: 0, cameAndLeft: 0 },
    revenue: new Map<string, RevenueSum>(),
  }));
  for (const { timelines } of customers) {
    const firstPaidMs = firstPaid(timelines);
    for (const { period, logos, revenue } of counted) {
      // Who had not come yet is the common case of early periods, and costs nothing.
      if (firstPaidMs >= period.endMs) continue;
      let openingMinor = 0;
      let closingMinor = 0;
      for (const timeline of timelines) {
        const opening = mrrBefore(timeline, period.startMs);
        const closing = mrrBefore(timeline, period.endMs);
        openingMinor += opening;
        closingMinor += closing;
        if (opening > 0) sumOf(revenue, timeline.currency).add(opening, closing);
      }
      // Sums over currencies say one thing only: whether there is anything.
      if (openingMinor > 0) logos.activeAtStart += 1;
      if (openingMinor > 0 && closingMinor === 0) logos.left += 1;
      if (firstPaidMs >= period.startMs && closingMinor === 0) logos.cameAndLeft += 1;
    }
  }
  return counted.map(({ period, logos, revenue }) => ({
    period,
    logos: { ...logos, logoChurn: share(logos.left, logos.activeAtStart) },
    revenue: [...revenue].map(([currency, sum]) => sum.of(currency)),
  }));
}

/**
 * Logo churn, GRR and NRR between two balances of customers in one currency, one entry per customer.
 * @throws RangeError for columns of different lengths, or a sum that is too large to be exact.
 */
export function retentionBetween(balances: {
  readonly currency: string;
  readonly openingMinor: ArrayLike<number>;
  readonly closingMinor: ArrayLike<number>;
}): RevenueRetention & { readonly left: number; readonly logoChurn: number | null } {
  const { currency, openingMinor, closingMinor } = balances;
  if (openingMinor.length !== closingMinor.length) {
    throw new RangeError(`${openingMinor.length} opening balances for ${closingMinor.length} closing ones`);
  }
  const sum = new RevenueSum();
  let left = 0;
  for (let row = 0; row < openingMinor.length; row++) {
    const opening = openingMinor[row]!;
    if (opening === 0) continue;
    sum.add(opening, closingMinor[row]!);
    if (closingMinor[row] === 0) left += 1;
  }
  const revenue = sum.of(currency);
  return { ...revenue, left, logoChurn: share(left, revenue.activeAtStart) };
}

class RevenueSum {
  #customers = 0;
  #opening = 0;
  #kept = 0;
  #closing = 0;

  add(openingMinor: number, closingMinor: number): void {
    this.#customers += 1;
    this.#opening += openingMinor;
    this.#kept += Math.min(openingMinor, closingMinor);
    this.#closing += closingMinor;
  }

  of(currency: string): RevenueRetention {
    const openingMinor = exactMinor(this.#opening, `the opening MRR in ${currency}`);
    const closingMinor = exactMinor(this.#closing, `the closing MRR in ${currency}`);
    return {
      currency,
      activeAtStart: this.#customers,
      openingMinor,
      keptMinor: this.#kept,
      closingMinor,
      grossRevenueRetention: share(this.#kept, openingMinor),
      netRevenueRetention: share(closingMinor, openingMinor),
    };
  }
}

function sumOf(sums: Map<string, RevenueSum>, currency: string): RevenueSum {
  let sum = sums.get(currency);
  if (sum === undefined) sums.set(currency, (sum = new RevenueSum()));
  return sum;
}
