import {
  classifyDecline,
  RECOVERY_WINDOW_MS,
  type DeclineAdvice,
  recoveryState,
  type RecoveryFacts,
  type RecoveryState,
} from "@forestay/metrics";
import type { FailedBillStory } from "#modules/ledger/index.ts";

/** What a case keeps beside what the ledger says: what was done here, and what was said by people. */
export interface CaseDeeds {
  firstMessageMs: number | null;
  linkOpenedMs: number | null;
  marked: RecoveryFacts["marked"];
}

const nothingDone: CaseDeeds = { firstMessageMs: null, linkOpenedMs: null, marked: null };

/** So long a customer's word that they cancel bridges the time until their provider knows of it. */
const WORD_HOLDS_MS = RECOVERY_WINDOW_MS;

/** A failed payment as its row holds it. */
export interface CaseFacts extends RecoveryState {
  story: FailedBillStory;
  decline: ReturnType<typeof classifyDecline>;
  declineCode: string | null;
  tries: number;
  lastTriedMs: number;
  reversedMinor: number;
}

/**
 * Null for a bill that was paid before a payment of it failed. `saidEndMs`: when its customer last said in the cancel flow that
 * they cancel; null where they did not. What they began after it, and what fails long after, is not what they meant.
 */
export function caseFromBill(
  story: FailedBillStory,
  asOfMs: number,
  deeds: CaseDeeds | null,
  saidEndMs: number | null,
): CaseFacts | null {
  const { paid, firstFailedMs, amountMinor } = story;
  if (paid !== null && paid.atMs < firstFailedMs) return null;
  const failed = story.tries.filter(({ succeeded, atMs }) => !succeeded && atMs >= firstFailedMs);
  const last = failed.at(-1);
  const declineCode = last?.declineCode ?? null;
  // The ledger knows how much of it was given back, and not when: all of it counts, here as in the figures of the dashboard.
  const reversedMinor = paid === null ? 0 : story.refundedMinor;
  const state = recoveryState(
    {
      ...(deeds ?? nothingDone),
      amountMinor,
      firstFailedMs,
      tries: story.tries.filter(({ atMs }) => atMs >= firstFailedMs),
      bill: story.standing,
      paid,
      reversedMinor,
      cancelledMs: story.cancelledMs,
      endedUnpaidMs: story.endedUnpaidMs,
      saidEndMs:
        saidEndMs !== null && isMeant({ subscribedMs: story.subscribedMs, atMs: firstFailedMs }, saidEndMs)
          ? saidEndMs
          : null,
    },
    asOfMs,
  );
  return {
    ...state,
    story,
    decline: classifyDecline(declineCode, {
      advice: (last?.adviceCode ?? null) as DeclineAdvice | null,
      networkAdvice: last?.networkAdviceCode ?? null,
    }),
    declineCode,
    tries: Math.max(1, failed.length),
    lastTriedMs: last?.atMs ?? firstFailedMs,
    reversedMinor,
  };
}

/**
 * Whether the word that somebody cancels holds at a moment for a subscription that began then (null: not known): not for what they
 * began after it, and not for ever.
 */
export const isMeant = (
  { subscribedMs, atMs }: { subscribedMs: number | null; atMs: number },
  saidEndMs: number,
): boolean => (subscribedMs === null || subscribedMs <= saidEndMs) && atMs <= saidEndMs + WORD_HOLDS_MS;
