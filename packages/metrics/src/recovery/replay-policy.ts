import type { Decline, DeclineClass } from "./decline.ts";
import type { TryLimit } from "./network-caps.ts";
import { nextRetry, type RetryPolicy } from "./retry-schedule.ts";

const HOUR_MS = 3_600_000;

/** A payment that failed in the past. */
export interface PastFailure {
  readonly id: string;
  /** Whose card: tries of one are counted together. */
  readonly customerId: string;
  readonly decline: Decline;
  readonly firstFailedMs: number;
  /** When it was really paid or over; null while it is open. */
  readonly endedMs: number | null;
}

export interface ReplayedFailure {
  readonly id: string;
  readonly class: DeclineClass;
  readonly retriesMs: readonly number[];
  readonly messagesMs: readonly number[];
  /** A limit put a try off, or forbade it. */
  readonly heldBackBy: TryLimit | null;
}

/**
 * What a policy would have tried and sent for these failures. It says nothing of what would have been paid: each case ends
 * when it really ended, and every try before is taken to fail as the first one did. Failures are gone through in the order of
 * their first one, tries of one customer counting against the same limits.
 */
export function replayPolicy(
  failures: readonly PastFailure[],
  policy: RetryPolicy,
  /** Hours after the first failure at which a message of this class leaves; the first is the end of the silent time. */
  messageHours: (failure: PastFailure) => readonly number[],
  { timeZone, asOfMs }: { timeZone: string; asOfMs: number },
): ReplayedFailure[] {
  const triesOf = new Map<string, number[]>();
  return failures
    .toSorted((a, b) => a.firstFailedMs - b.firstFailedMs || (a.id < b.id ? -1 : 1))
    .map((failure) => {
      const { id, customerId, decline, firstFailedMs } = failure;
      const untilMs = Math.min(failure.endedMs ?? asOfMs, asOfMs);
      const cardTriesMs = triesOf.get(customerId) ?? [];
      triesOf.set(customerId, cardTriesMs);
      cardTriesMs.push(firstFailedMs);
      const retriesMs: number[] = [];
      let heldBackBy: TryLimit | null = null;
      for (let nowMs = firstFailedMs; ;) {
        const next = nextRetry(
          policy,
          { decline, firstFailedMs, tries: 1 + retriesMs.length, cardTriesMs, network: null, nowMs },
          timeZone,
        );
        if (next.atMs === null) {
          if (typeof next.because !== "string") heldBackBy ??= next.because;
          break;
        }
        if (next.atMs >= untilMs) break;
        heldBackBy ??= next.heldBackBy;
        retriesMs.push(next.atMs);
        cardTriesMs.push(next.atMs);
        nowMs = next.atMs;
      }
      const messagesMs = messageHours(failure)
        .map((hours) => firstFailedMs + hours * HOUR_MS)
        .filter((atMs) => atMs < untilMs);
      return { id, class: decline.class, retriesMs, messagesMs, heldBackBy };
    });
}
