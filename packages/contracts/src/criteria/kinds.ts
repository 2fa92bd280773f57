/** How a field is compared. */
export const criterionKinds = [
  "text",
  "number",
  "money",
  "boolean",
  "date",
  /** A day of the company's calendar, `2026-03-01`. */
  "day",
  /** Whole days since a moment: more days is longer ago. */
  "daysSince",
  /** Whole days until a moment: more days is later. */
  "daysUntil",
  /** One of a closed list. */
  "choice",
] as const;
export type CriterionKind = (typeof criterionKinds)[number];
