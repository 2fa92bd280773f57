export { formatChanges } from "./changes.ts";
export { formatDateTime, formatDuration, formatRelative, formatShortDate, formatTenure } from "./date.ts";
export { formatMoney } from "./money.ts";
export {
  formatBytes,
  formatChance,
  formatCount,
  formatCountCompact,
  formatCounted,
  formatPoints,
  formatShare,
} from "./number.ts";
/** Shown for a value we do not have (design section 6). */
export const MISSING = "–";
