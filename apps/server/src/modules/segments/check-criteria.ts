import {
  isGroup,
  linePath,
  parseField,
  segmentsNamedBy,
  valuesOf,
  type CriteriaNode,
  type Criterion,
  type CriterionField,
} from "@forestay/contracts";
import { fieldOf } from "@forestay/contracts/words";
import { findCycle } from "@forestay/criteria";
import { compileCriteria, CriterionError, type FilterContext } from "#modules/customers/index.ts";
import { AppError } from "#platform/http/app-error.ts";

/** What a rule is checked against. */
export interface CheckContext {
  fields: readonly CriterionField[];
  filter: FilterContext;
  /** The segment that the rule is or becomes; null: none yet. */
  segmentId: string | null;
  /** Names and rules of the company's segments, by id. */
  segments: ReadonlyMap<string, { name: string; isActive: boolean; criteria: readonly CriteriaNode[] }>;
}

/**
 * Refuses a rule that nobody could have meant, each line with what is wrong with it (`validation_failed`, fields by
 * `linePath`): a field that is not there, an operator or value it does not take, an empty list or group, a segment that is not
 * followed, a rule that leads back to itself.
 */
export function checkCriteria(nodes: readonly CriteriaNode[], context: CheckContext): void {
  const problems: Record<string, string> = {};
  const walk = (inner: readonly CriteriaNode[], before: readonly number[]) => {
    for (const [index, node] of inner.entries()) {
      const path = [...before, index];
      if (isGroup(node)) {
        if (node.criteria.length === 0)
          problems[linePath(path)] = "This group has no line: add one, or remove it";
        walk(node.criteria, path);
      } else {
        const problem = problemOf(node, context);
        if (problem !== null) problems[linePath(path)] = problem;
      }
    }
  };
  walk(nodes, []);
  const count = Object.keys(problems).length;
  if (count === 0) return;
  throw new AppError("validation_failed", {
    message:
      count === 1 ? "One line of the rule needs attention." : `${count} lines of the rule need attention.`,
    fields: problems,
  });
}

function problemOf(criterion: Criterion, context: CheckContext): string | null {
  const field = fieldOf(context.fields, criterion.field);
  if (field === undefined) return "There is no such field any more: choose another";
  if (!field.operators.includes(criterion.operator) && criterion.value !== null)
    return `'${field.label}' cannot be compared this way`;
  const values = valuesOf(criterion);
  if (criterion.value !== null && (values.length === 0 || values.some((value) => value === "")))
    return field.choices ? "Choose at least one" : "Enter a value";
  const isNumber = ["number", "money", "daysSince", "daysUntil"].includes(field.kind);
  if (isNumber && values.some((value) => typeof value !== "number")) return "Enter a number";
  if (field.kind === "boolean" && values.some((value) => typeof value !== "boolean"))
    return "Choose yes or no";
  if (parseField(criterion.field)?.of === "segments") return segmentProblem(criterion, context);
  try {
    compileCriteria([criterion], context.filter);
    return null;
  } catch (error) {
    if (error instanceof CriterionError) return error.message;
    throw error;
  }
}

function segmentProblem(criterion: Criterion, { segmentId, segments }: CheckContext): string | null {
  for (const id of valuesOf(criterion).map(String)) {
    const named = segments.get(id);
    if (named === undefined) return "This segment is not there any more: choose another";
    if (segmentId !== null) {
      const namedBy = (one: string) =>
        one === segmentId ? [id] : segmentsNamedBy(segments.get(one)?.criteria ?? []);
      const cycle = findCycle(segmentId, namedBy);
      if (cycle !== null) {
        const names = cycle.slice(1, -1).map((one) => `'${segments.get(one)?.name ?? one}'`);
        return names.length === 0
          ? "A segment cannot be part of itself"
          : `This leads back to itself, by ${names.join(" and ")}`;
      }
    }
    if (!named.isActive)
      return `'${named.name}' is not active, so nobody is followed into it: activate it first`;
  }
  return null;
}
