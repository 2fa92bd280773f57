import type { CustomerFilter } from "@forestay/contracts";
import { sql, type SqlBool } from "kysely";
import type { Condition } from "./compare-values.ts";
import { compileCriteria } from "./compile-criteria.ts";
import { CriterionError, refusedFilter } from "./criterion-error.ts";
import type { FilterContext } from "./filter-context.ts";
import { searchCondition } from "./customer-search.ts";

/**
 * A filter as one SQL condition on alias `c` of table customers; `true` when it filters nothing. The tenant's own
 * condition is the caller's. Throws `validation_failed` naming a field, operator or value it does not understand.
 */
export function filterCondition(filter: Partial<CustomerFilter>, context: FilterContext): Condition {
  const parts: Condition[] = [];
  const search = filter.search?.trim();
  if (search) parts.push(searchCondition(search, context.customerCount));
  if (filter.conditions && filter.conditions.length > 0) parts.push(compiled(filter.conditions, context));
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function compiled(criteria: CustomerFilter["conditions"], context: FilterContext): Condition {
  try {
    return compileCriteria(criteria, context);
  } catch (error) {
    throw error instanceof CriterionError ? refusedFilter(error) : error;
  }
}
