import { exactMinor, exactPositiveMinor, requireCurrency } from "../money/money.ts";
import { periodIndexAt, requireAdjacentPeriods, type Period } from "../time/periods.ts";
import { share } from "../share.ts";

/** An invoice whose payment failed, from the first failure on. */
export interface FailedInvoice {
  readonly currency: string;
  /** What failed the first time, in minor units. */
  readonly amountMinor: number;
  readonly firstFailedMs: number;
  /** When it was paid and how much of it; null where it was not. */
  readonly paid: { readonly atMs: number; readonly amountMinor: number } | null;
  /** When the customer was first written to about it; null where never. */
  readonly firstMessageMs: number | null;
  /** When the customer ended the subscription; null where it did not. */
  readonly cancelledMs: number | null;
}

/** What became of invoices that failed first in one period, in one currency. */
export interface RecoveryCohort {
  readonly period: Period;
  readonly currency: string;
  readonly failedInvoices: number;
  readonly failedMinor: number;
  /** Paid in full within the window. */
  readonly recoveredInvoices: number;
  /** Amounts paid within the window, parts included. */
  readonly recoveredMinor: number;
  /** Of the recovered: paid before the customer was written to. */
  readonly silentInvoices: number;
  readonly silentMinor: number;
  /** recoveredMinor / failedMinor; null where nothing failed. */
  readonly byAmount: number | null;
  /** recoveredInvoices / failedInvoices; null likewise. */
  readonly byCount: number | null;
  /** Until the window of the last possible invoice is over, the rates may rise. */
  readonly provisional: boolean;
}

/** Sixty days of 24 hours from the first failure. */
export const RECOVERY_WINDOW_MS = 60 * 86_400_000;

/**
 * Recovery rate by the period of the first failure: what was paid within 60 days over what failed. What a customer paid
 * who ended its subscription before is not recovered (as Churn Buster counts), and neither is more than the invoice was of.
 * @param asOfMs How far the data reaches; later failures and payments are not read.
 * @returns Cohorts by currency and period, those without failures left out, in the order of periods.
 * @throws RangeError when periods are not adjacent, and for amounts and times that make no sense.
 */
export function recoveryByPeriod(
  invoices: Iterable<FailedInvoice>,
  periods: readonly Period[],
  asOfMs: number,
): RecoveryCohort[] {
  requireAdjacentPeriods(periods);
  const sums = periods.map(() => new Map<string, Sum>());
  for (const invoice of invoices) {
    requireInvoice(invoice);
    const { currency, amountMinor, firstFailedMs, firstMessageMs } = invoice;
    const cohort = firstFailedMs < asOfMs ? sums[periodIndexAt(periods, firstFailedMs)] : undefined;
    if (cohort === undefined) continue;
    const sum = cohort.get(currency) ?? { ...nothing };
    cohort.set(currency, sum);
    sum.failedInvoices += 1;
    sum.failedMinor += amountMinor;
    const paid = recovered(invoice, asOfMs);
    if (paid === null) continue;
    const silent = firstMessageMs === null || paid.atMs < firstMessageMs;
    const paidMinor = Math.min(paid.amountMinor, amountMinor);
    const inFull = paidMinor === amountMinor ? 1 : 0;
    sum.recoveredMinor += paidMinor;
    sum.recoveredInvoices += inFull;
    if (!silent) continue;
    sum.silentMinor += paidMinor;
    sum.silentInvoices += inFull;
  }
  return sums.flatMap((cohort, at) =>
    [...cohort].map(([currency, sum]) => ({
      period: periods[at]!,
      currency,
      ...sum,
      failedMinor: exactMinor(sum.failedMinor, `the failed amount in ${currency}`),
      byAmount: share(sum.recoveredMinor, sum.failedMinor),
      byCount: share(sum.recoveredInvoices, sum.failedInvoices),
      provisional: asOfMs < periods[at]!.endMs + RECOVERY_WINDOW_MS,
    })),
  );
}

const nothing = {
  failedInvoices: 0,
  failedMinor: 0,
  recoveredInvoices: 0,
  recoveredMinor: 0,
  silentInvoices: 0,
  silentMinor: 0,
};
type Sum = typeof nothing;

function recovered(
  { paid, firstFailedMs, cancelledMs }: FailedInvoice,
  asOfMs: number,
): FailedInvoice["paid"] {
  if (paid === null || paid.atMs >= asOfMs || paid.atMs >= firstFailedMs + RECOVERY_WINDOW_MS) return null;
  return cancelledMs !== null && cancelledMs <= paid.atMs ? null : paid;
}

function requireInvoice({ currency, amountMinor, firstFailedMs, paid }: FailedInvoice): void {
  requireCurrency(currency);
  exactPositiveMinor(amountMinor, "the failed amount");
  if (!Number.isFinite(firstFailedMs)) throw new RangeError(`a payment failed at ${firstFailedMs}`);
  if (paid === null) return;
  exactPositiveMinor(paid.amountMinor, "the paid amount");
  if (!(paid.atMs >= firstFailedMs)) throw new RangeError("an invoice was paid before its payment failed");
}
