import { FlowSum, type MrrFlow } from "./mrr-flow.ts";

/** Balances of customers in one currency at the two ends of a period: one entry per customer, minor units, 0 = not paying. */
export interface Balances {
  readonly currency: string;
  readonly openingMinor: ArrayLike<number>;
  readonly closingMinor: ArrayLike<number>;
  /** 1 where the customer had MRR at any time before the opening; read where the opening is 0. */
  readonly paidBefore: ArrayLike<number>;
}

/**
 * MRR movements between two balances, for a past that is known by snapshots only: what rose and fell in between is netted
 * per customer, and who came and left in between is not seen.
 * @throws RangeError for columns of different lengths, or a sum that is too large to be exact.
 */
export function movementsBetween({ currency, openingMinor, closingMinor, paidBefore }: Balances): MrrFlow {
  const rows = openingMinor.length;
  if (closingMinor.length !== rows || paidBefore.length !== rows) {
    throw new RangeError(
      `${rows} opening balances for ${closingMinor.length} closing ones and ${paidBefore.length} pasts`,
    );
  }
  const sum = new FlowSum();
  let startMinor = 0;
  for (let row = 0; row < rows; row++) {
    const beforeMinor = openingMinor[row]!;
    startMinor += beforeMinor;
    sum.add(beforeMinor, closingMinor[row]!, paidBefore[row] === 1);
  }
  return sum.from(currency, startMinor);
}
