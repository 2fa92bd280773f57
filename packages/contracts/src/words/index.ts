/** How figures, dates and findings read, the same on a page, in a mail and in a file. Pure: no clock, no zone, no zod. */
export { apiKeyName, byWhom, DELETED_PERSON, NOT_SIGNED_IN } from "./actor.ts";
export {
  formatBytes,
  formatCount,
  formatCountCompact,
  formatCounted,
  formatNumber,
  plural,
} from "./count.ts";
export { churnDateWords } from "./churn-date.ts";
export { typeToConfirm } from "./confirm.ts";
export {
  criteriaPhrase,
  criteriaSentence,
  criterionLabel,
  fieldOf,
  fieldWords,
  valueWords,
  windowWords,
  type CriterionFormat,
  type WordedField,
} from "./criteria.ts";
export { csvLine, type CsvValue } from "./csv-line.ts";
export {
  monthName,
  movementsTitle,
  movementWords,
  TILE_ORDER,
  tileChange,
  tileFigure,
  type TileChange,
  valuedByWords,
} from "./dashboard.ts";
export {
  formatAppointment,
  formatClock,
  formatDate,
  formatDateTime,
  formatExactTime,
  formatMonth,
  formatRelative,
  formatShortDate,
  formatWeekday,
} from "./date.ts";
export { formatDaysAhead } from "./days-ahead.ts";
export { formatDuration } from "./duration.ts";
export { formatMoney } from "./money.ts";
export { nextStepWords, stepTaskTitle } from "./next-step.ts";
export { riskBandsFor, type RiskBands } from "./risk-bands.ts";
export { findingWords, HIGH_RISK_WORDS } from "./risk.ts";
export { formatChance, formatPoints, formatShare } from "./share.ts";
