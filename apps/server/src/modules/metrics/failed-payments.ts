import { isoDay, recoveryByPeriod, type DayCalendar } from "@forestay/metrics";
import type { FailedBill } from "#modules/ledger/index.ts";

/** A bill whose payment failed, and what came of it within the recovery window. */
export interface FailedPayment {
  invoiceId: string;
  customerId: string;
  currency: string;
  amountMinor: number;
  firstFailedMs: number;
  firstFailedDay: string;
  /** Less what was given back, as Recovery counts it. */
  recoveredMinor: number;
  recoveredMs: number | null;
  recoveredDay: string | null;
  /** In full, and not given back again. */
  isRecovered: boolean;
  /** What may still come in. */
  openMinor: number;
}

/** Null for a bill that was paid before a payment of it failed. */
export function failedPayment(bill: FailedBill, calendar: DayCalendar): FailedPayment | null {
  const { invoiceId, customerId, currency, amountMinor, firstFailedMs, paid } = bill;
  if (paid !== null && paid.atMs < firstFailedMs) return null;
  const firstFailedDay = isoDay(calendar.dayAt(firstFailedMs));
  // Nothing is written to customers about it from here yet.
  const failed = { ...bill, firstMessageMs: null };
  const [cohort] = recoveryByPeriod(
    [failed],
    [{ startMs: firstFailedMs, endMs: firstFailedMs + 1 }],
    Infinity,
  );
  const cameMinor = cohort?.recoveredMinor ?? 0;
  const recoveredMinor = Math.max(0, cameMinor - bill.refundedMinor);
  const recoveredMs = recoveredMinor > 0 && paid !== null ? paid.atMs : null;
  return {
    invoiceId,
    customerId,
    currency,
    amountMinor,
    firstFailedMs,
    firstFailedDay,
    recoveredMinor,
    recoveredMs,
    recoveredDay: recoveredMs === null ? null : isoDay(calendar.dayAt(recoveredMs)),
    isRecovered: cohort?.recoveredInvoices === 1 && (recoveredMinor > 0 || amountMinor === 0),
    openMinor: bill.isOpen ? amountMinor - cameMinor : 0,
  };
}
