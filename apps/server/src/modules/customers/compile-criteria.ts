import type { CriteriaMatch, CriteriaNode, Criterion } from "@forestay/contracts";
import { isGroup, parseField } from "@forestay/contracts/vocabulary";
import { sql, type SqlBool } from "kysely";
import { attributeCondition } from "./attribute-condition.ts";
import type { Condition } from "./compare-values.ts";
import { CriterionError } from "./criterion-error.ts";
import type { FilterContext } from "./filter-context.ts";
import { fieldCondition } from "./field-condition.ts";
import { pastCondition } from "./past-condition.ts";

/**
 * Criteria as one SQL condition on alias `c` of table customers; `true` for none. Says of every customer what
 * `meetsCriteria` of @forestay/criteria says in memory. The tenant's own condition is the caller's. Throws CriterionError.
 */
export function compileCriteria(nodes: readonly CriteriaNode[], context: FilterContext): Condition {
  return joined(
    nodes.map((node) => compileNode(node, context)),
    "all",
  );
}

function compileNode(node: CriteriaNode, context: FilterContext): Condition {
  if (!isGroup(node)) return compileLine(node, context);
  return joined(
    node.criteria.map((inner) => compileNode(inner, context)),
    node.match,
  );
}

function joined(parts: readonly Condition[], match: CriteriaMatch): Condition {
  // Nothing said leaves everybody in, whatever it would have been joined by.
  if (parts.length === 0) return sql<SqlBool>`true`;
  if (match === "all") return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
  const any = sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
  // What is not known of a customer is not met, so nothing of it is held against it.
  return match === "any" ? any : sql<SqlBool>`${any} is not true`;
}

function compileLine(criterion: Criterion, context: FilterContext): Condition {
  const parsed = parseField(criterion.field);
  if (parsed === null) throw new CriterionError(criterion, "There is no such field to filter by");
  if (parsed.of === "attribute") return attributeCondition(parsed.key, criterion, context.days);
  if (parsed.of === "customer") return fieldCondition(criterion, context);
  return pastCondition(parsed, criterion, context);
}
