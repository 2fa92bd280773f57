import { isGroup, valuesOf } from "../criteria/criteria-tree.ts";
import type { CriteriaNode, Criterion, CriterionScalar } from "../criteria/criteria-tree.ts";
import { windowDaysOf } from "../criteria/fields.ts";
import type { CriterionKind } from "../criteria/kinds.ts";
import { emptyLabels, isRelative, operatorLabels } from "../criteria/operators.ts";
import { formatCounted } from "./count.ts";

/** What words need of a field. */
export interface WordedField {
  field: string;
  label: string;
  kind: CriterionKind;
  choices?: readonly { value: string | number; label: string }[] | undefined;
}

/** How amounts and days are written. */
export interface CriterionFormat {
  money: (amount: number) => string;
  date: (iso: string) => string;
}

/** The field that a criterion means: a window may differ from the one it is offered with. */
export function fieldOf<T extends WordedField>(fields: readonly T[], name: string): T | undefined {
  const exact = fields.find(({ field }) => field === name);
  if (exact !== undefined) return exact;
  const days = windowDaysOf(name);
  if (days === null) return undefined;
  const bare = name.replace(String(days), "*");
  return fields.find(({ field }) => {
    const own = windowDaysOf(field);
    return own !== null && field.replace(String(own), "*") === bare;
  });
}

/** A field's name with its window: "Failed payments in the last 30 days". */
export function fieldWords(name: string, field: WordedField | undefined): string {
  if (field === undefined) return name.replace(/^attributes\./, "");
  const days = windowDaysOf(name);
  if (days === null) return field.label;
  const window = formatCounted(days, "day");
  if (name.startsWith("scoreChange.")) return `${field.label} in ${window}`;
  if (name.startsWith("levelBefore.")) return `${field.label} ${window} ago`;
  return `${field.label} in the last ${window}`;
}

/** A line as it stands in a list: "Lifetime value greater than $10,000", "Risk level in Medium, High". */
export function criterionLabel(
  criterion: Criterion,
  field: WordedField | undefined,
  format: CriterionFormat,
): string {
  const name = fieldWords(criterion.field, field);
  if (criterion.value === null) return `${name} ${nullWords(criterion)}`;
  if (isRelative(criterion.operator)) return datedWords(name, criterion);
  const values = valuesOf(criterion).map((value) => valueWords(value, field, format));
  return `${name} ${operatorLabels[criterion.operator]} ${withUnit(values.join(", "), field?.kind)}`;
}

/** A whole rule read out: "Customers with lifetime value over $10,000, and risk level Medium or High". */
export function criteriaSentence(
  nodes: readonly CriteriaNode[],
  fields: readonly WordedField[],
  format: CriterionFormat,
): string {
  if (nodes.length === 0) return "Every customer";
  return `Customers with ${phrasesOf(nodes, "all", fields, format)}`;
}

/** One entry of a rule on its own: "plan Pro", "plan Pro or Seats under 10". */
export function criteriaPhrase(
  node: CriteriaNode,
  fields: readonly WordedField[],
  format: CriterionFormat,
): string {
  return isGroup(node)
    ? phrasesOf(node.criteria, node.match, fields, format)
    : phraseOf(node, fieldOf(fields, node.field), format);
}

function phrasesOf(
  nodes: readonly CriteriaNode[],
  match: "all" | "any" | "none",
  fields: readonly WordedField[],
  format: CriterionFormat,
): string {
  const phrases = nodes.map((node) => {
    if (!isGroup(node)) return phraseOf(node, fieldOf(fields, node.field), format);
    const inner = phrasesOf(node.criteria, node.match, fields, format);
    return node.criteria.length > 1 || node.match === "none" ? `(${inner})` : inner;
  });
  if (match === "none") return `none of these: ${phrases.join("; ")}`;
  return joined(phrases, match === "all" ? "and" : "or");
}

function joined(words: readonly string[], last: "and" | "or"): string {
  if (words.length <= 2) return words.join(` ${last} `);
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

function phraseOf(criterion: Criterion, field: WordedField | undefined, format: CriterionFormat): string {
  const words = fieldWords(criterion.field, field);
  // A name of the company's own stays as the company writes it.
  const name =
    field === undefined || criterion.field.startsWith("attributes.") || /^.?[A-Z]/.test(words.slice(1))
      ? words
      : words.charAt(0).toLowerCase() + words.slice(1);
  if (criterion.value === null) return `${name} ${nullWords(criterion)}`;
  if (criterion.field === "hasLeft")
    return (criterion.operator === "NotEquals") === (criterion.value === true)
      ? "not having left"
      : "having left";
  if (isRelative(criterion.operator)) return datedWords(name, criterion);
  const values = valuesOf(criterion).map((value) => valueWords(value, field, format));
  const unit = (text: string) => withUnit(text, field?.kind);
  switch (criterion.operator) {
    case "GreaterThan":
      return `${name} ${isDated(field?.kind) ? "after" : isDays(field?.kind) ? "more than" : "over"} ${unit(joined(values, "or"))}`;
    case "LessThan":
      return `${name} ${isDated(field?.kind) ? "before" : isDays(field?.kind) ? "less than" : "under"} ${unit(joined(values, "or"))}`;
    case "Contains":
      return `${name} containing “${values.join("")}”`;
    case "NotEquals":
    case "NotIn":
      return `${name} not ${unit(joined(values, "or"))}`;
    default:
      return values.length === 0 ? `${name} in nothing` : `${name} ${unit(joined(values, "or"))}`;
  }
}

const isDated = (kind: CriterionKind | undefined) => kind === "date" || kind === "day";
const isDays = (kind: CriterionKind | undefined) => kind === "daysSince" || kind === "daysUntil";

function withUnit(text: string, kind: CriterionKind | undefined): string {
  if (!isDays(kind)) return text;
  return `${text} ${text === "1" ? "day" : "days"} ${kind === "daysSince" ? "ago" : "away"}`;
}

const nullWords = ({ operator }: Criterion) => emptyLabels[operator === "NotEquals" ? "NotEquals" : "Equals"];

/** 'last active in the last 30 days', of a field that reads 'Last active on'. */
const datedWords = (name: string, criterion: Criterion): string =>
  `${name.replace(/ on$/, "")} ${windowWords(criterion)}`;

/** "in the last 30 days"; of a single day which one it is: "today", "tomorrow". */
export function windowWords({ operator, value }: Pick<Criterion, "operator" | "value">): string {
  if (value === 1) return operator === "InNext" ? "tomorrow" : operator === "InLast" ? "today" : "not today";
  return `${operatorLabels[operator]} ${formatCounted(Number(value), "day")}`;
}

/** One value as it is read: the word of a choice, Yes or No, money, a day. */
export function valueWords(
  value: CriterionScalar,
  field: WordedField | undefined,
  format: CriterionFormat,
): string {
  const choice = field?.choices?.find((one) => one.value === value || String(one.value) === String(value));
  if (choice) return choice.label;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field?.kind === "money" && typeof value === "number") return format.money(value);
  if (field?.kind === "date" && typeof value === "string") return format.date(value);
  // On this day by the clocks of almost all the world, from 11 hours behind to 12 ahead.
  if (field?.kind === "day" && typeof value === "string") return format.date(`${value}T11:00:00Z`);
  return String(value);
}
