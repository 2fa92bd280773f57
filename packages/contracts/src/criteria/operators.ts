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
