import { isRelative, type Criterion } from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { compareDayWindow, lowerSql } from "./compare-values.ts";
import { CriterionError } from "./criterion-error.ts";
import type { FilterContext } from "./filter-context.ts";

type Scalar = string | number | boolean;

/**
 * A condition on one of the company's own columns. The type of the value says how to compare: numbers as numbers,
 * true/false as such, text (and dates, which are stored as ISO text) as text without regard to case.
 */
export function attributeCondition(
  key: string,
  condition: Criterion,
  days: FilterContext["days"],
): RawBuilder<SqlBool> {
  const json = sql`(c.attributes -> ${key}::text)`;
  const text = lowerSql(sql`(c.attributes ->> ${key}::text)`);
  const lower = (value: Scalar) => lowerSql(sql`${String(value)}::text`);
  const number = sql`(case when jsonb_typeof(${json}) = 'number' then ${json}::double precision end)`;
  const equal = (value: Scalar): RawBuilder<SqlBool> => {
    if (typeof value === "number") return sql<SqlBool>`${number} = ${value}::double precision`;
    if (typeof value === "boolean") return sql<SqlBool>`${json} = to_jsonb(${value}::boolean)`;
    return sql<SqlBool>`${text} = ${lower(value)}`;
  };
  const { operator, value } = condition;
  if (value === null) {
    if (operator === "Equals") return sql<SqlBool>`c.attributes ->> ${key}::text is null`;
    if (operator === "NotEquals") return sql<SqlBool>`c.attributes ->> ${key}::text is not null`;
    throw new CriterionError(condition, "An empty value can only be equal or not equal");
  }
  if (isRelative(operator)) return dayCondition(key, condition, days);
  if (operator === "In" || operator === "NotIn") {
    const values = Array.isArray(value) ? value : [value];
    if (values.length === 0) return operator === "In" ? sql<SqlBool>`false` : sql<SqlBool>`true`;
    const any = sql<SqlBool>`(${sql.join(values.map(equal), sql` or `)})`;
    return operator === "In" ? any : sql<SqlBool>`${any} is not true`;
  }
  if (Array.isArray(value)) throw new CriterionError(condition, "A list of values needs 'in' or 'not in'");
  switch (operator) {
    case "Equals":
      return equal(value);
    case "NotEquals":
      return sql<SqlBool>`(${equal(value)}) is not true`;
    case "Contains":
      return sql<SqlBool>`position(${lower(value)} in ${text}) > 0`;
    case "GreaterThan":
      return typeof value === "number"
        ? sql<SqlBool>`${number} > ${value}::double precision`
        : sql<SqlBool>`${text} > ${lower(value)}`;
    case "LessThan":
      return typeof value === "number"
        ? sql<SqlBool>`${number} < ${value}::double precision`
        : sql<SqlBool>`${text} < ${lower(value)}`;
    default:
      throw new CriterionError(condition, "This operator is not known");
  }
}

/** Dates are kept as days, in text, as the company's calendar has them; what is no date is not known. */
function dayCondition(key: string, condition: Criterion, days: FilterContext["days"]): RawBuilder<SqlBool> {
  const text = sql`(c.attributes ->> ${key}::text)`;
  const day = sql`(case when ${text} ~ '^\\d{4}-\\d\\d-\\d\\d' then left(${text}, 10) end collate "C")`;
  return compareDayWindow(day, condition, days, (iso) => sql`${iso}::text`);
}
