import { exactMinor } from "../money/money.ts";
import { share } from "../share.ts";

/**
 * Why a customer is gone: it ended the subscription itself, the subscription ended unpaid, or nobody knows.
 */
export type ChurnReason = "voluntary" | "involuntary" | "unknown";

export interface ChurnOfReason {
  readonly customers: number;
  /** MRR that these customers had at the start. */
  readonly lostMinor: number;
  /** customers / all active at the start; null where nobody was. */
  readonly logoChurn: number | null;
}

/**
 * Logo churn of a period by reason, in one currency; involuntary churn is `byReason.involuntary.logoChurn`. The reasons add
 * up to all who left. A reason is read of those who left only; null is unknown.
 * @throws RangeError for columns of different lengths, or a sum that is too large to be exact.
 */
export function churnByReason(rows: {
  readonly currency: string;
  readonly openingMinor: ArrayLike<number>;
  readonly closingMinor: ArrayLike<number>;
  readonly reasons: ArrayLike<ChurnReason | null>;
}): {
  readonly currency: string;
  readonly activeAtStart: number;
  readonly byReason: Readonly<Record<ChurnReason, ChurnOfReason>>;
} {
  const { currency, openingMinor, closingMinor, reasons } = rows;
  if (closingMinor.length !== openingMinor.length || reasons.length !== openingMinor.length) {
    throw new RangeError(
      `${openingMinor.length} opening balances for ${closingMinor.length} closing ones and ${reasons.length} reasons`,
    );
  }
  const sums = {
    voluntary: { customers: 0, lostMinor: 0 },
    involuntary: { customers: 0, lostMinor: 0 },
    unknown: { customers: 0, lostMinor: 0 },
  };
  let activeAtStart = 0;
  for (let row = 0; row < openingMinor.length; row++) {
    if (openingMinor[row] === 0) continue;
    activeAtStart += 1;
    if (closingMinor[row] !== 0) continue;
    const sum = sums[reasons[row] ?? "unknown"];
    sum.customers += 1;
    sum.lostMinor += openingMinor[row]!;
  }
  const told = (reason: ChurnReason): ChurnOfReason => ({
    customers: sums[reason].customers,
    lostMinor: exactMinor(sums[reason].lostMinor, `the lost MRR in ${currency}`),
    logoChurn: share(sums[reason].customers, activeAtStart),
  });
  return {
    currency,
    activeAtStart,
    byReason: {
      voluntary: told("voluntary"),
      involuntary: told("involuntary"),
      unknown: told("unknown"),
    },
  };
}
