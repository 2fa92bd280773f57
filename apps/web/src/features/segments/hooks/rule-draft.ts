import { isGroup, isRelative, linePath } from "@forestay/contracts/wire";
import type {
  CriteriaMatch,
  CriteriaNode,
  Criterion,
  CriterionField,
  Operator,
} from "@forestay/contracts/wire";
import { fieldOf } from "@forestay/contracts/words";
import { dayOfInstant, instantOfDay, listText, readList } from "@/lib/format/rule-values.ts";

/** A line while it is being written: its value as typed or chosen, whole or not. */
export interface DraftLine {
  key: string;
  field: string;
  operator: Operator;
  /** What is typed: a number, a text, a day. */
  text: string;
  /** What is chosen of a list. */
  chosen: readonly (string | number)[];
  /** The line asks whether anything is known, by 'equals' (not known) or 'not equals' (known). */
  asksForNothing: boolean;
}
export interface DraftGroup {
  key: string;
  match: CriteriaMatch;
  nodes: readonly DraftNode[];
}
export type DraftNode = DraftLine | DraftGroup;

export const isDraftGroup = (node: DraftNode): node is DraftGroup => "nodes" in node;

const isInstant = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

let lastKey = 0;
const nextKey = () => `line-${++lastKey}`;

export function emptyLine(field: CriterionField): DraftLine {
  return {
    key: nextKey(),
    field: field.field,
    operator: field.operators[0] ?? "Equals",
    text: "",
    chosen: [],
    asksForNothing: false,
  };
}

export const emptyGroup = (): DraftGroup => ({ key: nextKey(), match: "any", nodes: [] });

/** Another with the same content, under keys of its own. */
export function copyOf(node: DraftNode): DraftNode {
  return isDraftGroup(node)
    ? { ...node, key: nextKey(), nodes: node.nodes.map(copyOf) }
    : { ...node, key: nextKey() };
}

export function toDraft(nodes: readonly CriteriaNode[]): DraftNode[] {
  return nodes.map((node) => {
    if (isGroup(node)) return { key: nextKey(), match: node.match, nodes: toDraft(node.criteria) };
    const { value } = node;
    const list = Array.isArray(value) ? value : value === null ? [] : [value];
    return {
      key: nextKey(),
      field: node.field,
      operator: node.operator,
      text: Array.isArray(value)
        ? listText(list)
        : list.map((one) => (isInstant(one) ? dayOfInstant(one) : String(one))).join(""),
      chosen: list.filter((one) => typeof one !== "boolean"),
      asksForNothing: value === null,
    };
  });
}

/** Of a list of values rather than one. */
export const takesList = ({ operator }: Pick<DraftLine, "operator">) =>
  operator === "In" || operator === "NotIn";

function valueOf(line: DraftLine, field: CriterionField | undefined): Criterion["value"] {
  if (line.asksForNothing) return null;
  const text = line.text.trim();
  if (field?.kind === "choice") return takesList(line) ? [...line.chosen] : (line.chosen[0] ?? "");
  if (field?.kind === "boolean") return text === "" ? "" : text === "true";
  if (isRelative(line.operator)) return numberOf(text);
  if (field?.kind === "date") return text === "" ? "" : instantOfDay(text);
  if (field !== undefined && ["number", "money", "daysSince", "daysUntil"].includes(field.kind)) {
    return numberOf(text);
  }
  if (!takesList(line)) return text;
  return readList(text);
}

/** What is typed as a number; as it is typed where it is none. */
function numberOf(text: string): string | number {
  const number = Number(text.replaceAll(/[,\s$€£]/g, ""));
  return text === "" || !Number.isFinite(number) ? text : number;
}

/** Whether a line says anything yet. */
function isWhole({ value }: Criterion): boolean {
  return value === null || (Array.isArray(value) ? value.length > 0 : value !== "");
}

/** The criteria that stand in the draft, whole lines or not, each at its place. */
export function toCriteria(nodes: readonly DraftNode[], fields: readonly CriterionField[]): CriteriaNode[] {
  return nodes.map((node) =>
    isDraftGroup(node)
      ? { match: node.match, criteria: toCriteria(node.nodes, fields) }
      : { field: node.field, operator: node.operator, value: valueOf(node, fieldOf(fields, node.field)) },
  );
}

/** What can be asked of customers already: without lines that are not whole and groups without any. */
export function wholeCriteria(nodes: readonly CriteriaNode[]): CriteriaNode[] {
  return nodes.flatMap((node): CriteriaNode[] => {
    if (!isGroup(node)) return isWhole(node) ? [node] : [];
    const criteria = wholeCriteria(node.criteria);
    return criteria.length === 0 ? [] : [{ match: node.match, criteria }];
  });
}

/** What is wrong with each node, by its key, from errors by the place they name (`criteria.2.criteria.0`). */
export function problemsByKey(
  nodes: readonly DraftNode[],
  fields: Readonly<Record<string, string>>,
  before: readonly number[] = [],
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [index, node] of nodes.entries()) {
    const path = [...before, index];
    const problem = fields[linePath(path)];
    if (problem !== undefined) found.set(node.key, problem);
    if (isDraftGroup(node))
      for (const [key, words] of problemsByKey(node.nodes, fields, path)) found.set(key, words);
  }
  return found;
}

/** The draft with one node replaced, or taken out where `next` gives nothing, or followed by more. */
export function changeNode(
  nodes: readonly DraftNode[],
  key: string,
  change: (node: DraftNode) => readonly DraftNode[],
): DraftNode[] {
  return nodes.flatMap((node) => {
    if (node.key === key) return [...change(node)];
    return isDraftGroup(node) ? [{ ...node, nodes: changeNode(node.nodes, key, change) }] : [node];
  });
}
