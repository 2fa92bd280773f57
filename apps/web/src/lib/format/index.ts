/** Figures and dates as a page shows them: the shared words, with dates in the viewer's zone. */
export {
  formatBytes,
  formatChance,
  formatCount,
  formatCountCompact,
  formatCounted,
  formatDaysAhead,
  formatDuration,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPoints,
  formatShare,
  monthName,
} from "@forestay/contracts/words";
export { changedFields, formatChanges } from "./changes.ts";
export {
  formatDateTime,
  formatExactTime,
  formatRelative,
  formatRelativeInline,
  formatShortDate,
  viewerTimeZone,
} from "./date.ts";
export { shortMonth } from "./month.ts";
/** Shown for a value we do not have. */
export const MISSING = "–";
