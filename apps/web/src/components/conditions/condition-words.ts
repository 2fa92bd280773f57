import { emptyLabels, isRelative, operatorLabels } from "@forestay/contracts/wire";
import type { Operator } from "@forestay/contracts/wire";
import { windowWords } from "@forestay/contracts/words";
import type { Condition, ConditionField, ConditionKind } from "./condition-field.ts";

const wordsByKind: Record<ConditionKind, Partial<Record<Operator, string>>> = {
  date: { GreaterThan: "after", LessThan: "before" },
  day: { GreaterThan: "after", LessThan: "before", Equals: "on", NotEquals: "not on" },
  number: { GreaterThan: "over", LessThan: "under" },
  money: { GreaterThan: "over", LessThan: "under" },
  daysSince: { GreaterThan: "more than", LessThan: "less than" },
  daysUntil: { GreaterThan: "more than", LessThan: "less than" },
  text: {},
  choice: {},
  boolean: {},
};

/** How amounts and days are written. */
export interface ValueFormat {
  money: (amount: number) => string;
  date: (iso: string) => string;
}

/** A condition's operator and value in words, as its chip shows them: "over $5,000", "not Cancelled". */
export function conditionWords(
  { operator, value }: Condition,
  known: ConditionField | undefined,
  format: ValueFormat,
): string {
  if (value === null) return emptyLabels[operator === "NotEquals" ? "NotEquals" : "Equals"];
  if (isRelative(operator)) return windowWords({ operator, value });
  const shown = (Array.isArray(value) ? value : [value])
    .map((one) => valueWords(one, known, format))
    .join(", ");
  if (known?.kind === "choice")
    return operator === "NotIn" || operator === "NotEquals" ? `not ${shown}` : shown;
  if (known?.kind === "boolean") return operator === "NotEquals" ? `not ${shown}` : shown;
  const words = `${wordsByKind[known?.kind ?? "number"][operator] ?? operatorLabels[operator]} ${shown}`;
  if (known?.kind === "daysSince") return `${words} days ago`;
  return known?.kind === "daysUntil" ? `${words} days away` : words;
}

function valueWords(
  value: string | number | boolean,
  known: ConditionField | undefined,
  format: ValueFormat,
): string {
  const choice = known?.choices?.find((one) => one.value === value);
  if (choice) return choice.label;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (known?.kind === "money" && typeof value === "number") return format.money(value);
  if (known?.kind === "date" && typeof value === "string") return format.date(value);
  if (known?.kind === "day" && typeof value === "string") return format.date(`${value}T11:00:00Z`);
  return String(value);
}
