import type { CriterionKind } from "./kinds.ts";

/** Criterion operators and how they are displayed. */
export const operatorLabels = {
  Equals: "equals",
  NotEquals: "not equals",
  GreaterThan: "greater than",
  LessThan: "less than",
  Contains: "contains",
  In: "in",
  NotIn: "not in",
  InLast: "in the last",
  NotInLast: "not in the last",
  InNext: "in the next",
} as const;
export type Operator = keyof typeof operatorLabels;

/** What 'equals' and 'not equals' are called where they ask whether anything is known (a value of null). */
export const emptyLabels = { Equals: "is empty", NotEquals: "is not empty" } as const;

const relative: readonly Operator[] = ["InLast", "NotInLast", "InNext"];
/** Whether an operator's value is a number of days, from 1 to LONGEST_WINDOW_DAYS, counted from today. */
export const isRelative = (operator: Operator): boolean => relative.includes(operator);

/**
 * The days that a relative operator speaks of, first and last one included, counted from today (0) by the company's clocks: the last
 * seven are today and the six before it, the next seven begin tomorrow. `NotInLast` is everything that is not in them.
 */
export const relativeDays = (operator: Operator, days: number): { first: number; last: number } =>
  operator === "InNext" ? { first: 1, last: days } : { first: 1 - days, last: 0 };

const numeric: readonly Operator[] = ["GreaterThan", "LessThan", "Equals", "NotEquals"];
/** The operators that a field of a kind takes, in the order they are offered. */
export const operatorsOfKind: Record<CriterionKind, readonly Operator[]> = {
  choice: ["In", "NotIn", "Equals", "NotEquals"],
  text: ["Contains", "Equals", "NotEquals", "In", "NotIn"],
  number: numeric,
  money: numeric,
  daysSince: numeric,
  daysUntil: numeric,
  date: ["GreaterThan", "LessThan", ...relative],
  day: [...numeric, ...relative],
  boolean: ["Equals", "NotEquals"],
};
