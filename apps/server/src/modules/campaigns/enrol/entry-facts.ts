import { PaymentStatus, DAY_SECONDS } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";

/**
 * What is written down of a customer on entering, and asked of everybody when it is told whom contact would keep. The order is
 * that of the stored numbers: a new one goes to the end.
 */
export const entryFacts = [
  { name: "chance", label: "Chance of leaving" },
  { name: "yearlyValue", label: "Yearly revenue" },
  { name: "tenureDays", label: "Days as a customer" },
  { name: "silentDays", label: "Days of silence" },
  { name: "paymentFailed", label: "A payment failed" },
] as const;

/** On alias `c` of customers: its facts as of `now`; null where one is not known. */
export const entryFactsSql = (now: Date): RawBuilder<(number | null)[]> => sql<(number | null)[]>`array[
  c.churn_probability, 0.12 * c.monthly_revenue_cents, extract(epoch from ${now}::timestamptz - c.started_at) / ${sql.lit(DAY_SECONDS)},
  extract(epoch from ${now}::timestamptz - c.last_seen_at) / ${sql.lit(DAY_SECONDS)},
  case when c.payment_status is not null then (c.payment_status = ${PaymentStatus.Failed})::int end]::real[]`;
