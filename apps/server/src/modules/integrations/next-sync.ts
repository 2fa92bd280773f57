import { createHash } from "node:crypto";
import { DAY_MS } from "@forestay/contracts";
import type { SyncFrequency } from "@forestay/contracts/vocabulary";

const HOUR_MS = 3600_000;
const periods: Record<SyncFrequency, number | null> = {
  Manual: null,
  Hourly: HOUR_MS,
  Daily: 24 * HOUR_MS,
  Weekly: 7 * 24 * HOUR_MS,
};

/** How long until the day is another one (UTC), in ms: a day's calls are used up until then. */
export const untilTomorrowMs = (now: Date): number => DAY_MS - (now.getTime() % DAY_MS);

/**
 * When a system is next asked; null for only by hand. A company's own minute of each period, so that companies do not all
 * ask at the full hour; never less than half a period from now.
 */
export function nextSyncAt(companyId: string, frequency: SyncFrequency, now: Date): Date | null {
  const periodMs = periods[frequency];
  if (periodMs === null) return null;
  const share = createHash("sha256").update(companyId).digest().readUInt32BE(0) / 2 ** 32;
  const offsetMs = Math.floor(share * periodMs);
  const earliest = now.getTime() + periodMs / 2;
  const period = Math.ceil((earliest - offsetMs) / periodMs);
  return new Date(period * periodMs + offsetMs);
}
