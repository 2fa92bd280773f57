import { exactMinor } from "../money/money.ts";
import { monthlyParts, partsPerMinor, roundParts } from "./monthly-amount.ts";
import { payingSpan, requireLine, type ChurnDate, type SubscriptionLine } from "./subscription-line.ts";

/**
 * A customer's MRR in one currency over all time: 0 before the first step, `mrrMinor[i]` from `atMs[i]` on. Instants rise,
 * neighbours differ.
 */
export interface MrrTimeline {
  readonly currency: string;
  readonly atMs: ArrayLike<number>;
  /** In minor units, whole. */
  readonly mrrMinor: ArrayLike<number>;
}

/** What one customer pays: a timeline per currency in which it ever paid, as currencies are never added up. */
export interface CustomerMrr {
  readonly customerId: string;
  readonly timelines: readonly MrrTimeline[];
}

/**
 * MRR of a customer from all its subscription lines: monthly amounts after discounts, without tax, one-offs and trials.
 *
 * Rounded once: lines of a currency are summed exactly, the sum is rounded to minor units, half up (decision 0054). All that
 * is told of revenue is made of these whole amounts, and so adds up. What happens at the same instant is one step, so that
 * a changed plan is no end and new beginning.
 * @throws RangeError in words, naming the subscription, for a line that cannot be counted.
 */
export function mrrOfCustomer(
  customerId: string,
  lines: Iterable<SubscriptionLine>,
  churnDate: ChurnDate = "end_of_paid_term",
): CustomerMrr {
  const byCurrency = new Map<string, SubscriptionLine[]>();
  for (const line of lines) {
    requireLine(line);
    const same = byCurrency.get(line.currency);
    if (same === undefined) byCurrency.set(line.currency, [line]);
    else same.push(line);
  }
  const timelines = [...byCurrency].map(([currency, own]) => timelineOf(currency, own, churnDate));
  return { customerId, timelines: timelines.filter(({ atMs }) => atMs.length > 0) };
}

function timelineOf(currency: string, lines: readonly SubscriptionLine[], churnDate: ChurnDate): MrrTimeline {
  const parts = partsPerMinor(lines);
  const edges: { atMs: number; change: number }[] = [];
  for (const line of lines) {
    const span = payingSpan(line, churnDate);
    if (span === null) continue;
    const change = monthlyParts(line, parts);
    edges.push({ atMs: span.startMs, change });
    if (span.endMs !== Infinity) edges.push({ atMs: span.endMs, change: -change });
  }
  edges.sort((a, b) => a.atMs - b.atMs);
  const atMs: number[] = [];
  const mrrMinor: number[] = [];
  let sum = 0;
  let shown = 0;
  for (const [at, edge] of edges.entries()) {
    sum = exactMinor(sum + edge.change, `the monthly revenue of subscription ${lines[0]?.subscriptionId}`);
    if (edges[at + 1]?.atMs === edge.atMs) continue;
    const now = roundParts(sum, parts);
    if (now === shown) continue;
    atMs.push(edge.atMs);
    mrrMinor.push(now);
    shown = now;
  }
  return { currency, atMs, mrrMinor };
}

/** MRR at an instant, what changes at it included. */
export function mrrAt({ atMs: steps, mrrMinor }: MrrTimeline, atMs: number): number {
  // From the end: there are few steps, and most questions are about the latest of them.
  let last = steps.length - 1;
  while (last >= 0 && steps[last]! > atMs) last -= 1;
  return last < 0 ? 0 : mrrMinor[last]!;
}

/** MRR right before an instant: what a period that begins there starts from, and one that ends there ends with. */
export function mrrBefore({ atMs: steps, mrrMinor }: MrrTimeline, atMs: number): number {
  let last = steps.length - 1;
  while (last >= 0 && steps[last]! >= atMs) last -= 1;
  return last < 0 ? 0 : mrrMinor[last]!;
}

/** When a customer paid first, in any currency; Infinity where never. */
export function firstPaid(timelines: readonly MrrTimeline[]): number {
  let firstMs = Infinity;
  for (const { atMs } of timelines) if (atMs.length > 0) firstMs = Math.min(firstMs, atMs[0]!);
  return firstMs;
}
