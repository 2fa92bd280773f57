import type { AttributeDefinition } from "@forestay/contracts/wire";
import {
  PaymentStatus,
  RiskLevel,
  SubscriptionStatus,
  paymentStatusLabel,
  riskLevelLabel,
  subscriptionStatusLabel,
} from "@forestay/contracts/wire";
import { conditionField } from "@/components/conditions/condition-field.ts";
import type { ConditionField } from "@/components/conditions/condition-field.ts";

function choicesOf(values: Record<string, number>, label: (value: number) => string) {
  return Object.values(values).map((value) => ({ value, label: label(value) }));
}

/** Every field of the list plus the company's own attributes and plans; when they leave where the model in use says it. */
export function customerConditionFields(
  attributes: readonly AttributeDefinition[],
  plans: readonly string[],
  saysWhen: boolean,
): ConditionField[] {
  return [
    conditionField("churnRiskLevel", "Risk level", "choice", choicesOf(RiskLevel, riskLevelLabel)),
    conditionField("churnRiskScore", "Risk score", "number"),
    ...(saysWhen
      ? [
          conditionField("leavesWithin30", "Of 100 leave within 30 days", "number"),
          conditionField("leavesWithin60", "Of 100 leave within 60 days", "number"),
          conditionField("leavesWithin90", "Of 100 leave within 90 days", "number"),
          conditionField("expectedDays", "Days until half have left", "number"),
        ]
      : []),
    conditionField("lifetimeValue", "Lifetime value", "money"),
    conditionField("monthlyRevenue", "Monthly revenue", "money"),
    conditionField(
      "plan",
      "Plan",
      "choice",
      plans.map((plan) => ({ value: plan, label: plan })),
    ),
    conditionField(
      "subscriptionStatus",
      "Subscription",
      "choice",
      choicesOf(SubscriptionStatus, subscriptionStatusLabel),
    ),
    conditionField("paymentStatus", "Payment", "choice", choicesOf(PaymentStatus, paymentStatusLabel)),
    conditionField("tenureDays", "Tenure in days", "number"),
    conditionField("lastActivityDate", "Last activity", "date"),
    conditionField("createdAt", "Added on", "date"),
    conditionField("hasLeft", "Has left", "boolean"),
    conditionField("fullName", "Name", "text"),
    conditionField("email", "E-mail", "text"),
    conditionField("externalId", "Customer id", "text"),
    ...attributes.map(({ key, label, kind }) => conditionField(`attributes.${key}`, label, kind)),
  ];
}
