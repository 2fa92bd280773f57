import {
  dateTargets,
  importTargets,
  isCodedLabel,
  ledgerMappingProblems,
  numberTargets,
} from "@forestay/contracts/wire";
import type {
  ColumnMapping,
  ColumnProfile,
  ImportKind,
  ImportTarget,
  LedgerOptions,
} from "@forestay/contracts/wire";

/** Targets whose values are words of an enumeration: they need a list of words. */
export const wordTargets: readonly ImportTarget[] = [
  "subscriptionStatus",
  "paymentStatus",
  "churned",
  "invoiceStatus",
  "paymentResult",
];

/** Fields that several columns may go to. */
const shareable: readonly ImportTarget[] = ["attribute", "skip"];

export function readsDates(column: ColumnMapping): boolean {
  return (
    dateTargets.includes(column.target) || (column.target === "attribute" && column.attributeKind === "date")
  );
}

export function readsNumbers(column: ColumnMapping): boolean {
  return (
    numberTargets.includes(column.target) ||
    (column.target === "attribute" && (column.attributeKind === "number" || column.attributeKind === "money"))
  );
}

/** Words of a label in numbers that do not speak, 1 and 2 for example, whose meaning nobody has chosen yet. */
function openLabelWords(
  { target, attributeKind, valueMap }: ColumnMapping,
  profile: ColumnProfile | undefined,
): string[] {
  const words = profile?.words ?? [];
  if (target !== "churned" || attributeKind === "date" || !isCodedLabel(words)) return [];
  return words.filter((word) => valueMap?.[word] === undefined);
}

/** What must be settled before the dry run: by column name, plus '' for the mapping as a whole. */
export function mappingProblems(
  columns: readonly ColumnMapping[],
  profiles: readonly ColumnProfile[],
  kind: ImportKind = "customers",
  options: LedgerOptions = {},
): Map<string, string> {
  const problems = new Map<string, string>();
  const taken = new Map<ImportTarget, string>();
  for (const column of columns) {
    const first = taken.get(column.target);
    if (first !== undefined && !shareable.includes(column.target)) {
      problems.set(column.column, `${importTargets[column.target]} is already taken by “${first}”`);
    }
    taken.set(column.target, column.column);
    const profile = profiles.find((one) => one.column === column.column);
    if (readsDates(column) && profile?.needsDateOrder === true && column.dateOrder === undefined) {
      problems.set(column.column, "The file does not say which part is the day: choose the date order");
    }
    if (readsNumbers(column) && profile?.needsNumberStyle === true && column.numberStyle === undefined) {
      problems.set(column.column, "The file does not say what the comma means: choose the number style");
    }
    const open = openLabelWords(column, profile);
    if (open.length > 0) {
      problems.set(
        column.column,
        `The file does not say which of ${open.join(", ")} means that the customer left: choose it`,
      );
    }
  }
  for (const [column, problem] of ledgerMappingProblems(kind, { columns: [...columns], options }, profiles))
    problems.set(column, problem);
  if (kind === "customers" && !taken.has("externalId") && !taken.has("email")) {
    problems.set(
      "",
      "Choose the column that holds the customer id or the e-mail: without one, rows cannot be told apart.",
    );
  }
  return problems;
}
