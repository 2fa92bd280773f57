import {
  CONTROL_DAYS,
  DAY_MS,
  MINUTE_MS,
  type DeclineClassName,
  type DeclineReasonName,
  type RecoveryHold,
  type RecoveryPolicy,
  type RecoveryTimes,
} from "@forestay/contracts";
import {
  nextMessage,
  nextRetry,
  type CardNetwork,
  type Decline,
  type RetryPolicy,
  type RetryTimes,
} from "@forestay/metrics";

/** Within so much two tellings of a try are of the same one: ours, and the provider's of it. */
export const SAME_TRY_MS = 10 * MINUTE_MS;

/** A try of the customer's cards, by whomever. */
export interface KnownTry {
  atMs: number;
  /** Of the bill in question. */
  isOfBill: boolean;
}

/** What is known of an open case when it is planned. */
export interface CaseSituation {
  firstFailedMs: number;
  plan: string | null;
  class: DeclineClassName;
  reason: DeclineReasonName;
  lastTriedMs: number;
  /** So long after it the network asks to wait; null: it asks for nothing. */
  waitMs: number | null;
  /** Until then a network asks not to try the card, whichever bill it was declined for; null: none does. */
  cardWaitsUntilMs: number | null;
  isPaused: boolean;
  arm: "sent" | "control" | null;
  timesArm: "fixed" | "learned" | null;
  lastMessage: { day: number; atMs: number } | null;
  /** Days of the sequence that fits it. */
  days: readonly number[];
  hasAddress: boolean;
  isDisputed: boolean;
  isFromProvider: boolean;
  /** The newest decline of a try of ours, and when; null where there is none. */
  ownDecline: { decline: Decline; atMs: number } | null;
  tries: readonly KnownTry[];
  network: CardNetwork | null;
  nowMs: number;
}

export interface WorkRules {
  policy: RecoveryPolicy;
  retryPolicy: RetryPolicy;
  /** Failures since then are written to, or tried; null: none is. */
  sendsSinceMs: number | null;
  ownSinceMs: number | null;
  timeZone: string;
  retryTimes: RecoveryTimes;
  /** When tries succeed, as far as it was learned. */
  times: RetryTimes;
}

export type Step = { what: "message"; atMs: number; day: number } | { what: "try"; atMs: number; n: number };
export interface CasePlan {
  /** The next thing, and the one after it where that is of the other kind; earliest first. */
  steps: Step[];
  heldBy: RecoveryHold | null;
  /** No try of ours helps with this card: whether another one is in place is asked now and then. */
  waitsForCard: boolean;
}

const nothing = (heldBy: RecoveryHold | null = null): CasePlan => ({
  steps: [],
  heldBy,
  waitsForCard: false,
});

/** What happens next to an open case, and when. It follows from what is known alone: asked again it says the same. */
export function planCase(known: CaseSituation, rules: WorkRules): CasePlan {
  const { policy, sendsSinceMs, ownSinceMs } = rules;
  if (known.isPaused || (known.plan !== null && policy.excludedPlans.includes(known.plan))) return nothing();
  if (known.isDisputed) return nothing("disputed");
  const writes = sendsSinceMs !== null && known.firstFailedMs >= sendsSinceMs;
  const tries = ownSinceMs !== null && known.firstFailedMs >= ownSinceMs && known.isFromProvider;
  const message = writes && known.hasAddress ? messageOf(known, policy) : null;
  const retry = tries ? retryOf(known, rules) : null;
  const steps = [message, retry?.step ?? null]
    .filter((step) => step !== null)
    .toSorted((a, b) => a.atMs - b.atMs);
  return {
    steps,
    heldBy: retry?.heldBy ?? (writes && !known.hasAddress ? "no_address" : null),
    waitsForCard: retry?.waitsForCard ?? false,
  };
}

function messageOf(known: CaseSituation, policy: RecoveryPolicy): Step | null {
  const next = nextMessage({
    firstFailedMs: known.firstFailedMs,
    days: known.days,
    last: known.lastMessage,
    notBeforeDay: known.arm === "control" ? CONTROL_DAYS : null,
    endsAfterDays: policy.graceDays,
    nowMs: known.nowMs,
  });
  return next === null ? null : { what: "message", ...next };
}

/** What the card was declined for last: by the ledger, or by a try of ours that it has not heard of. */
export const declineNow = (
  known: Pick<CaseSituation, "class" | "reason" | "lastTriedMs" | "waitMs" | "ownDecline">,
): Decline =>
  known.ownDecline !== null && known.ownDecline.atMs >= known.lastTriedMs - SAME_TRY_MS
    ? known.ownDecline.decline
    : {
        class: known.class,
        reason: known.reason,
        ...(known.waitMs !== null && { waitMs: known.waitMs }),
      };

/** Until when the network asks not to try the card again; null where it asks for nothing, or that is over. */
export function waitsUntil(known: CaseSituation): number | null {
  const { waitMs } = declineNow(known);
  const untilMs = Math.max(
    waitMs === undefined ? 0 : Math.max(known.lastTriedMs, known.ownDecline?.atMs ?? 0) + waitMs,
    known.cardWaitsUntilMs ?? 0,
  );
  return untilMs > known.nowMs ? untilMs : null;
}

/** When it is tried next, within every limit. */
export function retryOf(
  known: CaseSituation,
  { retryPolicy, timeZone, retryTimes, times }: WorkRules,
): { step: Step | null; heldBy: RecoveryHold | null; waitsForCard: boolean } {
  const ofBill = known.tries.filter(({ isOfBill, atMs }) => isOfBill && atMs >= known.firstFailedMs);
  const next = nextRetry(
    retryPolicy,
    {
      decline: declineNow(known),
      firstFailedMs: known.firstFailedMs,
      tries: Math.max(1, ofBill.length),
      cardTriesMs: known.tries.map(({ atMs }) => atMs),
      network: known.network,
      waitsUntilMs: known.cardWaitsUntilMs,
      nowMs: known.nowMs,
    },
    timeZone,
    retryTimes === "learned" || (retryTimes === "compared" && known.timesArm === "learned") ? times : null,
  );
  if (next.atMs !== null)
    return { step: { what: "try", atMs: next.atMs, n: next.n }, heldBy: null, waitsForCard: false };
  return {
    step: null,
    heldBy: typeof next.because === "string" ? null : "limit",
    waitsForCard: next.because === "never" || next.because === "customer",
  };
}

/** Tries that the ledger knows, and those of ours that it has not heard of yet. */
export function joinTries(told: readonly KnownTry[], own: readonly KnownTry[]): KnownTry[] {
  const unheard = own.filter(
    (one) =>
      !told.some(
        ({ isOfBill, atMs }) => isOfBill === one.isOfBill && Math.abs(atMs - one.atMs) <= SAME_TRY_MS,
      ),
  );
  return [...told, ...unheard].toSorted((a, b) => a.atMs - b.atMs);
}

/** Tries are counted over so many days: the longest time of any limit, and the schedule's. */
export const TRIES_LOOK_BACK_MS = 61 * DAY_MS;
