import type { FollowUp } from "@forestay/churn-model/statistics";
import { firstPaid, mrrAt, type CustomerMrr } from "../revenue/mrr-timeline.ts";

const DAY_MS = 86_400_000;

/** Days in a month, a twelfth of 365.25: ages are counted in days, and told in months. */
export const DAYS_PER_MONTH = 30.4375;

/**
 * How long each customer has paid, in days since it first did, for survival curves: an event where it pays nothing at
 * `asOfMs`, since its MRR last fell to 0; cut off there where it still pays. Who came back is thus still there, all along.
 * Rows stand in the order of the customers; `customerIds` says whose each is.
 * @param watchedFromMs Where records begin: who first paid before is at risk only from then on (delayed entry), and who had
 * left before is left out. All that is known is used where it is not given.
 */
export function tenures(
  customers: Iterable<CustomerMrr>,
  asOfMs: number,
  watchedFromMs = -Infinity,
): FollowUp & { readonly customerIds: readonly string[] } {
  const customerIds: string[] = [];
  const durations: number[] = [];
  const events: number[] = [];
  const entries: number[] = [];
  for (const { customerId, timelines } of customers) {
    const firstMs = firstPaid(timelines);
    if (firstMs >= asOfMs) continue;
    let endMs = asOfMs;
    const gone = timelines.every((timeline) => mrrAt(timeline, asOfMs) === 0);
    if (gone) {
      endMs = firstMs;
      for (const { atMs } of timelines) {
        for (let step = 0; step < atMs.length; step++) {
          if (atMs[step]! <= asOfMs) endMs = Math.max(endMs, atMs[step]!);
        }
      }
    }
    const entry = Math.max(0, watchedFromMs - firstMs) / DAY_MS;
    const duration = (endMs - firstMs) / DAY_MS;
    if (entry > 0 && entry >= duration) continue;
    customerIds.push(customerId);
    durations.push(duration);
    events.push(gone ? 1 : 0);
    entries.push(entry);
  }
  return { customerIds, durations, events, entries };
}
