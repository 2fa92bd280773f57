import {
  dateTargets,
  importTargets,
  isCodedLabel,
  ledgerMappingProblems,
  numberTargets,
  type ColumnProfile,
  type ImportKind,
  type ImportMapping,
  type ImportTarget,
} from "@forestay/contracts";
import { attributeKeyOf } from "./attribute-key.ts";

const repeatable = new Set<ImportTarget>(["attribute", "skip"]);
const largestValue: Partial<Record<ImportTarget, number>> = {
  subscriptionStatus: 4,
  paymentStatus: 3,
  churned: 1,
  invoiceStatus: 4,
  paymentResult: 1,
};
/** Pairs that would fill the same field twice. */
const exclusive: [ImportTarget, ImportTarget][] = [
  ["fullName", "firstName"],
  ["fullName", "lastName"],
  ["startedAt", "tenureMonths"],
];

/** What is wrong with a mapping, by column name (or `mapping` for the whole); empty when it can be used. */
export function checkMapping(
  kind: ImportKind,
  mapping: ImportMapping,
  profiles: readonly ColumnProfile[],
): Record<string, string> {
  // Column names are a stranger's: on an ordinary object a problem of the column "__proto__" would get lost.
  const problems = Object.create(null) as Record<string, string>;
  const byName = new Map(profiles.map((profile) => [profile.column, profile]));
  const targets = new Map<ImportTarget, string>();
  const seen = new Set<string>();
  const keys = new Map<string, string>();
  for (const column of mapping.columns) {
    const profile = byName.get(column.column);
    if (!profile) problems[column.column] = "The file has no such column";
    else if (seen.has(column.column)) problems[column.column] = "This column is mapped twice";
    seen.add(column.column);
    const other = targets.get(column.target);
    if (other !== undefined && !repeatable.has(column.target)) {
      problems[column.column] = `'${importTargets[column.target]}' is already filled by '${other}'`;
    }
    targets.set(column.target, column.column);
    if (column.target === "attribute") {
      const key = attributeKeyOf(column);
      const holder = keys.get(key);
      if (holder !== undefined && holder !== column.column)
        problems[column.column] = `An extra attribute '${key}' is already filled by '${holder}'`;
      keys.set(key, column.column);
    }
    if (profile) Object.assign(problems, checkFormats(column, profile), checkLabel(column, profile));
    const largest = largestValue[column.target];
    if (
      largest !== undefined &&
      Object.values(column.valueMap ?? {}).some((value) => value < 0 || value > largest)
    ) {
      problems[column.column] =
        `A word is mapped to a value that '${importTargets[column.target]}' does not have`;
    }
  }
  for (const [one, other] of exclusive) {
    const column = targets.get(other);
    if (targets.has(one) && column !== undefined) {
      problems[column] = `'${importTargets[one]}' is already filled by '${targets.get(one)}'`;
    }
  }
  for (const [column, problem] of ledgerMappingProblems(kind, mapping, profiles))
    problems[column === "" ? "mapping" : column] = problem;
  if (kind === "customers" && !targets.has("externalId") && !targets.has("email")) {
    problems["mapping"] = "Choose the column that tells customers apart: a customer id or an e-mail";
  }
  return problems;
}

/** A label in numbers that do not speak: each of them has to be given its meaning. */
function checkLabel(
  column: ImportMapping["columns"][number],
  profile: ColumnProfile,
): Record<string, string> {
  const { target, attributeKind, valueMap = {} } = column;
  const words = profile.words ?? [];
  if (target !== "churned" || attributeKind === "date" || !isCodedLabel(words)) return {};
  const open = words.filter((word) => !Object.hasOwn(valueMap, word));
  if (open.length === 0) return {};
  return {
    [column.column]: `Say which of ${words.map((word) => `'${word}'`).join(", ")} means that the customer left`,
  };
}

function checkFormats(
  column: ImportMapping["columns"][number],
  profile: ColumnProfile,
): Record<string, string> {
  const { target, attributeKind } = column;
  const isAttribute = target === "attribute";
  const isDate =
    dateTargets.includes(target) || ((isAttribute || target === "churned") && attributeKind === "date");
  if (isDate && profile.needsDateOrder && column.dateOrder === undefined) {
    return {
      [column.column]:
        "Choose the date order: the file does not say whether the day or the month comes first",
    };
  }
  const isNumber =
    numberTargets.includes(target) ||
    (isAttribute && (attributeKind === "number" || attributeKind === "money"));
  if (isNumber && profile.needsNumberStyle && column.numberStyle === undefined) {
    return { [column.column]: "Choose the number style: 1.234 could be one thousand or one and a bit" };
  }
  return {};
}
