import { DAY_MS } from "@forestay/contracts/vocabulary";
import { recordedSilence, snapshotTimeMs, type Snapshot } from "./snapshot.ts";

/** Past snapshots of one customer that a model learns from lie at least this far apart. */
export const MIN_DAYS_APART = 25;
/**
 * Snapshots older than this before the newest closed one are not learned from. By the calendar and not by count: the
 * last twelve snapshots of each customer would be those just before the end for everyone who left, and leavers of all
 * years would meet stayers of the last one.
 */
export const LEARNING_DAYS = 360;

export interface ClosedSnapshot {
  index: number;
  timeMs: number;
  left: boolean;
  /** When it left, as far as that is known by now; null where it had not. */
  leftAtMs: number | null;
}

export interface ClosedWindow {
  /** When the customer left for good. */
  leftAtMs: number | null;
  horizonMs: number;
  knownUntilMs: number;
  /** Where silence counts as leaving: after so many days; `isKnown`: its outcome is known without a snapshot that records silence. */
  silence?: { inactiveDays: number; isKnown: boolean } | null;
}

/**
 * The snapshots of one customer whose outcome is known: `(t, t + horizon]` lies in the past. Of the last year of such
 * days, newest first, at least 25 days apart, none from after the customer had left. Where silence counts, a customer
 * also leaves when a later snapshot shows that it had been silent for too long, even if it came back after that; one
 * that was silent too long at t had left by then.
 */
export function closedSnapshots(
  snapshots: readonly Snapshot[],
  { leftAtMs, horizonMs, knownUntilMs, silence = null }: ClosedWindow,
): ClosedSnapshot[] {
  const closed: ClosedSnapshot[] = [];
  let nextMs = Number.POSITIVE_INFINITY;
  let silentAtMs = Number.POSITIVE_INFINITY;
  for (let index = snapshots.length - 1; index >= 0; index--) {
    const snapshot = snapshots[index];
    if (!snapshot) continue;
    const timeMs = snapshotTimeMs(snapshot);
    const firstLeftAtMs = Math.min(leftAtMs ?? Number.POSITIVE_INFINITY, silentAtMs);
    if (silence !== null) {
      const silentDays = recordedSilence(snapshot);
      if (silentDays === null && !silence.isKnown) continue;
      if (silentDays !== null && silentDays >= silence.inactiveDays) {
        silentAtMs = Math.min(silentAtMs, timeMs + (silence.inactiveDays - silentDays) * DAY_MS);
        continue;
      }
    }
    if (timeMs + horizonMs > knownUntilMs || timeMs > nextMs) continue;
    if (timeMs < knownUntilMs - horizonMs - LEARNING_DAYS * DAY_MS) break;
    if (leftAtMs !== null && leftAtMs <= timeMs) continue;
    closed.push({
      index,
      timeMs,
      left: firstLeftAtMs <= timeMs + horizonMs,
      leftAtMs: firstLeftAtMs <= knownUntilMs ? firstLeftAtMs : null,
    });
    nextMs = timeMs - MIN_DAYS_APART * DAY_MS;
  }
  return closed;
}
