import type { Criterion, CriterionScalar } from "@forestay/contracts";
import { DAY_MS, LONGEST_WINDOW_DAYS, relativeDays, valuesOf } from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { CriterionError } from "./criterion-error.ts";
import type { FilterContext } from "./filter-context.ts";

export type Condition = RawBuilder<SqlBool>;
type Sql = RawBuilder<unknown>;

const nothing = sql<SqlBool>`false`;
const everything = sql<SqlBool>`true`;

/**
 * An expression against a criterion's value by its operator, each value made SQL by `convert`. What is not known (null)
 * is neither greater nor less nor in a list; it is not equal to, and not in, anything.
 */
export function compareValues(
  expression: Sql,
  criterion: Criterion,
  convert: (value: CriterionScalar) => Sql,
): Condition {
  const { operator, value } = criterion;
  if (value === null) return compareToNull(expression, criterion);
  if (operator === "In" || operator === "NotIn") {
    const values = valuesOf(criterion).map(convert);
    if (values.length === 0) return operator === "In" ? nothing : everything;
    const list = sql.join(values);
    return operator === "In"
      ? sql<SqlBool>`${expression} in (${list})`
      : sql<SqlBool>`(${expression} is null or ${expression} not in (${list}))`;
  }
  if (Array.isArray(value)) throw new CriterionError(criterion, "A list of values needs 'in' or 'not in'");
  switch (operator) {
    case "Equals":
      return sql<SqlBool>`${expression} = ${convert(value)}`;
    case "NotEquals":
      return sql<SqlBool>`${expression} is distinct from ${convert(value)}`;
    case "GreaterThan":
      return sql<SqlBool>`${expression} > ${convert(value)}`;
    case "LessThan":
      return sql<SqlBool>`${expression} < ${convert(value)}`;
    case "Contains":
      throw new CriterionError(criterion, "'contains' is for text");
    default:
      throw new CriterionError(criterion, "This operator is for dates");
  }
}

/** How many days a relative operator counts. */
function windowOf(criterion: Criterion): number {
  const { value } = criterion;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > LONGEST_WINDOW_DAYS)
    throw new CriterionError(criterion, `Whole days from 1 to ${LONGEST_WINDOW_DAYS} are needed`);
  return value;
}

/**
 * A moment against the company's days that a relative operator speaks of (`relativeDays`); what is not known is in none of them.
 */
export function compareWindow(moment: Sql, criterion: Criterion, days: FilterContext["days"]): Condition {
  const { first, last } = relativeDays(criterion.operator, windowOf(criterion));
  const start = (after: number) => sql`${new Date(days.startOf(after))}::timestamptz`;
  return unlessNot(
    criterion,
    sql<SqlBool>`(${moment} >= ${start(first)} and ${moment} < ${start(last + 1)})`,
  );
}

/** The same of an expression that is a day, each of ours made one by `convert`. */
export function compareDayWindow(
  day: Sql,
  criterion: Criterion,
  days: FilterContext["days"],
  convert: (iso: string) => Sql,
): Condition {
  const { first, last } = relativeDays(criterion.operator, windowOf(criterion));
  const [from, to] = [first, last].map((after) => convert(days.isoOf(after)));
  return unlessNot(criterion, sql<SqlBool>`(${day} >= ${from} and ${day} <= ${to})`);
}

const unlessNot = ({ operator }: Criterion, isIn: Condition): Condition =>
  operator === "NotInLast" ? sql<SqlBool>`${isIn} is not true` : isIn;

/** Text in lower case, every alphabet's, whatever the collation of its column or its server knows. */
export const lowerSql = (text: Sql): Sql => sql`lower(${text} collate "pg_c_utf8")`;

export function compareToNull(expression: Sql, criterion: Criterion): Condition {
  if (criterion.operator === "Equals") return sql<SqlBool>`${expression} is null`;
  if (criterion.operator === "NotEquals") return sql<SqlBool>`${expression} is not null`;
  throw new CriterionError(criterion, "An empty value can only be equal or not equal");
}

/** As compareValues, for a number. */
export function compareNumber(expression: Sql, criterion: Criterion): Condition {
  return compareValues(
    expression,
    criterion,
    (value) => sql`${numberOf(value, criterion)}::double precision`,
  );
}

/**
 * A moment against whole days: `since`, days that have gone by until `now`; `until`, days that are still to go. More than
 * seven days is more than seven times 24 hours; equal to seven is from seven up to, not including, eight.
 */
export function compareDays(moment: Sql, criterion: Criterion, now: Date, way: "since" | "until"): Condition {
  const { operator, value } = criterion;
  if (value === null) return compareToNull(moment, criterion);
  const at = (days: number): Sql => {
    const time = new Date(now.getTime() + (way === "since" ? -days : days) * DAY_MS);
    if (Number.isNaN(time.getTime()) || Math.abs(days) > 200_000)
      throw new CriterionError(criterion, "That many days is not a date");
    return sql`${time}::timestamptz`;
  };
  const days = (one: CriterionScalar) => numberOf(one, criterion);
  const beyond = way === "since" ? sql`<` : sql`>`;
  const within = way === "since" ? sql`>` : sql`<`;
  const isOn = (one: CriterionScalar) =>
    sql<SqlBool>`(${moment} ${beyond}= ${at(days(one))} and ${moment} ${within} ${at(days(one) + 1)})`;
  if (operator === "In" || operator === "NotIn") {
    const any = valuesOf(criterion).map(isOn);
    if (any.length === 0) return operator === "In" ? nothing : everything;
    const joined = sql<SqlBool>`(${sql.join(any, sql` or `)})`;
    return operator === "In" ? joined : sql<SqlBool>`${joined} is not true`;
  }
  if (Array.isArray(value)) throw new CriterionError(criterion, "A list of values needs 'in' or 'not in'");
  switch (operator) {
    case "Equals":
      return isOn(value);
    case "NotEquals":
      return sql<SqlBool>`${isOn(value)} is not true`;
    case "GreaterThan":
      return sql<SqlBool>`${moment} ${beyond} ${at(days(value))}`;
    case "LessThan":
      return sql<SqlBool>`${moment} ${within} ${at(days(value))}`;
    case "Contains":
      throw new CriterionError(criterion, "'contains' is for text");
    default:
      throw new CriterionError(criterion, "This operator is for dates");
  }
}

/** The value as a number; throws where it is none. */
export function numberOf(value: CriterionScalar, criterion: Criterion): number {
  const isEmpty = typeof value === "string" && value.trim() === "";
  const number = isEmpty || typeof value === "boolean" ? Number.NaN : Number(value);
  if (!Number.isFinite(number) || Math.abs(number) > 1e15)
    throw new CriterionError(criterion, "A number is needed");
  return number;
}
