import type { Criterion, CriterionScalar } from "@forestay/contracts";
import {
  PaymentStatus,
  RiskLevel,
  SubscriptionStatus,
  isRelative,
  isWritableMoment,
  valuesOf,
} from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { entryOf } from "#platform/entry-of.ts";
import { activityStatuses, daysBefore, RECENT_ACTIVITY_DAYS, SILENT_AFTER_DAYS } from "./activity.ts";
import {
  compareDays,
  compareToNull,
  compareValues,
  compareWindow,
  lowerSql,
  numberOf,
  type Condition,
} from "./compare-values.ts";
import { CriterionError } from "./criterion-error.ts";
import type { FilterContext } from "./filter-context.ts";
import { filterFields, type FieldKind } from "./customer-fields.ts";
import { hasLeftSql, sqlLeavingRule, type LeavingRule } from "./leaving.ts";
import { toMinorUnits } from "./money.ts";

/** A criterion on one of the customers' own columns. Throws CriterionError for a field or value it does not understand. */
export function fieldCondition(criterion: Criterion, context: FilterContext): Condition {
  if (criterion.field === "hasLeft") return leavingCondition(criterion, context.leaving);
  const field = entryOf(filterFields, criterion.field);
  if (!field) throw new CriterionError(criterion, "There is no such field to filter by");
  const column = sql.ref(`c.${field.column}`);
  if (criterion.value === null) return compareToNull(column, criterion);
  if (field.kind === "activity") return activityCondition(criterion, context.now);
  if (field.kind === "time" && isRelative(criterion.operator))
    return compareWindow(column, criterion, context.days);
  if (field.kind === "daysSince") return compareDays(column, criterion, context.now, "since");
  if (criterion.operator === "Contains" && field.kind === "text") {
    if (Array.isArray(criterion.value))
      throw new CriterionError(criterion, "A list of values needs 'in' or 'not in'");
    return sql<SqlBool>`position(${lowerSql(sql`${String(criterion.value)}::text`)} in ${lowerSql(column)}) > 0`;
  }
  return compareValues(column, criterion, (value) =>
    convertValue(field.kind, value, criterion, context, field.lowerCase === true),
  );
}

/** Customers of whom nothing is known count as being there. */
function leavingCondition(criterion: Criterion, rule: LeavingRule): Condition {
  const { operator, value } = criterion;
  const isYes = value === true || value === "true";
  if (!isYes && value !== false && value !== "false")
    throw new CriterionError(criterion, "Yes or no is needed (true or false)");
  if (operator !== "Equals" && operator !== "NotEquals")
    throw new CriterionError(criterion, "Having left can be equal or not equal");
  const hasLeft = hasLeftSql(sqlLeavingRule(rule));
  return (operator === "Equals") === isYes
    ? sql<SqlBool>`${hasLeft} is true`
    : sql<SqlBool>`${hasLeft} is not true`;
}

function activityCondition(criterion: Criterion, now: Date): Condition {
  const wanted = valuesOf(criterion).map(String);
  if (wanted.some((word) => !(activityStatuses as readonly string[]).includes(word))) {
    throw new CriterionError(criterion, `Activity is one of ${activityStatuses.join(", ")}`);
  }
  const { operator } = criterion;
  const positive = operator === "Equals" || operator === "In";
  if (!positive && operator !== "NotEquals" && operator !== "NotIn") {
    throw new CriterionError(criterion, "Activity can be equal, not equal, in or not in");
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

/** A value of a closed list, by its number or its name, as smallint. */
export function enumeratedValue(
  kind: "subscription" | "payment" | "level",
  value: CriterionScalar,
  criterion: Criterion,
): RawBuilder<unknown> {
  const names = enumerations[kind] ?? {};
  const number = (typeof value === "string" ? entryOf(names, value) : undefined) ?? Number(value);
  if (!Object.values(names).includes(number)) {
    throw new CriterionError(criterion, `One of ${Object.keys(names).join(", ")} is needed`);
  }
  return sql`${number}::smallint`;
}

function convertValue(
  kind: FieldKind,
  value: CriterionScalar,
  criterion: Criterion,
  context: FilterContext,
  lowerCase: boolean,
): RawBuilder<unknown> {
  switch (kind) {
    case "subscription":
    case "payment":
    case "level":
      return enumeratedValue(kind, value, criterion);
    case "text":
      return lowerCase ? sql`${String(value).toLowerCase()}::text` : sql`${String(value)}::text`;
    case "boolean":
      if (value !== true && value !== false && value !== "true" && value !== "false") {
        throw new CriterionError(criterion, "Yes or no is needed (true or false)");
      }
      return sql`${value === true || value === "true"}::boolean`;
    case "time": {
      const time = new Date(String(value));
      if (!isWritableMoment(time)) throw new CriterionError(criterion, "A date like 2026-03-31 is needed");
      return sql`${time}::timestamptz`;
    }
    default: {
      const number = numberOf(value, criterion);
      if (kind === "number") return wholeBound(number, criterion.operator);
      return sql`${toMinorUnits(number, context.currency)}::bigint`;
    }
  }
}

/** The score is a whole number, and only a whole bound can use its index: `> 29.5` is `> 29`, `< 29.5` is `< 30`. */
function wholeBound(number: number, operator: Criterion["operator"]): RawBuilder<unknown> {
  if (Number.isInteger(number)) return sql`${number}::bigint`;
  if (operator === "GreaterThan") return sql`${Math.floor(number)}::bigint`;
  if (operator === "LessThan") return sql`${Math.ceil(number)}::bigint`;
  return sql`${number}::double precision`;
}
