import { SubscriptionStatus } from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder } from "kysely";
import { DAYS_PER_MONTH, daysBefore, RECENT_ACTIVITY_DAYS, SILENT_AFTER_DAYS } from "./activity.ts";
import { currencyDigits } from "./money.ts";

// What `toSummary` works out of a row, of table `customers c` and as PostgreSQL works it out: for all of them at once.

/** `activityStatus`. */
export const activityStatusSql = (
  now: Date,
): RawBuilder<string> => sql`case when c.last_seen_at is null then 'Unknown'
  when c.last_seen_at >= ${daysBefore(now, RECENT_ACTIVITY_DAYS)}::timestamptz then 'Active'
  when c.last_seen_at >= ${daysBefore(now, SILENT_AFTER_DAYS)}::timestamptz then 'Quiet' else 'Silent' end`;

/** Days that the customer has been or was with the company; null where nobody knows. */
export const tenureDaysSql = (now: Date): RawBuilder<number | null> => sql`case
  when c.tenure_months is not null and c.churned and c.ended_at is null
    then round(c.tenure_months::numeric * ${DAYS_PER_MONTH}::numeric)::float8
  when c.started_at is not null
    then greatest(0, date_part('day', least(c.ended_at, ${now}::timestamptz) - c.started_at)) end`;

/**
 * When a customer is next charged for another term; null where no subscription runs on. One look along the subscriptions' index a
 * row: of a page, or of what a rule's other lines leave over.
 */
export const nextRenewalSql = (
  now: Date,
): RawBuilder<Date | null> => sql`(select min(s.renews_at) from subscriptions s where s.company_id = c.company_id and s.customer_id = c.id
  and ${isRenewed(now)})`;

/** The same of all customers with ids above `after` up to `until`, as a table of `customer_id` and `renews_at`: one pass over them. */
export const nextRenewalsSql = (
  companyId: string,
  { after, until }: { after: string; until: string | null },
  now: Date,
): RawBuilder<unknown> => sql`(select s.customer_id, min(s.renews_at) as renews_at from subscriptions s
  where s.company_id = ${companyId} and s.customer_id > ${after}::uuid
    ${until === null ? sql`` : sql`and s.customer_id <= ${until}::uuid`} and ${isRenewed(now)} group by s.customer_id)`;

const isRenewed = (now: Date) =>
  sql<boolean>`s.status in (${sql.lit(SubscriptionStatus.Active)}, ${sql.lit(SubscriptionStatus.PastDue)})
    and s.renews_at > ${now} and (s.ended_at is null or s.ended_at > s.renews_at)`;

/**
 * `toMajorUnits` of a column, divided and written as that does: the fewest digits that say it. Customers without a currency have
 * the company's.
 */
export const majorUnitsSql = (minor: RawBuilder<unknown>, company: string): RawBuilder<number> =>
  sql`${minor}::float8 / case when c.currency is null or c.currency = ${company}
    then ${sql.lit(minorPerMajor(company))}::float8 else ${minorOfOther} end`;

const minorPerMajor = (currency: string) => 10 ** currencyDigits(currency);
const minorOfOther = sql`case ${sql.join(
  Intl.supportedValuesOf("currency")
    .filter((currency) => currencyDigits(currency) !== 2)
    .map(
      (currency) =>
        sql`when c.currency = ${sql.lit(currency)} then ${sql.lit(minorPerMajor(currency))}::float8`,
    ),
  sql` `,
)} else 100::float8 end`;
