import { exactPositiveMinor, requireCurrency } from "../money/money.ts";

/** How often a price is charged: quarterly is every 3 months, half-yearly every 6. */
export interface BillingInterval {
  readonly unit: "week" | "month" | "year";
  /** A whole number from 1. */
  readonly count: number;
}

/** One price of one subscription over one stretch of time; a changed price, seat count or discount is another line. */
export interface SubscriptionLine {
  readonly subscriptionId: string;
  readonly currency: string;
  /** Charged per interval, for all units together, in minor units; null interval for what is charged once. */
  readonly amountMinor: number;
  readonly every: BillingInterval | null;
  /** Taken off per interval. */
  readonly discountMinor?: number;
  /** Tax that the amount contains, per interval. */
  readonly includedTaxMinor?: number;
  readonly startMs: number;
  /** End of the paid term, not included; null while it renews. */
  readonly endMs: number | null;
  /** Free until then. */
  readonly trialEndMs?: number | null;
  /** When the customer asked for the end; a request that was taken back is none. */
  readonly cancelRequestedMs?: number | null;
}

/** When a subscription counts as ended: with its paid term, or when the customer asked. */
export type ChurnDate = "end_of_paid_term" | "request";

/** The stretch in which a line makes recurring revenue, half-open; null where it never does. */
export function payingSpan(
  line: SubscriptionLine,
  churnDate: ChurnDate,
): { readonly startMs: number; readonly endMs: number } | null {
  if (line.every === null || netAmountMinor(line) === 0) return null;
  const startMs = Math.max(line.startMs, line.trialEndMs ?? line.startMs);
  const paidUntilMs = line.endMs ?? Infinity;
  const askedMs = churnDate === "request" ? (line.cancelRequestedMs ?? Infinity) : Infinity;
  const endMs = Math.min(paidUntilMs, askedMs);
  return startMs < endMs ? { startMs, endMs } : null;
}

/** Charged per interval after discounts and without tax, in minor units. */
export function netAmountMinor(line: SubscriptionLine): number {
  return line.amountMinor - (line.discountMinor ?? 0) - (line.includedTaxMinor ?? 0);
}

/** @throws RangeError in words, naming the subscription, for a line that cannot be counted. */
export function requireLine(line: SubscriptionLine): void {
  const named = (what: string) => `${what} of subscription ${line.subscriptionId}`;
  requireCurrency(line.currency);
  exactPositiveMinor(line.amountMinor, named("the amount"));
  exactPositiveMinor(line.discountMinor ?? 0, named("the discount"));
  exactPositiveMinor(line.includedTaxMinor ?? 0, named("the tax"));
  exactPositiveMinor(netAmountMinor(line), named("the amount after discount and tax"));
  if (line.every !== null && !(Number.isSafeInteger(line.every.count) && line.every.count >= 1)) {
    throw new RangeError(`${named("the billing interval")} is every ${line.every.count} ${line.every.unit}s`);
  }
  for (const [what, atMs] of [
    ["the start", line.startMs],
    ["the end", line.endMs],
    ["the end of the trial", line.trialEndMs],
    ["the cancellation", line.cancelRequestedMs],
  ] as const) {
    if (atMs !== null && atMs !== undefined && !Number.isFinite(atMs)) {
      throw new RangeError(`${named(what)} is ${atMs}, which is no time`);
    }
  }
  if (line.endMs !== null && line.endMs < line.startMs) {
    throw new RangeError(`${named("the end")} is before its start`);
  }
}
