export interface RetryRule {
  /** The first one included. */
  attempts: number;
  /** Before the second attempt; doubled before each further one. */
  firstWaitMs: number;
  /** No wait is longer; a host that asks for more is not asked again by this call. */
  longestWaitMs: number;
}

/** How an attempt went: what was answered, or that the connection failed or took too long. */
export type Outcome = { status: number; retryAfterMs: number | null } | "lost";

/** Passing by their nature; whatever else is answered is the answer. */
const passingStatuses = new Set([500, 502, 503, 504]);

/**
 * How long to wait before the next attempt, in ms; null when this outcome is the last word. 429 says that nothing was done,
 * so any call may follow it; after everything else only one that may safely happen twice. Waits as long as Retry-After
 * says, else by doubling with jitter, so that many who failed together do not come back together.
 */
export function nextWaitMs(
  outcome: Outcome,
  attempt: number,
  isRepeatable: boolean,
  rule: RetryRule,
  random: () => number,
): number | null {
  if (attempt >= rule.attempts) return null;
  const isBusy = outcome !== "lost" && outcome.status === 429;
  const isPassing = outcome === "lost" || isBusy || passingStatuses.has(outcome.status);
  if (!isPassing || !(isRepeatable || isBusy)) return null;
  const asked = outcome === "lost" ? null : outcome.retryAfterMs;
  if (asked !== null) return asked <= rule.longestWaitMs ? asked : null;
  const waitMs = Math.min(rule.longestWaitMs, rule.firstWaitMs * 2 ** (attempt - 1));
  return waitMs * (0.5 + random() / 2);
}

/** What is asked for beyond it is nonsense, or would be for ever. */
const LONGEST_ASKED_MS = 24 * 3600_000;

/** `Retry-After` as ms from now, a day at most: seconds or a date (RFC 9110, 10.2.3); null without one, or with nonsense. */
export function readRetryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const seconds = /^\s*(\d+)\s*$/.exec(header)?.[1];
  if (seconds !== undefined) return Math.min(LONGEST_ASKED_MS, Number(seconds) * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.min(LONGEST_ASKED_MS, Math.max(0, at - now.getTime()));
}
