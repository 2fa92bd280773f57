import type { Operator } from "./operators.ts";

/** How the lines of a group go together. */
export const criteriaMatches = ["all", "any", "none"] as const;
export type CriteriaMatch = (typeof criteriaMatches)[number];

export type CriterionScalar = string | number | boolean;

/** One line: a field (see `parseField`), an operator, a value (a list for In / NotIn), and how it reads. */
export interface Criterion {
  field: string;
  operator: Operator;
  value: CriterionScalar | null | CriterionScalar[];
  label?: string | undefined;
}

export interface CriteriaGroup {
  match: CriteriaMatch;
  criteria: CriteriaNode[];
}
export type CriteriaNode = Criterion | CriteriaGroup;

/** Single criteria in a whole rule: more than that nobody reads. */
export const MAX_CRITERIA_LINES = 50;
/** Entries of one list or group. */
export const MAX_GROUP_LINES = 20;

export const isGroup = (node: CriteriaNode): node is CriteriaGroup => "criteria" in node;

/** Every single criterion with where it stands: `[2, 0]` is the first of the group at the third place. */
export function criteriaLines(
  nodes: readonly CriteriaNode[],
  before: readonly number[] = [],
): { path: readonly number[]; criterion: Criterion }[] {
  return nodes.flatMap((node, index) => {
    const path = [...before, index];
    return isGroup(node) ? criteriaLines(node.criteria, path) : [{ path, criterion: node }];
  });
}

/** Where a line stands, as an error names it below what holds the rule: `criteria.2.criteria.0`. */
export const linePath = (path: readonly number[], root = "criteria"): string =>
  `${root}.${path.join(".criteria.")}`;

/** A criterion's value as a list, whatever its operator. */
export function valuesOf({ value }: Pick<Criterion, "value">): CriterionScalar[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The segments that criteria name. */
export function segmentsNamedBy(nodes: readonly CriteriaNode[]): string[] {
  const ids = criteriaLines(nodes).flatMap(({ criterion }) =>
    criterion.field === "segments" ? valuesOf(criterion).map(String) : [],
  );
  return [...new Set(ids)];
}
