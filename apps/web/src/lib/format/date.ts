const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Relative under 7 days, then a short date (spec section 4, 'Relative time'): 'Just now', '5m ago', '3h ago', '2d ago',
 * 'Mar 4', 'Mar 4, 2025' when the year is not the current one. Times are shown in the viewer's zone.
 */
export function formatRelative(iso: string, now: Date = new Date()): string {
  const then = new Date(iso);
  const elapsedMs = now.getTime() - then.getTime();
  if (elapsedMs < minuteMs) return elapsedMs < -minuteMs ? formatShortDate(iso, now) : "Just now";
  if (elapsedMs < hourMs) return `${Math.floor(elapsedMs / minuteMs)}m ago`;
  if (elapsedMs < dayMs) return `${Math.floor(elapsedMs / hourMs)}h ago`;
  if (elapsedMs < 7 * dayMs) return `${Math.floor(elapsedMs / dayMs)}d ago`;
  return formatShortDate(iso, now);
}

/** Month and day, with the year only when it is not the current one: 'Mar 4', 'Mar 4, 2025'. */
export function formatShortDate(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  const sameYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleDateString("en-US", {
    month: "short",
    day: "numeric",
    ...(sameYear ? {} : { year: "numeric" }),
  });
}

/** Date and time in full, for titles and tooltips: 'October 14, 2026, 9:12 AM'. */
export function formatDateTime(iso: string): string {
  return new Date(iso).toLocaleString("en-US", {
    month: "long",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}

/** Length of a stay from days: '12d', '8m', '2y 4m'. A month is a twelfth of 365.25 days. */
export function formatTenure(days: number): string {
  if (days < 31) return `${Math.max(0, Math.round(days))}d`;
  const months = Math.round(days / (365.25 / 12));
  const years = Math.floor(months / 12);
  if (years === 0) return `${months}m`;
  return months % 12 === 0 ? `${years}y` : `${years}y ${months % 12}m`;
}

/** How long something took: 'under a second', '48 seconds', '3 min 20 s'. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return "under a second";
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}
