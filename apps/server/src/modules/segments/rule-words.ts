import { isGroup, type CriteriaNode, type CriterionField } from "@forestay/contracts";
import {
  criteriaPhrase,
  criterionLabel,
  fieldOf,
  formatDate,
  formatMoney,
  type CriterionFormat,
} from "@forestay/contracts/words";

/** How amounts and days stand in a rule's words; instants by the company's clock. */
export function ruleFormat(currency: string, timeZone: string): CriterionFormat {
  return {
    money: (amount) => formatMoney(amount, currency, Number.isInteger(amount) ? 0 : 2),
    // A day that was typed is stored as its midnight in UTC: it is that day everywhere.
    date: (iso) => formatDate(iso, isUtcMidnight(iso) ? "UTC" : timeZone, "medium"),
  };
}

const isUtcMidnight = (iso: string) => /T00:00:00(\.0+)?Z$/.test(iso) || /^\d{4}-\d\d-\d\d$/.test(iso);

/** Criteria with each line's words beside it, as they are kept. */
export function withLabels(
  nodes: readonly CriteriaNode[],
  fields: readonly CriterionField[],
  format: CriterionFormat,
): CriteriaNode[] {
  return nodes.map((node) =>
    isGroup(node)
      ? { match: node.match, criteria: withLabels(node.criteria, fields, format) }
      : {
          field: node.field,
          operator: node.operator,
          value: node.value,
          label: criterionLabel(node, fieldOf(fields, node.field), format),
        },
  );
}

/** One entry of a rule in words: a line's label, of a group its sentence. */
export function nodeWords(
  node: CriteriaNode,
  fields: readonly CriterionField[],
  format: CriterionFormat,
): string {
  if (!isGroup(node)) return criterionLabel(node, fieldOf(fields, node.field), format);
  const words = criteriaPhrase(node, fields, format);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
