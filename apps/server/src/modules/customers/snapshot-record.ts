import {
  DAY_MS,
  PaymentStatus,
  paymentStatusLabel,
  SubscriptionStatus,
  subscriptionStatusLabel,
  DAY_SECONDS,
} from "@forestay/contracts/vocabulary";
import { utcMs } from "#platform/utc-time.ts";
import type { AttributeValue, CustomerRecord } from "./customer-record.ts";
import { currencyDigits, toMajorUnits } from "./money.ts";

/** In front of the company's own columns, so that none of them can pass for a field of ours. */
export const ATTRIBUTE_PREFIX = "attr:";
/** Longer texts are notes: nothing that a model could learn from, and far too much to keep month by month. */
const LONGEST_TEXT = 200;
const ISO_DATE = "^[0-9]{4}-[0-9]{2}-[0-9]{2}";

/** What a snapshot of a customer's record can hold; the company's own columns besides, with their prefix. */
export const snapshotFields = [
  "plan",
  "subscription_status",
  "payment_status",
  "monthly_revenue",
  "lifetime_value",
  "tenure_days",
  "days_since_last_activity",
  "days_since_last_login",
] as const;

/**
 * What a customer's record says at a moment, as a snapshot keeps it: money in major units, times as whole days before
 * that moment, statuses in words. What is not known is left out. Says what `snapshotFeaturesSql` says.
 */
export function snapshotRecord(
  customer: CustomerRecord,
  currency: string,
  at: Date,
): Record<string, AttributeValue> {
  const features: Record<string, AttributeValue | null> = {
    plan: customer.plan,
    subscription_status:
      customer.subscriptionStatus === null ? null : subscriptionStatusLabel(customer.subscriptionStatus),
    payment_status: customer.paymentStatus === null ? null : paymentStatusLabel(customer.paymentStatus),
    monthly_revenue: majorUnits(customer.monthlyRevenueCents, customer.currency ?? currency),
    lifetime_value: majorUnits(customer.lifetimeValueCents, customer.currency ?? currency),
    tenure_days: daysSince(customer.startedAt, at),
    days_since_last_activity: daysSince(customer.lastActivityAt, at),
    days_since_last_login: daysSince(customer.lastLoginAt, at),
  };
  for (const [key, value] of Object.entries(customer.attributes)) {
    const recorded = attributeAt(value, at);
    if (recorded !== null) features[ATTRIBUTE_PREFIX + key] = recorded;
  }
  return Object.fromEntries(
    Object.entries(features).filter((entry): entry is [string, AttributeValue] => entry[1] !== null),
  );
}

const majorUnits = (cents: number | null, currency: string) =>
  cents === null ? null : toMajorUnits(cents, currency);

const daysSince = (time: Date | null, at: Date) =>
  time === null ? null : Math.max(0, Math.floor((at.getTime() - time.getTime()) / DAY_MS));

function attributeAt(value: AttributeValue, at: Date): AttributeValue | null {
  if (typeof value !== "string") return value;
  if (new RegExp(ISO_DATE).test(value)) {
    const time = utcMs(value);
    if (!Number.isNaN(time)) return Math.floor((at.getTime() - time) / DAY_MS);
  }
  return value.length > LONGEST_TEXT ? null : value;
}

const words = <V extends number>(values: Record<string, V>, label: (value: V) => string) =>
  Object.values(values)
    .map((value) => `when ${value} then '${label(value)}'`)
    .join(" ");

/** Currencies whose minor unit is not a hundredth. */
const oddCurrencies = Intl.supportedValuesOf("currency")
  .filter((code) => currencyDigits(code) !== 2)
  .map((code) => `when '${code}' then ${10 ** currencyDigits(code)}`)
  .join(" ");

/**
 * SQL of the same, as JSON: of alias `row` with the columns of table customers, at the moment `at`, where amounts that
 * name no currency are in `currency`. All three are SQL expressions, never input.
 */
export function snapshotFeaturesSql({
  row,
  at,
  currency,
}: {
  row: string;
  at: string;
  currency: string;
}): string {
  const divisor = `(case coalesce(${row}.currency, ${currency}) ${oddCurrencies} else 100 end)::float8`;
  const days = (time: string) =>
    `case when ${row}.${time} is not null then greatest(0, floor(extract(epoch from ${at} - ${row}.${time}) / ${DAY_SECONDS}))::bigint end`;
  const date = "extract(epoch from " + at + " - (a.value #>> '{}')::timestamptz)";
  return `jsonb_strip_nulls(jsonb_build_object(
      'plan', ${row}.plan,
      'subscription_status', case ${row}.subscription_status ${words(SubscriptionStatus, subscriptionStatusLabel)} end,
      'payment_status', case ${row}.payment_status ${words(PaymentStatus, paymentStatusLabel)} end,
      'monthly_revenue', ${row}.monthly_revenue_cents / ${divisor},
      'lifetime_value', ${row}.lifetime_value_cents / ${divisor},
      'tenure_days', ${days("started_at")},
      'days_since_last_activity', ${days("last_activity_at")},
      'days_since_last_login', ${days("last_login_at")}
    ) || coalesce((
      select jsonb_object_agg('${ATTRIBUTE_PREFIX}' || a.key, case
        when jsonb_typeof(a.value) <> 'string' then a.value
        when a.value #>> '{}' ~ '${ISO_DATE}' and pg_input_is_valid(a.value #>> '{}', 'timestamp with time zone')
          then to_jsonb(floor(${date} / ${DAY_SECONDS})::bigint)
        when length(a.value #>> '{}') <= ${LONGEST_TEXT} then a.value end)
      from jsonb_each(${row}.attributes) a
    ), '{}'))`;
}
