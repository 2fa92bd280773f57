import {
  criteriaLines,
  isGroup,
  isRelative,
  isWritableMoment,
  linePath,
  parseField,
  segmentsNamedBy,
  valuesOf,
  type CriteriaNode,
  type Criterion,
  type CriterionField,
  type CriterionScalar,
} from "@forestay/contracts";
import { fieldOf } from "@forestay/contracts/words";
import { findCycle } from "@forestay/criteria";
import { compileCriteria, CriterionError, type FilterContext } from "#modules/customers/index.ts";
import { AppError } from "#platform/http/app-error.ts";

/**
 * What a rule is for. A list may also ask for columns of ours that are not offered (programs and older addresses do), and who was
 * in a segment when it was archived.
 */
export type RuleUse = "followed" | "listed";

/** What a rule is checked against. */
export interface CheckContext {
  use: RuleUse;
  /** What holds the rule, as errors name its lines: `criteria`, `selection.filter.conditions`. */
  root: string;
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
  const problems = problemsOf(nodes, context);
  const count = Object.keys(problems).length;
  if (count === 0) return;
  throw new AppError("validation_failed", {
    message: context.use === "listed" ? filtersNeedAttention(nodes, context.root, problems) : lines(count),
    fields: problems,
  });
}

/** The same told instead of refused, of a rule that is kept: what is wrong with it by `linePath`. */
export function problemsOf(nodes: readonly CriteriaNode[], context: CheckContext): Record<string, string> {
  const problems: Record<string, string> = {};
  const walk = (inner: readonly CriteriaNode[], before: readonly number[]) => {
    for (const [index, node] of inner.entries()) {
      const path = [...before, index];
      if (isGroup(node)) {
        if (node.criteria.length === 0)
          problems[linePath(path, context.root)] = "This group has no line: add one, or remove it";
        walk(node.criteria, path);
      } else {
        const problem = problemOf(node, context);
        if (problem !== null) problems[linePath(path, context.root)] = problem;
      }
    }
  };
  walk(nodes, []);
  return problems;
}

const lines = (count: number) =>
  count === 1 ? "One line of the rule needs attention." : `${count} lines of the rule need attention.`;

/** A program that lists customers reads the message: one problem is told with its field. */
function filtersNeedAttention(
  nodes: readonly CriteriaNode[],
  root: string,
  problems: Readonly<Record<string, string>>,
): string {
  const [[path, problem] = ["", ""], ...more] = Object.entries(problems);
  if (more.length > 0) return `${more.length + 1} filters need attention.`;
  const line = criteriaLines(nodes).find((one) => linePath(one.path, root) === path);
  return line ? `Filter '${line.criterion.field}': ${problem}.` : `${problem}.`;
}

function problemOf(criterion: Criterion, context: CheckContext): string | null {
  const parsed = parseField(criterion.field);
  const field = fieldOf(context.fields, criterion.field);
  const isOurs = parsed?.of === "customer" || parsed?.of === "segments";
  if (field === undefined) {
    if (context.use === "followed" || !isOurs) return "There is no such field any more: choose another";
    if (criterion.value !== null && valuesOf(criterion).length === 0) return "Choose at least one";
    return parsed.of === "segments" ? segmentProblem(criterion, context) : compileProblem(criterion, context);
  }
  if (!field.operators.includes(criterion.operator) && criterion.value !== null)
    return `'${field.label}' cannot be compared this way`;
  const values = valuesOf(criterion);
  if (criterion.value !== null && (values.length === 0 || values.some((value) => value === "")))
    return field.choices ? "Choose at least one" : "Enter a value";
  const isNumber = ["number", "money", "daysSince", "daysUntil"].includes(field.kind);
  if (isNumber && values.some((value) => typeof value !== "number")) return "Enter a number";
  if (field.kind === "boolean" && values.some((value) => typeof value !== "boolean"))
    return "Choose yes or no";
  if (field.kind === "text" && values.some((value) => typeof value !== "string")) return "Enter text";
  const isDay = field.kind === "date" || field.kind === "day";
  if (isDay && !isRelative(criterion.operator) && !values.every(isDayOrMoment))
    return "A date like 2026-03-31 is needed";
  const gone = goneChoice[parsed?.of ?? ""];
  if (gone !== undefined && values.some((value) => !field.choices?.some((one) => one.value === value)))
    return gone;
  if (parsed?.of === "segments") return segmentProblem(criterion, context);
  return compileProblem(criterion, context);
}

/**
 * Of what there is to choose from and nothing else: said of a value that is not among it (any more). A plan is what customers
 * happen to have, and may come; numbers and words of ours the compiler knows.
 */
const goneChoice: Readonly<Record<string, string>> = {
  tags: "This tag is not there any more: choose another",
  owner: "This person is not there any more: choose another",
  leavingReason: "There is no such reason: choose one of the list",
};

const isDayOrMoment = (value: CriterionScalar): boolean =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\d/.test(value) &&
  isWritableMoment(new Date(value)) &&
  // A day that no month has is read as one of the next.
  new Date(`${value.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(value.slice(0, 10));

function compileProblem(criterion: Criterion, { filter }: CheckContext): string | null {
  try {
    compileCriteria([criterion], filter);
    return null;
  } catch (error) {
    if (error instanceof CriterionError) return error.message;
    throw error;
  }
}

function segmentProblem(criterion: Criterion, { use, segmentId, segments }: CheckContext): string | null {
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
    if (use === "followed" && !named.isActive)
      return `'${named.name}' is not active, so nobody is followed into it: activate it first`;
  }
  return null;
}
