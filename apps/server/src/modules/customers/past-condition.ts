import type { Criterion, ParsedField } from "@forestay/contracts";
import { valuesOf, InvoiceStatus } from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { daysBefore } from "./activity.ts";
import {
  compareDays,
  compareNumber,
  compareToNull,
  compareValues,
  type Condition,
} from "./compare-values.ts";
import { CriterionError } from "./criterion-error.ts";
import type { FilterContext } from "./filter-context.ts";
import { enumeratedValue } from "./field-condition.ts";
import { paidCondition } from "./paid-condition.ts";
import { nextRenewalSql } from "./summary-sql.ts";

type Sql = RawBuilder<unknown>;
type PastField = Exclude<ParsedField, { of: "customer" } | { of: "attribute" }>;

/**
 * A criterion on what customers did, were billed, scored, or belong to: decided row by row by a look along the key, so that
 * it costs what the criteria before it leave over. Throws CriterionError.
 */
export function pastCondition(parsed: PastField, criterion: Criterion, context: FilterContext): Condition {
  const { now } = context;
  switch (parsed.of) {
    case "eventCount":
      return compareNumber(countedEvents(parsed, context), criterion);
    case "sinceEvent":
      return compareDays(lastEvent(parsed.type, context), criterion, now, "since");
    case "failedPayments":
      return compareNumber(
        sql`(select count(*) from payment_attempts a where a.company_id = c.company_id and a.customer_id = c.id
          and not a.succeeded and a.attempted_at > ${daysBefore(now, parsed.days)} and a.attempted_at <= ${now})`,
        criterion,
      );
    case "daysSinceInvoice":
      // A draft was never sent, and a void one was taken back.
      return compareDays(
        sql`(select max(i.issued_at) from invoices i where i.company_id = c.company_id and i.customer_id = c.id
          and i.status not in (${sql.lit(InvoiceStatus.Draft)}, ${sql.lit(InvoiceStatus.Void)}) and i.issued_at <= ${now})`,
        criterion,
        now,
        "since",
      );
    case "openInvoices":
      return compareNumber(countedInvoices(sql`i.status = ${sql.lit(InvoiceStatus.Open)}`), criterion);
    case "overdueInvoices":
      return compareNumber(
        countedInvoices(
          sql`i.status = ${sql.lit(InvoiceStatus.Open)} and i.due_at < ${new Date(context.days.startOf(0))}`,
        ),
        criterion,
      );
    case "renewalInDays":
      return compareDays(nextRenewalSql(now), criterion, now, "until");
    case "scoreChange":
      return compareNumber(
        sql`(c.churn_risk_score - ${scoredBefore(sql`h.score`, parsed.days, now)})`,
        criterion,
      );
    case "levelBefore":
      return compareValues(scoredBefore(sql`h.level`, parsed.days, now), criterion, (value) =>
        enumeratedValue("level", value, criterion),
      );
    case "firstPaidOn":
    case "daysSinceFirstPaid":
    case "firstPlan":
    case "isPaying":
    case "stoppedPayingOn":
    case "lastExpandedOn":
    case "lastContractedOn":
    case "lastCameBackOn":
    case "leavingReason":
    case "leavingWords":
      return paidCondition(parsed.of, criterion, context);
    case "segments":
      return membershipCondition(criterion, "A segment", sql`segment_members`, sql`m.segment_id`);
    case "tags":
      return membershipCondition(criterion, "A tag", sql`customer_tags`, sql`m.tag_id`);
    case "owner":
      return ownerCondition(criterion);
    case "openCase":
      return openCaseCondition(criterion);
  }
}

function countedEvents({ days, type }: { days: number; type: string }, { now }: FilterContext): Sql {
  return sql`(select count(*) from events e where e.company_id = c.company_id and e.customer_id = c.id
    and e.occurred_at > ${daysBefore(now, days)} and e.occurred_at <= ${now} and e.type_id = ${typeId(type)})`;
}

function lastEvent(type: string, { now }: FilterContext): Sql {
  return sql`(select e.occurred_at from events e where e.company_id = c.company_id and e.customer_id = c.id
    and e.occurred_at <= ${now} and e.type_id = ${typeId(type)} order by e.occurred_at desc limit 1)`;
}

/** Looked up once a statement; row-level security leaves one company's types. An unknown name is nobody's event. */
const typeId = (name: string): Sql => sql`(select t.id from event_types t where t.name = ${name})`;

const countedInvoices = (which: Sql): Sql =>
  sql`(select count(*) from invoices i where i.company_id = c.company_id and i.customer_id = c.id and ${which})`;

/** Of the newest score that is at least so many days old; null where there is none. */
function scoredBefore(column: Sql, days: number, now: Date): Sql {
  return sql`(select ${column} from customer_score_history h where h.company_id = c.company_id
    and h.customer_id = c.id and h.scored_at <= ${daysBefore(now, days)} order by h.scored_at desc limit 1)`;
}

const choosing: ReadonlySet<Criterion["operator"]> = new Set(["Equals", "NotEquals", "In", "NotIn"]);

function membershipCondition(criterion: Criterion, noun: string, table: Sql, column: Sql): Condition {
  const { operator } = criterion;
  const member = (which: Sql): Condition =>
    sql<SqlBool>`exists (select from ${table} m where m.company_id = c.company_id and m.customer_id = c.id ${which})`;
  if (criterion.value === null) {
    compareToNull(sql`null`, criterion);
    return operator === "Equals" ? sql<SqlBool>`not ${member(sql``)}` : member(sql``);
  }
  if (!choosing.has(operator)) throw new CriterionError(criterion, `${noun} can be in or not in`);
  const ids = valuesOf(criterion).map(String);
  if (ids.some((id) => !uuid.test(id))) throw new CriterionError(criterion, `${noun} is named by its id`);
  const isIn = member(sql`and ${column} = any(${ids}::uuid[])`);
  return operator === "Equals" || operator === "In" ? isIn : sql<SqlBool>`not ${isIn}`;
}

function ownerCondition(criterion: Criterion): Condition {
  const owner = sql`(select o.user_id from customer_owners o
    where o.company_id = c.company_id and o.customer_id = c.id)`;
  if (criterion.value === null) return compareToNull(owner, criterion);
  const { operator } = criterion;
  if (!choosing.has(operator))
    throw new CriterionError(criterion, "An owner can be one of some people or not");
  return compareValues(owner, criterion, (value) => {
    if (!uuid.test(String(value))) throw new CriterionError(criterion, "A person is named by their id");
    return sql`${String(value)}::uuid`;
  });
}

function openCaseCondition(criterion: Criterion): Condition {
  const { operator, value } = criterion;
  const isYes = value === true || value === "true";
  if (!isYes && value !== false && value !== "false")
    throw new CriterionError(criterion, "Yes or no is needed (true or false)");
  if (operator !== "Equals" && operator !== "NotEquals")
    throw new CriterionError(criterion, "An open case can be equal or not equal");
  const open = sql<SqlBool>`exists (select from risk_cases k
    where k.company_id = c.company_id and k.customer_id = c.id and k.closed_at is null)`;
  return (operator === "Equals") === isYes ? open : sql<SqlBool>`not ${open}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
