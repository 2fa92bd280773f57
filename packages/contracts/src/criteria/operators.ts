import type { CriterionKind } from "./fields.ts";

/** Criterion operators and how they are displayed. */
export const operatorLabels = {
  Equals: "equals",
  NotEquals: "not equals",
  GreaterThan: "greater than",
  LessThan: "less than",
  Contains: "contains",
  In: "in",
  NotIn: "not in",
} as const;
export type Operator = keyof typeof operatorLabels;

const numeric: readonly Operator[] = ["GreaterThan", "LessThan", "Equals", "NotEquals"];
/** The operators that a field of a kind takes, in the order they are offered. */
export const operatorsOfKind: Record<CriterionKind, readonly Operator[]> = {
  choice: ["In", "NotIn", "Equals", "NotEquals"],
  text: ["Contains", "Equals", "NotEquals", "In", "NotIn"],
  number: numeric,
  money: numeric,
  daysSince: numeric,
  daysUntil: numeric,
  date: ["GreaterThan", "LessThan"],
  day: numeric,
  boolean: ["Equals", "NotEquals"],
};
