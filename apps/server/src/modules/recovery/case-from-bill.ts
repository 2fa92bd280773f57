import {
  classifyDecline,
  RECOVERY_WINDOW_MS,
  recoveryState,
  type RecoveryFacts,
  type RecoveryState,
} from "@forestay/metrics";
import type { FailedBillStory } from "#modules/ledger/index.ts";

/** What a case keeps beside what the ledger says: what was done here, and what was said by people. */
export interface CaseDeeds {
  reversedMinor: number;
  firstMessageMs: number | null;
  linkOpenedMs: number | null;
  marked: RecoveryFacts["marked"];
}

const nothingDone: CaseDeeds = { reversedMinor: 0, firstMessageMs: null, linkOpenedMs: null, marked: null };

/** A failed payment as its row holds it. */
export interface CaseFacts extends RecoveryState {
  story: FailedBillStory;
  decline: ReturnType<typeof classifyDecline>;
  declineCode: string | null;
  tries: number;
  lastTriedMs: number;
  reversedMinor: number;
}

/** Null for a bill that was paid before a payment of it failed. */
export function caseFromBill(
  story: FailedBillStory,
  asOfMs: number,
  deeds: CaseDeeds | null,
): CaseFacts | null {
  const { paid, firstFailedMs, amountMinor } = story;
  if (paid !== null && paid.atMs < firstFailedMs) return null;
  const failed = story.tries.filter(({ succeeded, atMs }) => !succeeded && atMs >= firstFailedMs);
  const last = failed.at(-1);
  const declineCode = last?.declineCode ?? null;
  const { reversedMinor: known, ...done } = deeds ?? nothingDone;
  const reversedMinor = reversedOf(story, asOfMs, deeds === null ? null : known);
  const state = recoveryState(
    {
      ...done,
      amountMinor,
      firstFailedMs,
      tries: story.tries.filter(({ atMs }) => atMs >= firstFailedMs),
      bill: story.standing,
      paid,
      reversedMinor,
      cancelledMs: story.cancelledMs,
      endedUnpaidMs: story.endedUnpaidMs,
    },
    asOfMs,
  );
  return {
    ...state,
    story,
    decline: classifyDecline(declineCode),
    declineCode,
    tries: Math.max(1, failed.length),
    lastTriedMs: last?.atMs ?? firstFailedMs,
    reversedMinor,
  };
}

/**
 * What was given back of what came in. The ledger knows how much, and not when: what is seen within 60 days of the payment
 * counts, and so does what was there when the case was first seen; later it stays as it was.
 */
function reversedOf({ paid, refundedMinor }: FailedBillStory, asOfMs: number, known: number | null): number {
  if (paid === null) return 0;
  return known === null || asOfMs < paid.atMs + RECOVERY_WINDOW_MS ? refundedMinor : known;
}
