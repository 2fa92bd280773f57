import {
  attributeKinds,
  operatorLabels,
  PaymentStatus,
  paymentStatusLabel,
  RiskLevel,
  riskLevelLabel,
  SubscriptionStatus,
  subscriptionStatusLabel,
} from "@forestay/contracts/wire";
import type { AttributeDefinition, CustomerCondition, Operator } from "@forestay/contracts/wire";

export type FieldKind = (typeof attributeKinds)[number] | "choice";

/** A field that customers can be filtered by: its words, how its value is entered, and which operators make sense. */
export interface FilterField {
  field: string;
  label: string;
  kind: FieldKind;
  operators: readonly Operator[];
  choices?: readonly { value: string | number; label: string }[];
}

const operatorsByKind: Record<FieldKind, readonly Operator[]> = {
  choice: ["In", "NotIn"],
  text: ["Equals", "NotEquals", "Contains"],
  number: ["GreaterThan", "LessThan", "Equals", "NotEquals"],
  money: ["GreaterThan", "LessThan", "Equals"],
  date: ["GreaterThan", "LessThan"],
  boolean: ["Equals"],
};

function field(name: string, label: string, kind: FieldKind, choices?: FilterField["choices"]): FilterField {
  return { field: name, label, kind, operators: operatorsByKind[kind], ...(choices ? { choices } : {}) };
}

function choicesOf(values: Record<string, number>, label: (value: number) => string) {
  return Object.values(values).map((value) => ({ value, label: label(value) }));
}

/** Every field of the list plus the company's own attributes and plans. */
export function filterFields(
  attributes: readonly AttributeDefinition[],
  plans: readonly string[],
): FilterField[] {
  return [
    field("churnRiskLevel", "Risk level", "choice", choicesOf(RiskLevel, riskLevelLabel)),
    field("churnRiskScore", "Risk score", "number"),
    field("lifetimeValue", "Lifetime value", "money"),
    field("monthlyRevenue", "Monthly revenue", "money"),
    field(
      "plan",
      "Plan",
      "choice",
      plans.map((plan) => ({ value: plan, label: plan })),
    ),
    field(
      "subscriptionStatus",
      "Subscription",
      "choice",
      choicesOf(SubscriptionStatus, subscriptionStatusLabel),
    ),
    field("paymentStatus", "Payment", "choice", choicesOf(PaymentStatus, paymentStatusLabel)),
    field("tenureDays", "Tenure in days", "number"),
    field("lastActivityDate", "Last activity", "date"),
    field("createdAt", "Added on", "date"),
    field("hasLeft", "Has left", "boolean"),
    field("fullName", "Name", "text"),
    field("email", "E-mail", "text"),
    field("externalId", "Customer id", "text"),
    ...attributes.map(({ key, label, kind }) => field(`attributes.${key}`, label, kind)),
  ];
}

const dateWords: Partial<Record<Operator, string>> = { GreaterThan: "after", LessThan: "before" };
const amountWords: Partial<Record<Operator, string>> = { GreaterThan: "over", LessThan: "under" };

/** A condition's operator and value in words, as the chip shows them: "over $5,000", "not Cancelled". */
export function conditionWords(
  condition: CustomerCondition,
  known: FilterField | undefined,
  format: { money: (amount: number) => string; date: (iso: string) => string },
): string {
  const { operator, value } = condition;
  if (value === null) return operator === "NotEquals" ? "known" : "not known";
  const shown = (Array.isArray(value) ? value : [value])
    .map((one) => valueWords(one, known, format))
    .join(", ");
  if (known?.kind === "choice")
    return operator === "NotIn" || operator === "NotEquals" ? `not ${shown}` : shown;
  if (known?.kind === "boolean") return shown;
  const words = known?.kind === "date" ? dateWords : known?.kind === "text" ? {} : amountWords;
  return `${words[operator] ?? operatorLabels[operator]} ${shown}`;
}

function valueWords(
  value: string | number | boolean,
  known: FilterField | undefined,
  format: { money: (amount: number) => string; date: (iso: string) => string },
): string {
  const choice = known?.choices?.find((one) => one.value === value);
  if (choice) return choice.label;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (known?.kind === "money" && typeof value === "number") return format.money(value);
  if (known?.kind === "date" && typeof value === "string") return format.date(value);
  return String(value);
}
