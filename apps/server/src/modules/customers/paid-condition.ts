import type { Criterion, ParsedField } from "@forestay/contracts";
import { churnReasons, isRelative, MOVEMENT_OF_FIELD } from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import {
  compareDays,
  compareDayWindow,
  compareToNull,
  compareValues,
  lowerSql,
  type Condition,
} from "./compare-values.ts";
import { CriterionError } from "./criterion-error.ts";
import type { FilterContext } from "./filter-context.ts";

type Sql = RawBuilder<unknown>;
/** Fields of when a customer began and stopped to pay, and what it paid changed. */
export type PaidField = Extract<
  ParsedField["of"],
  | "firstPaidOn"
  | "daysSinceFirstPaid"
  | "firstPlan"
  | "isPaying"
  | "stoppedPayingOn"
  | "lastExpandedOn"
  | "lastContractedOn"
  | "lastCameBackOn"
  | "leavingReason"
  | "leavingWords"
>;

/**
 * A criterion on when a customer began and stopped to pay, as its movements say: each is a look along the key of the few rows a
 * customer has. Of who never paid nothing is known. Throws CriterionError.
 */
export function paidCondition(of: PaidField, criterion: Criterion, { now, days }: FilterContext): Condition {
  switch (of) {
    case "firstPaidOn":
      return compareDay(firstPayment(sql`day`, now), criterion, days);
    case "daysSinceFirstPaid":
      return compareDays(firstPayment(sql`at`, now), criterion, now, "since");
    case "firstPlan":
      return compareText(firstPlan(now), criterion);
    case "isPaying":
      return payingCondition(criterion, now);
    case "stoppedPayingOn":
      return compareDay(stands(ofLast(sql`m.day`), now), criterion, days);
    case "lastExpandedOn":
    case "lastContractedOn":
    case "lastCameBackOn":
      return compareDay(lastMovement(MOVEMENT_OF_FIELD[of], now), criterion, days);
    case "leavingReason":
      return compareValues(stands(ofLast(sql`coalesce(m.reason, 'unknown')`), now), criterion, (value) => {
        if (!(churnReasons as readonly string[]).includes(String(value)))
          throw new CriterionError(criterion, `One of ${churnReasons.join(", ")} is needed`);
        return sql`${String(value)}::text`;
      });
    case "leavingWords":
      return compareText(stands(ofLast(sql`m.words`), now), criterion);
  }
}

/** Of all that a customer pays, whatever for. */
const ofAll = sql`m.company_id = c.company_id and m.customer_id = c.id and m.plan = ''`;

/** A column of its first payment. */
const firstPayment = (column: Sql, now: Date): Sql =>
  sql`(select min(m.${column}) from mrr_movements m where ${ofAll} and m.at <= ${now})`;

/** The day of the newest movement of one kind, in whatever currency. */
const lastMovement = (kind: string, now: Date): Sql =>
  sql`(select max(m.day) from mrr_movements m where ${ofAll} and m.at <= ${now} and m.kind = ${kind})`;

/** The plan that most was paid for at first; of two that are equal, the first by name. */
const firstPlan = (now: Date): Sql => sql`(
  select p.plan from mrr_movements p
  where p.company_id = c.company_id and p.customer_id = c.id and p.plan > '' and p.after_minor > 0
    and p.at = ${firstPayment(sql`at`, now)}
  order by p.currency, p.after_minor desc, p.plan limit 1)`;

/** What a customer pays now, by currency, made one value. */
const stands = (value: Sql, now: Date): Sql => sql`(
  select ${value} from (
    select distinct on (m.currency) m.currency, m.at, m.day, m.after_minor, m.reason, m.words
    from mrr_movements m where ${ofAll} and m.at <= ${now} order by m.currency, m.at desc) m)`;

/** Of its end where nothing is paid any more: who paid in several currencies left with the last of them. */
const ofLast = (value: Sql): Sql =>
  sql`case when not bool_or(m.after_minor > 0) then (array_agg(${value} order by m.at desc, m.currency))[1] end`;

function payingCondition(criterion: Criterion, now: Date): Condition {
  if (criterion.operator !== "Equals" && criterion.operator !== "NotEquals")
    throw new CriterionError(criterion, "Paying can be equal or not equal");
  return compareValues(stands(sql`bool_or(m.after_minor > 0)`, now), criterion, (value) => {
    if (value !== true && value !== false && value !== "true" && value !== "false")
      throw new CriterionError(criterion, "Yes or no is needed (true or false)");
    return sql`${value === true || value === "true"}::boolean`;
  });
}

function compareDay(day: Sql, criterion: Criterion, days: FilterContext["days"]): Condition {
  if (isRelative(criterion.operator) && criterion.value !== null)
    return compareDayWindow(day, criterion, days, asDate);
  return compareValues(day, criterion, (value) => {
    if (!isDay(String(value))) throw new CriterionError(criterion, "A day like 2026-03-31 is needed");
    return asDate(String(value));
  });
}

const asDate = (day: string): Sql => sql`${day}::date`;

/** A day that the calendar has, of a year that the database can write. */
function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function compareText(text: Sql, criterion: Criterion): Condition {
  if (criterion.value === null) return compareToNull(text, criterion);
  if (criterion.operator === "Contains") {
    if (Array.isArray(criterion.value))
      throw new CriterionError(criterion, "A list of values needs 'in' or 'not in'");
    return sql<SqlBool>`position(${lowerSql(sql`${String(criterion.value)}::text`)} in ${lowerSql(text)}) > 0`;
  }
  return compareValues(text, criterion, (value) => sql`${String(value)}::text`);
}
