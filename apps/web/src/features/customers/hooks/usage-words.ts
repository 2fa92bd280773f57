import type { CustomerUse } from "@forestay/contracts/wire";
import { formatCounted } from "@/lib/format/index.ts";

type Weeks = CustomerUse["weeks"];

/** Full weeks that are compared with as many before them. */
const COMPARED = 4;
/** A change by less is none: weeks differ. */
const TOLD_SHARE = 0.25;

const eventsOf = (weeks: Weeks) => weeks.reduce((sum, { events }) => sum + events, 0);

/** How use went, in a sentence: the last four full weeks against the four before; the week under way counts in neither. */
export function usageWords(weeks: Weeks): string {
  const full = weeks.slice(0, -1);
  const now = eventsOf(full.slice(-COMPARED));
  const before = eventsOf(full.slice(-2 * COMPARED, -COMPARED));
  const current = eventsOf(weeks.slice(-1));
  if (now === 0 && before === 0)
    return eventsOf(weeks) === 0
      ? "Not used for twelve weeks"
      : current > 0
        ? "Used again this week"
        : "Not used for eight weeks";
  if (now === 0)
    return current > 0 ? "Used again this week, after four weeks without" : "Not used for four weeks";
  if (before === 0) return `Used ${formatCounted(now, "time")} in four weeks, not once in the four before`;
  const change = now / before - 1;
  if (Math.abs(change) < TOLD_SHARE)
    return `Used about as much as a month ago: ${formatCounted(now, "event")} in four weeks`;
  return `Used ${change > 0 ? "more" : "less"} than a month ago: ${formatCounted(now, "event")} in four weeks, ${before} in the four before`;
}
