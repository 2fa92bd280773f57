import { monthlyParts, partsPerMinor, roundParts } from "./monthly-amount.ts";
import { payingSpan, requireLine, type ChurnDate, type SubscriptionLine } from "./subscription-line.ts";

/** What one line has of its customer's MRR, in whole minor units. */
export interface MrrShare {
  readonly line: SubscriptionLine;
  readonly mrrMinor: number;
}

/**
 * A customer's MRR at an instant (what changes at it included) by the lines it is made of, for figures by plan or
 * subscription. The shares of a currency add up to the customer's MRR in it to the minor unit: each is rounded down, and what is
 * missing goes to the largest remainders, earlier lines first (Hamilton's method).
 * @throws RangeError in words, naming the subscription, for a line that cannot be counted.
 */
export function splitMrr(
  lines: readonly SubscriptionLine[],
  atMs: number,
  churnDate: ChurnDate = "end_of_paid_term",
): MrrShare[] {
  for (const line of lines) requireLine(line);
  const paying = lines.filter((line) => {
    const span = payingSpan(line, churnDate);
    return span !== null && span.startMs <= atMs && atMs < span.endMs;
  });
  const shares = new Map<SubscriptionLine, number>();
  for (const currency of new Set(paying.map((line) => line.currency))) {
    const own = paying.filter((line) => line.currency === currency);
    const parts = partsPerMinor(own);
    const amounts = own.map((line) => monthlyParts(line, parts));
    const whole = amounts.map((amount) => (amount - (amount % parts)) / parts);
    const total = roundParts(
      amounts.reduce((sum, amount) => sum + amount, 0),
      parts,
    );
    let missing = total - whole.reduce((sum, amount) => sum + amount, 0);
    const byRemainder = own
      .map((_, at) => at)
      .sort((a, b) => (amounts[b]! % parts) - (amounts[a]! % parts) || a - b);
    for (const at of byRemainder) {
      shares.set(own[at]!, whole[at]! + (missing > 0 ? 1 : 0));
      missing -= 1;
    }
  }
  return paying.map((line) => ({ line, mrrMinor: shares.get(line) ?? 0 }));
}
