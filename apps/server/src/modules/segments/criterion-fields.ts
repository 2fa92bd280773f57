import {
  eventCountField,
  operatorsOfKind,
  PaymentStatus,
  paymentStatusLabel,
  RiskLevel,
  riskLevelLabel,
  sinceEventField,
  SubscriptionStatus,
  subscriptionStatusLabel,
  USUAL_WINDOW_DAYS,
  windowDaysOf,
  windowField,
  type CriterionField,
  type CriterionKind,
} from "@forestay/contracts";
import { readStaffNames } from "#modules/companies/index.ts";
import { listAttributes, listTags, readPlanNames } from "#modules/customers/index.ts";
import { readEventTypeNames } from "#modules/ledger/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { listSegmentNames } from "./segment-rows.ts";

/** Every field that criteria of this company can be set on, in the order they are offered. */
export async function readCriterionFields(tx: Tx, companyId: string): Promise<CriterionField[]> {
  const plans = await readPlanNames(tx, companyId);
  const attributes = await listAttributes(tx, companyId);
  const eventTypes = await readEventTypeNames(tx, companyId);
  const segments = await listSegmentNames(tx, companyId);
  const tags = await listTags(tx, companyId);
  const people = await readStaffNames(tx, companyId);
  const level = choicesOf(RiskLevel, riskLevelLabel);
  return [
    field("Risk", "churnRiskLevel", "Risk level", "choice", level),
    field("Risk", "churnRiskScore", "Risk score", "number"),
    field("Risk", windowField("scoreChange", USUAL_WINDOW_DAYS), "Change of the score", "number"),
    field("Risk", windowField("levelBefore", USUAL_WINDOW_DAYS), "Earlier risk level", "choice", level),
    field("Risk", "leavesWithin30", "Of 100 leave within 30 days", "number"),
    field("Risk", "leavesWithin60", "Of 100 leave within 60 days", "number"),
    field("Risk", "leavesWithin90", "Of 100 leave within 90 days", "number"),
    field("Risk", "expectedDays", "Days until half have left", "number"),
    field("Risk", "valueAtRisk", "Value at risk", "money"),
    field("Risk", "hasLeft", "Has left", "boolean"),
    field(
      "Revenue and billing",
      "plan",
      "Plan",
      "choice",
      plans.map((plan) => ({ value: plan, label: plan })),
    ),
    field("Revenue and billing", "monthlyRevenue", "Monthly revenue", "money"),
    field("Revenue and billing", "lifetimeValue", "Lifetime value", "money"),
    field(
      "Revenue and billing",
      "subscriptionStatus",
      "Subscription",
      "choice",
      choicesOf(SubscriptionStatus, subscriptionStatusLabel),
    ),
    field(
      "Revenue and billing",
      "paymentStatus",
      "Payment",
      "choice",
      choicesOf(PaymentStatus, paymentStatusLabel),
    ),
    field("Revenue and billing", "isPaying", "Pays now", "boolean"),
    field("Revenue and billing", "firstPaidOn", "First paid on", "day"),
    field("Revenue and billing", "daysSinceFirstPaid", "First payment", "daysSince"),
    field(
      "Revenue and billing",
      "firstPlan",
      "First plan",
      "choice",
      plans.map((plan) => ({ value: plan, label: plan })),
    ),
    field("Revenue and billing", "stoppedPayingOn", "Stopped paying on", "day"),
    field("Revenue and billing", "lastExpandedOn", "Last expanded on", "day"),
    field("Revenue and billing", "lastContractedOn", "Last contracted on", "day"),
    field("Revenue and billing", "lastCameBackOn", "Last came back on", "day"),
    field("Revenue and billing", "leavingReason", "Why it left", "choice", [
      { value: "voluntary", label: "Voluntary" },
      { value: "involuntary", label: "Involuntary" },
      { value: "unknown", label: "Unknown" },
    ]),
    field("Revenue and billing", "leavingWords", "Reason in their words", "text"),
    field("Revenue and billing", "renewalInDays", "Next renewal", "daysUntil"),
    field("Revenue and billing", "daysSinceInvoice", "Last invoice", "daysSince"),
    field("Revenue and billing", "openInvoices", "Open invoices", "number"),
    field("Revenue and billing", "overdueInvoices", "Overdue invoices", "number"),
    field("Revenue and billing", windowField("failedPayments", 90), "Failed payments", "number"),
    field("Activity", "daysSinceActivity", "Last activity", "daysSince"),
    field("Activity", "lastActivityDate", "Last active on", "date"),
    field(
      "Activity",
      "activityStatus",
      "Activity",
      "choice",
      wordsOf(["Active", "Quiet", "Silent", "Unknown"]),
    ),
    ...eventTypes.flatMap((type) => [
      field("Events", eventCountField(type, USUAL_WINDOW_DAYS), `“${type}”`, "number"),
      field("Events", sinceEventField(type), `Last “${type}”`, "daysSince"),
    ]),
    field("Profile", "tenureDays", "Customer since", "daysSince"),
    field("Profile", "fullName", "Name", "text"),
    field("Profile", "email", "E-mail", "text"),
    field("Profile", "externalId", "Customer id", "text"),
    field("Profile", "createdAt", "Added on", "date"),
    field(
      "Work",
      "owner",
      "Owner",
      "choice",
      [...people].map(([value, label]) => ({ value, label })),
    ),
    field(
      "Work",
      "tags",
      "Tag",
      "choice",
      tags.map(({ id, name }) => ({ value: id, label: name })),
    ),
    field("Work", "openCase", "Open risk case", "boolean"),
    ...attributes.map(({ key, label, kind }) => field("Your columns", `attributes.${key}`, label, kind)),
    ...(segments.length === 0
      ? []
      : [
          field(
            "Segments",
            "segments",
            "Segment",
            "choice",
            segments.map(({ id, name }) => ({ value: id, label: name })),
          ),
        ]),
  ];
}

function field(
  group: string,
  name: string,
  label: string,
  kind: CriterionKind,
  choices?: CriterionField["choices"],
): CriterionField {
  return {
    field: name,
    label,
    group,
    kind,
    operators: [...operatorsOfKind[kind]],
    windowDays: windowDaysOf(name),
    ...(choices ? { choices } : {}),
  };
}

const choicesOf = (values: Record<string, number>, label: (value: number) => string) =>
  Object.values(values).map((value) => ({ value, label: label(value) }));
const wordsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));
