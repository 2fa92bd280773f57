import { createHash } from "node:crypto";
import type { SyncFrequency } from "@forestay/contracts/vocabulary";

const HOUR_MS = 3600_000;
const periods: Record<SyncFrequency, number | null> = {
  Manual: null,
  Hourly: HOUR_MS,
  Daily: 24 * HOUR_MS,
  Weekly: 7 * 24 * HOUR_MS,
};

/**
 * How long to leave a system alone whose calls of a day are used up, in ms: its day ends by a clock of its own, or rolls, so
 * it is asked again after an hour to an hour and a half, by an account's own share.
 */
export const usedUpPauseMs = (account: string): number => Math.round(HOUR_MS * (1 + shareOf(account) / 2));

/** From 0 to 1, the same for the same key. */
const shareOf = (key: string): number => createHash("sha256").update(key).digest().readUInt32BE(0) / 2 ** 32;

/**
 * When a system is next asked; null for only by hand. A company's own minute of each period, so that companies do not all
 * ask at the full hour; never less than half a period from now.
 */
export function nextSyncAt(companyId: string, frequency: SyncFrequency, now: Date): Date | null {
  const periodMs = periods[frequency];
  if (periodMs === null) return null;
  const offsetMs = Math.floor(shareOf(companyId) * periodMs);
  const earliest = now.getTime() + periodMs / 2;
  const period = Math.ceil((earliest - offsetMs) / periodMs);
  return new Date(period * periodMs + offsetMs);
}
