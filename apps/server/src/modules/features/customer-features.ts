import type { AttributeDefinition } from "@forestay/contracts";
import { DAY_MS, paymentStatusLabel, subscriptionStatusLabel } from "@forestay/contracts/vocabulary";
import {
  ATTRIBUTE_PREFIX,
  leavingOf,
  toMajorUnits,
  type AttributeValue,
  type CustomerRecord,
  type LeavingRule,
} from "#modules/customers/engine-door.ts";
import type { FeaturePlan, FeatureRow, FeatureValue, PlannedColumn } from "./feature-plan.ts";
import { featureWords } from "./feature-words.ts";

const DAYS_PER_MONTH = 30.4375;

const customerColumns = {
  plan: "categorical",
  subscription_status: "categorical",
  payment_status: "categorical",
  monthly_revenue: "numeric",
  lifetime_value: "numeric",
  tenure_days: "numeric",
} as const satisfies Record<string, PlannedColumn["kind"]>;

/**
 * What is known of a customer today, as a row without a past. The last activity and login are not in it: recorded
 * after the outcome they would only say that a customer is gone.
 */
export function customerFeatures(customer: CustomerRecord, currency: string, rule: LeavingRule): FeatureRow {
  const values: Record<string, FeatureValue> = {
    plan: customer.plan,
    subscription_status:
      customer.subscriptionStatus === null ? null : subscriptionStatusLabel(customer.subscriptionStatus),
    payment_status: customer.paymentStatus === null ? null : paymentStatusLabel(customer.paymentStatus),
    monthly_revenue: majorUnits(customer.monthlyRevenueCents, customer.currency ?? currency),
    lifetime_value: majorUnits(customer.lifetimeValueCents, customer.currency ?? currency),
    tenure_days: tenureDays(customer, rule),
  };
  for (const [key, value] of Object.entries(customer.attributes))
    values[ATTRIBUTE_PREFIX + key] = attributeValue(value, rule.now);
  return { rowId: customer.id, values, earlier: [] };
}

function majorUnits(cents: number | null, currency: string): number | null {
  return cents === null ? null : toMajorUnits(cents, currency);
}

function tenureDays(customer: CustomerRecord, rule: LeavingRule): number | null {
  // As the file gave it: counted by the company at one moment for all, those who left included.
  if (customer.tenureMonths !== null) return customer.tenureMonths * DAYS_PER_MONTH;
  if (customer.startedAt === null) return null;
  const { hasLeft, leftAt } = leavingOf(customer, rule);
  const end = hasLeft === true ? leftAt : rule.now;
  // Somebody who left on an unknown day has an unknown tenure, not one that goes on growing.
  return end === null ? null : Math.max(0, daysBetween(customer.startedAt.getTime(), end.getTime()));
}

/**
 * Whole calendar days (UTC). With fractions all customers would move past the values that a model splits at as the day
 * goes on, and a score asked for an hour later would be another one.
 */
const daysBetween = (fromMs: number, toMs: number) => Math.floor(toMs / DAY_MS) - Math.floor(fromMs / DAY_MS);

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
function attributeValue(value: AttributeValue, asOf: Date): FeatureValue {
  if (typeof value === "string" && ISO_DATE.test(value)) {
    const time = Date.parse(value);
    return Number.isNaN(time) ? value : daysBetween(time, asOf.getTime());
  }
  return value;
}

/** What was seen of the customers that a cross-sectional model learns from. */
export interface SeenCustomers {
  /** Fields that at least one of them has. */
  fields: ReadonlySet<string>;
  /** Somebody who left has the status Cancelled or Inactive, or none: the status is the outcome in other words. */
  statusTellsOutcome: boolean;
  /** Somebody left by having been silent for too long: what tells how long ago is the outcome in other words. */
  silenceTellsOutcome: boolean;
  /** At least one of them has a last activity or login. */
  hasLastActivity: boolean;
  /** The tenure of who left is unknown for lack of a day: that it is missing is the outcome in other words. */
  tenureTellsOutcome: boolean;
}

export const attributeUnit = (kind: AttributeDefinition["kind"]): PlannedColumn["unit"] =>
  kind === "text" || kind === "boolean" ? "text" : kind;

const recentUse =
  /(log|sign)[- _]?ins?|sessions?|visits?|orders?|purchases?|active|activity|seen|used?|usage|events?|opens?|clicks?/;
const howRecent = /last|latest|since|recen|past|\d+ ?d(ays?)?\b|days? ago/;
const silenceItself = /recency|inactiv|dormant|silen|idle/;
/** Whether a column's name says how long ago, or how much lately, a customer was active. */
function tellsSilence(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return silenceItself.test(words) || (recentUse.test(words) && howRecent.test(words));
}

/** Plans the columns of a cross-sectional model: the fields that the company has, and its own attributes. */
export function planCustomerFeatures(
  attributes: readonly AttributeDefinition[],
  seen: SeenCustomers,
): FeaturePlan {
  const hasStatus = seen.fields.has("subscription_status");
  const columns: PlannedColumn[] = [];
  for (const [base, kind] of Object.entries(customerColumns)) {
    if (!seen.fields.has(base) || (base === "subscription_status" && seen.statusTellsOutcome)) continue;
    if (base === "tenure_days" && seen.tenureTellsOutcome) continue;
    const words = featureWords(base);
    columns.push({ name: base, base, label: words.label, kind, form: "value", unit: words.unit });
  }
  const silenceInOtherWords = seen.silenceTellsOutcome
    ? attributes.filter(({ key, label }) => tellsSilence(key) || tellsSilence(label))
    : [];
  for (const attribute of attributes) {
    if (silenceInOtherWords.includes(attribute)) continue;
    const { key, label, kind } = attribute;
    const base = ATTRIBUTE_PREFIX + key;
    columns.push({
      name: base,
      base,
      label,
      kind: kind === "text" || kind === "boolean" ? "categorical" : "numeric",
      form: "value",
      unit: attributeUnit(kind),
    });
  }
  const excluded: FeaturePlan["excluded"] = [];
  if (hasStatus && seen.statusTellsOutcome) {
    excluded.push({
      column: "Subscription",
      reason: "outcome",
      detail: "Cancelled and Inactive are the outcome itself, not a sign of it.",
    });
  }
  if (seen.hasLastActivity) {
    excluded.push({
      column: "Last activity, last login",
      reason: "after_outcome",
      detail: seen.silenceTellsOutcome
        ? "Having left is counted from them: they would give the answer away."
        : "Without dated history they were recorded after customers had left and would give the answer away.",
    });
  }
  if (seen.tenureTellsOutcome) {
    excluded.push({
      column: featureWords("tenure_days").label,
      reason: "after_outcome",
      detail:
        "It is not known when those who left did, and so not how long they stayed: that it is missing would give the answer away. A column with the day they left lets the model learn from it.",
    });
  }
  for (const { label } of silenceInOtherWords) {
    excluded.push({
      column: label,
      reason: "after_outcome",
      detail:
        "Having left is counted from the last activity, which this column tells in other words as of today. Dated snapshots would let the model learn from it.",
    });
  }
  return { version: 1, source: "customers", columns, excluded };
}
