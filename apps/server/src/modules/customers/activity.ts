import { DAY_MS } from "@forestay/contracts/vocabulary";

/** Seen within this many days: Active, and 'recent' (hasRecentActivity on the wire). */
export const RECENT_ACTIVITY_DAYS = 7;
/** Not seen for longer than this: Silent. */
export const SILENT_AFTER_DAYS = 30;

export const activityStatuses = ["Active", "Quiet", "Silent", "Unknown"] as const;
export type ActivityStatus = (typeof activityStatuses)[number];

/** How long ago a customer was last seen, in one word. */
export function activityStatus(lastSeenAt: Date | null, now: Date): ActivityStatus {
  if (lastSeenAt === null) return "Unknown";
  const days = (now.getTime() - lastSeenAt.getTime()) / DAY_MS;
  if (days <= RECENT_ACTIVITY_DAYS) return "Active";
  return days <= SILENT_AFTER_DAYS ? "Quiet" : "Silent";
}

/** The moment `days` before `now`. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** Days between start and end (or now), never negative; null without a start. */
export function tenureDays(startedAt: Date | null, endedAt: Date | null, now: Date): number | null {
  if (startedAt === null) return null;
  const until = endedAt !== null && endedAt < now ? endedAt : now;
  return Math.max(0, Math.floor((until.getTime() - startedAt.getTime()) / DAY_MS));
}

/** A twelfth of a year of 365.25 days. */
export const DAYS_PER_MONTH = 30.4375;

/** '2y 4m', '8m' or '12d'; empty when the tenure is not known. */
export function tenureDisplay(days: number | null): string {
  if (days === null) return "";
  // A day of grace: months that were counted back from a tenure come out as that tenure again.
  const months = Math.floor((days + 1) / DAYS_PER_MONTH);
  if (months === 0) return `${days}d`;
  const years = Math.floor(months / 12);
  const rest = months % 12;
  if (years === 0) return `${months}m`;
  return rest === 0 ? `${years}y` : `${years}y ${rest}m`;
}
