import { exactMinor } from "../money/money.ts";
import { netAmountMinor, type SubscriptionLine } from "./subscription-line.ts";

/** Months in a billing interval are 12 a year and 52/12 weeks, so every monthly amount is whole in parts of 12 x count. */
const TWELFTHS = { week: 52, month: 12, year: 1 } as const;

/**
 * The number that divides all monthly amounts of these lines into whole parts: 12 times the least common multiple of
 * their interval counts.
 * @throws RangeError when intervals are so odd that sums would not be exact.
 */
export function partsPerMinor(lines: readonly SubscriptionLine[]): number {
  let common = 1;
  for (const { every } of lines) {
    if (every !== null && common % every.count !== 0) common *= every.count / divisor(common, every.count);
  }
  return exactMinor(12 * common, "the common multiple of billing intervals");
}

/** A line's monthly amount (weekly x 52/12, quarterly / 3, annual / 12) in whole parts of a minor unit. */
export function monthlyParts(line: SubscriptionLine, parts: number): number {
  if (line.every === null) return 0;
  const { unit, count } = line.every;
  return exactMinor(
    netAmountMinor(line) * TWELFTHS[unit] * (parts / (12 * count)),
    `the monthly amount of subscription ${line.subscriptionId}`,
  );
}

/** Whole minor units of a sum of parts, half a unit rounded up. Exact: remainders of whole numbers are. */
export function roundParts(sum: number, parts: number): number {
  const rest = sum % parts;
  return (sum - rest) / parts + (2 * rest >= parts ? 1 : 0);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
