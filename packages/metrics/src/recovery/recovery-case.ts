import { RECOVERY_WINDOW_MS } from "./recovery-rate.ts";

/** Where a failed payment stands; the last four end it. */
export type RecoveryStatus = "open" | "in_recovery" | "recovered" | "lost" | "cancelled" | "manual";

/**
 * What brought the money, one for each: it came before anybody wrote (`silent`), by a later try (`retry`), after the link in
 * a message was opened (`link`), or otherwise.
 */
export type RecoveryCredit = "silent" | "retry" | "link" | "other";

/** What is known of a failed payment: what the ledger says of its bill, and what was done about it. Times in milliseconds. */
export interface RecoveryFacts {
  readonly amountMinor: number;
  readonly firstFailedMs: number;
  readonly tries: readonly { readonly atMs: number; readonly succeeded: boolean }[];
  readonly bill: "open" | "paid" | "void" | "given_up";
  /** What came in of it, and when; null where nothing did. */
  readonly paid: { readonly atMs: number; readonly amountMinor: number } | null;
  /** Of what came in, given back (refunds, disputes). */
  readonly reversedMinor: number;
  /** The customer asked for the end. */
  readonly cancelledMs: number | null;
  /** It ended for want of payment. */
  readonly endedUnpaidMs: number | null;
  /** The customer told the company itself that they cancel; of money that comes all the same it says nothing. */
  readonly saidEndMs: number | null;
  readonly firstMessageMs: number | null;
  readonly linkOpenedMs: number | null;
  /** What a person said of it. */
  readonly marked: { readonly as: "paid" | "written_off"; readonly atMs: number } | null;
}

export interface RecoveryState {
  readonly status: RecoveryStatus;
  readonly closedMs: number | null;
  /** Of what failed, in within the window and not given back. */
  readonly recoveredMinor: number;
  readonly recoveredMs: number | null;
  readonly credit: RecoveryCredit | null;
}

/**
 * Where a failed payment stands. It follows from the facts alone: told again, or in another order, they say the same. What
 * the ledger says of money goes before what people said, and a payment counts as in `recoveryByPeriod`: within 60 days, and
 * before the customer asked for the end.
 */
export function recoveryState(facts: RecoveryFacts, asOfMs: number): RecoveryState {
  const { amountMinor, firstFailedMs, bill, paid, cancelledMs, endedUnpaidMs, saidEndMs, marked } = facts;
  const windowEndsMs = firstFailedMs + RECOVERY_WINDOW_MS;
  const counts =
    paid !== null && paid.atMs < windowEndsMs && (cancelledMs === null || paid.atMs < cancelledMs);
  const cameMinor = counts ? Math.min(paid.amountMinor, amountMinor) : 0;
  const recoveredMinor = Math.max(0, cameMinor - facts.reversedMinor);
  const money = {
    recoveredMinor,
    recoveredMs: recoveredMinor > 0 && paid !== null ? paid.atMs : null,
    credit: recoveredMinor > 0 && paid !== null ? creditOf(facts, paid.atMs) : null,
  };
  const ended = (status: RecoveryStatus, closedMs: number): RecoveryState => ({ status, closedMs, ...money });
  if (counts && (bill === "paid" || cameMinor === amountMinor)) {
    const kept = recoveredMinor > 0 || amountMinor === 0;
    return ended(kept ? "recovered" : "lost", paid.atMs);
  }
  if (marked !== null) return ended("manual", marked.atMs);
  if (cancelledMs !== null && cancelledMs < windowEndsMs)
    return ended("cancelled", Math.max(cancelledMs, firstFailedMs));
  if (saidEndMs !== null && saidEndMs < windowEndsMs && (endedUnpaidMs === null || saidEndMs < endedUnpaidMs))
    return ended("cancelled", Math.max(saidEndMs, firstFailedMs));
  if (endedUnpaidMs !== null) return ended("lost", Math.max(endedUnpaidMs, firstFailedMs));
  if (bill === "void") return ended("cancelled", Math.min(asOfMs, windowEndsMs));
  if (bill !== "open") return ended("lost", Math.min(asOfMs, windowEndsMs));
  if (asOfMs >= windowEndsMs) return ended("lost", windowEndsMs);
  const isWorked = facts.tries.length > 1 || facts.firstMessageMs !== null;
  return { status: isWorked ? "in_recovery" : "open", closedMs: null, ...money };
}

function creditOf({ tries, firstMessageMs, linkOpenedMs }: RecoveryFacts, paidMs: number): RecoveryCredit {
  if (firstMessageMs === null || paidMs < firstMessageMs) return "silent";
  if (linkOpenedMs !== null && linkOpenedMs <= paidMs) return "link";
  return tries.some(({ succeeded, atMs }) => succeeded && atMs <= paidMs) && tries.length > 1
    ? "retry"
    : "other";
}

export const isClosed = (status: RecoveryStatus): boolean => status !== "open" && status !== "in_recovery";
