import { exactMinor } from "../money/money.ts";
import { mrrAt, type CustomerMrr } from "./mrr-timeline.ts";

/** MRR of all customers at an instant, what changes at it included, and how many pay, per currency. */
export function totalMrrAt(
  customers: Iterable<CustomerMrr>,
  atMs: number,
): Map<string, { readonly mrrMinor: number; readonly activeCustomers: number }> {
  const totals = new Map<string, { mrrMinor: number; activeCustomers: number }>();
  for (const { timelines } of customers) {
    for (const timeline of timelines) {
      const now = mrrAt(timeline, atMs);
      const total = totals.get(timeline.currency) ?? { mrrMinor: 0, activeCustomers: 0 };
      total.mrrMinor = exactMinor(total.mrrMinor + now, `the MRR in ${timeline.currency}`);
      total.activeCustomers += now > 0 ? 1 : 0;
      totals.set(timeline.currency, total);
    }
  }
  return totals;
}
