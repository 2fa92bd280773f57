import { criteriaLines, type CriteriaNode, type CustomerSelection } from "@forestay/contracts";
import { formatCounted } from "@forestay/contracts/words";
import { AppError } from "#platform/http/app-error.ts";

export interface CustomerChoice {
  customerIds?: string[] | undefined;
  selection?: CustomerSelection | undefined;
}

/** The chosen customers as one selection; null when nothing was chosen: every active customer. */
export function chosenSelection({ customerIds, selection }: CustomerChoice): CustomerSelection | null {
  if (customerIds && selection) {
    throw new AppError("validation_failed", {
      fields: { selection: "Give either customerIds or a selection, not both" },
    });
  }
  if (selection) return selection;
  if (customerIds === undefined || customerIds.length === 0) return null;
  return { customerIds: [...new Set(customerIds)] };
}

/** The choice in words: 'All active customers', '4 customers', '312 customers by filter'. */
export function scopeInWords(selection: CustomerSelection | null, count: number): string {
  if (selection === null) return "All active customers";
  const customers = formatCounted(count, "customer");
  if ("customerIds" in selection) return customers;
  const isFiltered = selection.filter.conditions.length > 0 || Boolean(selection.filter.search);
  if (!isFiltered && selection.exceptIds.length === 0) return "All customers";
  return isFiltered ? `${customers} by filter` : customers;
}

/** The choice as a rule, by which the same customers are chosen another time; null where no rule says it. */
export function ruleOf(selection: CustomerSelection | null): CriteriaNode[] | null {
  const stillHere: CriteriaNode = { field: "hasLeft", operator: "Equals", value: false };
  if (selection === null) return [stillHere];
  if ("customerIds" in selection || selection.exceptIds.length > 0 || selection.filter.search) return null;
  const { conditions } = selection.filter;
  // Who has left is scored by no analysis, and keeps the level of the last one.
  return criteriaLines(conditions).some(({ criterion }) => criterion.field === "hasLeft")
    ? conditions
    : [...conditions, stillHere];
}
