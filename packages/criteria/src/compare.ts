import { relativeDays, valuesOf, type Criterion, type CriterionScalar } from "@forestay/contracts/vocabulary";
import type { FactsContext, FactValue } from "./customer-facts.ts";

export const DAY_MS = 86_400_000;

/** What equal, greater, less and "in" mean for one kind of value; what is not known is never asked. */
interface Comparison {
  equal: (fact: NonNullable<FactValue>, value: CriterionScalar) => boolean;
  /** Below 0: the fact is less. */
  order: (fact: NonNullable<FactValue>, value: CriterionScalar) => number;
}

/** By the operator. Unknown (null) is neither greater nor less nor in a list; it is not equal to, and not in, anything. */
export function compareFact(fact: FactValue, criterion: Criterion, { equal, order }: Comparison): boolean {
  const { operator, value } = criterion;
  if (value === null) return operator === "Equals" ? fact === null : fact !== null;
  const isIn = () => fact !== null && valuesOf(criterion).some((one) => equal(fact, one));
  switch (operator) {
    case "Equals":
    case "In":
      return isIn();
    case "NotEquals":
    case "NotIn":
      return !isIn();
    case "GreaterThan":
      return fact !== null && order(fact, value as CriterionScalar) > 0;
    case "LessThan":
      return fact !== null && order(fact, value as CriterionScalar) < 0;
    case "InLast":
    case "NotInLast":
    case "InNext":
      // Of moments and days alone: compareWindow, compareDayWindow.
      return false;
    case "Contains":
      return fact !== null && String(fact).toLowerCase().includes(String(value).toLowerCase());
  }
}

/** Text in the order of its code points, as the database keeps keys. */
export function orderText(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const byNumber = (fact: NonNullable<FactValue>, value: number) => Number(fact) - value;

export function compareNumber(
  fact: number | null,
  criterion: Criterion,
  convert: (value: CriterionScalar) => number = Number,
): boolean {
  return compareFact(fact, criterion, {
    equal: (known, value) => Number(known) === convert(value),
    order: (known, value) => byNumber(known, convert(value)),
  });
}

/** A moment against the company's days (`relativeDays`) that a relative operator speaks of; unknown is in none of them. */
export function compareWindow(
  moment: number | null,
  criterion: Criterion,
  days: FactsContext["days"],
): boolean {
  const { first, last } = relativeDays(criterion.operator, Number(criterion.value));
  const isIn = moment !== null && moment >= days.startOf(first) && moment < days.startOf(last + 1);
  return isIn === (criterion.operator !== "NotInLast");
}

/** The same of a day that is kept as text; what is no date is not known. */
export function compareDayWindow(
  text: string | null,
  criterion: Criterion,
  days: FactsContext["days"],
): boolean {
  const day = text !== null && /^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 10) : null;
  const { first, last } = relativeDays(criterion.operator, Number(criterion.value));
  const isIn = day !== null && day >= days.isoOf(first) && day <= days.isoOf(last);
  return isIn === (criterion.operator !== "NotInLast");
}

/** A moment against whole days gone by (`since`) or still to go (`until`); equal to seven is from seven up to eight. */
export function compareDays(
  moment: number | null,
  criterion: Criterion,
  now: number,
  way: "since" | "until",
): boolean {
  const elapsed = moment === null ? null : (way === "since" ? now - moment : moment - now) / DAY_MS;
  return compareFact(elapsed, criterion, {
    equal: (days, value) => Number(days) >= Number(value) && Number(days) < Number(value) + 1,
    order: (days, value) => byNumber(days, Number(value)),
  });
}
