import { formatCounted } from "./count.ts";

const DAYS_PER_MONTH = 30.4375;

/** Days ahead, no finer than they are known: "5 days", "about 6 weeks", "about 4 months". */
export function formatDaysAhead(days: number): string {
  if (days < 14) return formatCounted(days, "day");
  if (days < 60) return `about ${formatCounted(Math.round(days / 7), "week")}`;
  return `about ${formatCounted(Math.round(days / DAYS_PER_MONTH), "month")}`;
}
