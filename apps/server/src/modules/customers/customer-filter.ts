import type { CustomerCondition, CustomerFilter } from "@forestay/contracts";
import {
  isWritableMoment,
  PaymentStatus,
  RiskLevel,
  SubscriptionStatus,
} from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { entryOf } from "#platform/entry-of.ts";
import { AppError } from "#platform/http/app-error.ts";
import { activityStatuses, daysBefore, RECENT_ACTIVITY_DAYS, SILENT_AFTER_DAYS } from "./activity.ts";
import { attributeCondition } from "./attribute-condition.ts";
import { filterFields, type FieldKind } from "./customer-fields.ts";
import { readCompanyContext, type CompanyContext } from "./company-context.ts";
import { searchCondition } from "./customer-search.ts";
import { hasLeftSql, readLeavingRule, sqlLeavingRule, type LeavingRule } from "./leaving.ts";
import { toMinorUnits } from "./money.ts";

export interface FilterContext {
  /** For amounts given in major units. */
  currency: string;
  now: Date;
  /** How many customers the company has: a small company's search looks inside words as well. */
  customerCount: number;
  /** For the field `hasLeft`. */
  leaving: LeavingRule;
}

/** What conditions on a company's customers must know of it, with its other totals. */
export async function readFilterContext(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<FilterContext & CompanyContext> {
  const company = await readCompanyContext(tx, companyId);
  return { ...company, now, leaving: await readLeavingRule(tx, companyId, now) };
}

type Condition = RawBuilder<SqlBool>;
type Scalar = string | number | boolean;

/**
 * A filter as one SQL condition on alias `c` of table customers; `true` when it filters nothing. The tenant's own
 * condition is the caller's. Throws `validation_failed` naming a field, operator or value it does not understand.
 */
export function filterCondition(filter: Partial<CustomerFilter>, context: FilterContext): Condition {
  const parts: Condition[] = [];
  const search = filter.search?.trim();
  if (search) parts.push(searchCondition(search, context.customerCount));
  for (const condition of filter.conditions ?? []) parts.push(conditionSql(condition, context));
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function conditionSql(condition: CustomerCondition, context: FilterContext): Condition {
  if (condition.field.startsWith("attributes.")) {
    return attributeCondition(condition.field.slice("attributes.".length), condition);
  }
  if (condition.field === "hasLeft") return leavingCondition(condition, context.leaving);
  const field = entryOf(filterFields, condition.field);
  if (!field) throw refuse(condition, "There is no such field to filter by");
  const column = sql.ref(`c.${field.column}`);
  if (condition.value === null) return nullCondition(column, condition);
  if (field.kind === "activity") return activityCondition(condition, context.now);
  const convert = (value: Scalar) =>
    convertValue(field.kind, value, condition, context, field.lowerCase === true);
  if (condition.operator === "In" || condition.operator === "NotIn") {
    const values = (Array.isArray(condition.value) ? condition.value : [condition.value]).map(convert);
    if (values.length === 0) return condition.operator === "In" ? sql<SqlBool>`false` : sql<SqlBool>`true`;
    const list = sql.join(values);
    return condition.operator === "In"
      ? sql<SqlBool>`${column} in (${list})`
      : sql<SqlBool>`(${column} is null or ${column} not in (${list}))`;
  }
  if (Array.isArray(condition.value)) throw refuse(condition, "A list of values needs 'in' or 'not in'");
  const isAgo = field.kind === "daysSince";
  switch (condition.operator) {
    case "Equals":
      return sql<SqlBool>`${column} = ${convert(condition.value)}`;
    case "NotEquals":
      return sql<SqlBool>`${column} is distinct from ${convert(condition.value)}`;
    case "GreaterThan":
      return isAgo
        ? sql<SqlBool>`${column} < ${convert(condition.value)}`
        : sql<SqlBool>`${column} > ${convert(condition.value)}`;
    case "LessThan":
      return isAgo
        ? sql<SqlBool>`${column} > ${convert(condition.value)}`
        : sql<SqlBool>`${column} < ${convert(condition.value)}`;
    case "Contains":
      if (field.kind !== "text") throw refuse(condition, "'contains' is for text");
      return sql<SqlBool>`position(lower(${String(condition.value)}) in lower(${column})) > 0`;
    default:
      throw refuse(condition, "This operator is not known");
  }
}

function nullCondition(column: RawBuilder<unknown>, condition: CustomerCondition): Condition {
  if (condition.operator === "Equals") return sql<SqlBool>`${column} is null`;
  if (condition.operator === "NotEquals") return sql<SqlBool>`${column} is not null`;
  throw refuse(condition, "An empty value can only be equal or not equal");
}

/** Customers of whom nothing is known count as being there. */
function leavingCondition({ operator, value, field }: CustomerCondition, rule: LeavingRule): Condition {
  const isYes = value === true || value === "true";
  if (!isYes && value !== false && value !== "false")
    throw refuse({ operator, value, field }, "Yes or no is needed (true or false)");
  if (operator !== "Equals" && operator !== "NotEquals")
    throw refuse({ operator, value, field }, "Having left can be equal or not equal");
  const hasLeft = hasLeftSql(sqlLeavingRule(rule));
  return (operator === "Equals") === isYes
    ? sql<SqlBool>`${hasLeft} is true`
    : sql<SqlBool>`${hasLeft} is not true`;
}

function activityCondition(condition: CustomerCondition, now: Date): Condition {
  const wanted = (Array.isArray(condition.value) ? condition.value : [condition.value]).map(String);
  if (wanted.some((word) => !(activityStatuses as readonly string[]).includes(word))) {
    throw refuse(condition, `Activity is one of ${activityStatuses.join(", ")}`);
  }
  const positive = condition.operator === "Equals" || condition.operator === "In";
  if (!positive && condition.operator !== "NotEquals" && condition.operator !== "NotIn") {
    throw refuse(condition, "Activity can be equal, not equal, in or not in");
  }
  const recent = daysBefore(now, RECENT_ACTIVITY_DAYS);
  const silent = daysBefore(now, SILENT_AFTER_DAYS);
  const byStatus: Record<string, Condition> = {
    Active: sql<SqlBool>`c.last_seen_at >= ${recent}`,
    Quiet: sql<SqlBool>`(c.last_seen_at >= ${silent} and c.last_seen_at < ${recent})`,
    Silent: sql<SqlBool>`c.last_seen_at < ${silent}`,
    Unknown: sql<SqlBool>`c.last_seen_at is null`,
  };
  const chosen = activityStatuses.filter((status) => wanted.includes(status) === positive);
  if (chosen.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(
    chosen.map((status) => byStatus[status] ?? sql<SqlBool>`false`),
    sql` or `,
  )})`;
}

const enumerations: Partial<Record<FieldKind, Record<string, number>>> = {
  subscription: SubscriptionStatus,
  payment: PaymentStatus,
  level: RiskLevel,
};

function convertValue(
  kind: FieldKind,
  value: Scalar,
  condition: CustomerCondition,
  context: FilterContext,
  lowerCase: boolean,
): RawBuilder<unknown> {
  const names = enumerations[kind];
  if (names) {
    const number = (typeof value === "string" ? entryOf(names, value) : undefined) ?? Number(value);
    if (!Object.values(names).includes(number as number)) {
      throw refuse(condition, `One of ${Object.keys(names).join(", ")} is needed`);
    }
    return sql`${number}::smallint`;
  }
  switch (kind) {
    case "text":
      return lowerCase ? sql`${String(value).toLowerCase()}::text` : sql`${String(value)}::text`;
    case "boolean":
      if (value !== true && value !== false && value !== "true" && value !== "false") {
        throw refuse(condition, "Yes or no is needed (true or false)");
      }
      return sql`${value === true || value === "true"}::boolean`;
    case "time": {
      const time = new Date(String(value));
      if (!isWritableMoment(time)) throw refuse(condition, "A date like 2026-03-31 is needed");
      return sql`${time}::timestamptz`;
    }
    default: {
      const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
      if (!Number.isFinite(number) || Math.abs(number) > 1e15) throw refuse(condition, "A number is needed");
      if (kind === "daysSince") return daysAgo(number, condition, context.now);
      if (kind === "number") return wholeBound(number, condition.operator);
      return sql`${toMinorUnits(number, context.currency)}::bigint`;
    }
  }
}

/** The score is a whole number, and only a whole bound can use its index: `> 29.5` is `> 29`, `< 29.5` is `< 30`. */
function wholeBound(number: number, operator: CustomerCondition["operator"]): RawBuilder<unknown> {
  if (Number.isInteger(number)) return sql`${number}::bigint`;
  if (operator === "GreaterThan") return sql`${Math.floor(number)}::bigint`;
  if (operator === "LessThan") return sql`${Math.ceil(number)}::bigint`;
  return sql`${number}::double precision`;
}

function daysAgo(days: number, condition: CustomerCondition, now: Date): RawBuilder<unknown> {
  const time = daysBefore(now, days);
  if (Number.isNaN(time.getTime()) || Math.abs(days) > 200_000)
    throw refuse(condition, "That many days is not a date");
  return sql`${time}::timestamptz`;
}

function refuse(condition: CustomerCondition, message: string): AppError {
  return new AppError("validation_failed", {
    message: `Filter '${condition.field}': ${message}.`,
    fields: { [`conditions.${condition.field}`]: message },
  });
}
