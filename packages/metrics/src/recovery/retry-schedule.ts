import { mayRetry, type Decline, type DeclineClass } from "./decline.ts";
import { nextInWindow, payDayWithin, type HourWindow } from "./local-morning.ts";
import { limitAgainst, limitEndsAt, type CardNetwork, type TryLimit } from "./network-caps.ts";
import { bestTime, hasEnough, type ClassTimes, type RetryTimes } from "./retry-times.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Two tries that wait for a morning are not both of the same one. */
const NEXT_MORNING_MS = 20 * HOUR_MS;
/** What is not in hours waits for a morning. */
const WITHIN_HOURS = 24;

/** The most promising time is waited for at most so long. */
const MOST_WAIT_HOURS = 72;

/** When a payment that failed is tried again. */
export interface RetryPolicy {
  /** Hours after the first failure, rising; of `technical` they are followed by the later ones of `soft`. */
  readonly softHours: readonly number[];
  readonly technicalHours: readonly number[];
  /** Our own ceiling on tries of a card, the first one included. */
  readonly tries: number;
  readonly triesWithinDays: number;
  readonly window: HourWindow;
  /** A pay day at most so many days later is waited for; 0: none. */
  readonly payDayWithinDays: number;
  /** Nothing is tried later than so many days after the first failure. */
  readonly endsAfterDays: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  softHours: [6, 24, 72, 120, 168, 240, 336],
  technicalHours: [1, 4, 24],
  tries: 8,
  triesWithinDays: 14,
  window: { fromHour: 6, untilHour: 10 },
  payDayWithinDays: 2,
  endsAfterDays: 30,
};

/** What is known of a payment that failed, when the next try is planned. */
export interface RetrySituation {
  readonly decline: Decline;
  readonly firstFailedMs: number;
  /** Tries of this bill so far, the first failure included, whoever made them. */
  readonly tries: number;
  /** Tries of the card, of other bills too. */
  readonly cardTriesMs: readonly number[];
  readonly network: CardNetwork | null;
  /** Until then a network asks not to try the card, on account of another bill; null or left out: none does. */
  readonly waitsUntilMs?: number | null;
  readonly nowMs: number;
}

export type NextRetry =
  | {
      readonly atMs: number;
      /** 2 is the first one after the payment failed. */
      readonly n: number;
      /** It comes later than the schedule says, because of this limit. */
      readonly heldBackBy: TryLimit | null;
    }
  | { readonly atMs: null; readonly because: "never" | "customer" | "done" | TryLimit };

export const ownLimit = ({ tries, triesWithinDays }: RetryPolicy): TryLimit => ({
  whose: "own",
  tries,
  withinMs: triesWithinDays * DAY_MS,
});

/** Hours after the first failure at which a payment of this class is tried again, as many as the ceiling has room for. */
export function retryHours(policy: RetryPolicy, declineClass: DeclineClass): readonly number[] {
  if (!mayRetry({ class: declineClass, reason: "not_said" })) return [];
  const last = policy.technicalHours.at(-1) ?? 0;
  const hours =
    declineClass === "soft"
      ? policy.softHours
      : [...policy.technicalHours, ...policy.softHours.filter((later) => later > last)];
  return hours.slice(0, Math.max(0, policy.tries - 1));
}

/** How many tries a schedule has, the one that failed included. */
export const plannedTries = (policy: RetryPolicy, declineClass: DeclineClass): number =>
  1 + retryHours(policy, declineClass).length;

/**
 * When a payment is tried next. Soft declines wait for the local morning and for a pay day that is near; technical ones only
 * once they wait longer than hours. What the network asks to wait is waited. A limit puts the try off, and where that is beyond the end nothing is left to try.
 * Nothing is ever planned for a card that must not be tried again. With learned times a try that would wait for a morning waits
 * for the most promising time instead, until its following try is due at the latest; every limit holds as before.
 */
export function nextRetry(
  policy: RetryPolicy,
  { decline, firstFailedMs, tries, cardTriesMs, network, waitsUntilMs = null, nowMs }: RetrySituation,
  timeZone: string,
  times: RetryTimes | null = null,
): NextRetry {
  if (!mayRetry(decline)) return { atMs: null, because: decline.class === "never" ? "never" : "customer" };
  const schedule = retryHours(policy, decline.class);
  const hours = schedule[tries - 1];
  if (hours === undefined) return { atMs: null, because: "done" };
  const endsMs = firstFailedMs + policy.endsAfterDays * DAY_MS;
  const waitsForMorning = decline.class === "soft" || hours >= WITHIN_HOURS;
  const lastMs = Math.max(...cardTriesMs, firstFailedMs);
  const learned = times === null ? null : learnedOf(times, decline.class);
  const dueMs = Math.max(firstFailedMs + hours * HOUR_MS, lastMs + (decline.waitMs ?? 0), waitsUntilMs ?? 0);
  const isFirst = tries <= 1;
  // A schedule that is behind is not made up for at once: its tries keep their distance.
  const apartMs = waitsForMorning ? NEXT_MORNING_MS : (hours - (schedule[tries - 2] ?? 0)) * HOUR_MS;
  const placeMs = waitsForMorning && isFirst ? dueMs : Math.max(dueMs, lastMs + apartMs);
  // Of the place, not of now: planned again while it waits, a try must not move on with the day.
  const untilFollowing = ((schedule[tries] ?? hours + MOST_WAIT_HOURS) - hours) * HOUR_MS;
  const waitedUntilMs = Math.min(placeMs + Math.min(untilFollowing, MOST_WAIT_HOURS * HOUR_MS), endsMs);
  const fitting = (fromMs: number): number => {
    if (!waitsForMorning) return fromMs;
    if (learned !== null) {
      const withinMs = Math.max(0, waitedUntilMs - fromMs);
      return bestTime(learned, { n: tries, fromMs, withinMs }, timeZone);
    }
    const morning = nextInWindow(fromMs, policy.window, timeZone);
    return hours < WITHIN_HOURS
      ? morning
      : (payDayWithin(morning, policy.payDayWithinDays, policy.window, timeZone) ?? morning);
  };
  let atMs = fitting(Math.max(placeMs, nowMs));
  let heldBackBy: TryLimit | null = null;
  for (;;) {
    const limit = limitAgainst(cardTriesMs, atMs, { network, own: [ownLimit(policy)] });
    if (limit === null) break;
    heldBackBy = limit;
    const freeMs = limitEndsAt(cardTriesMs, limit);
    if (freeMs > endsMs) return { atMs: null, because: limit };
    atMs = fitting(Math.max(freeMs, atMs + 1));
  }
  return atMs > endsMs ? { atMs: null, because: heldBackBy ?? "done" } : { atMs, n: tries + 1, heldBackBy };
}

/** What was learned of a class; null where its tries are too few, and the schedule holds. */
function learnedOf(times: RetryTimes, declineClass: DeclineClass): ClassTimes | null {
  if (declineClass !== "soft" && declineClass !== "technical") return null;
  return hasEnough(times[declineClass]) ? times[declineClass] : null;
}
