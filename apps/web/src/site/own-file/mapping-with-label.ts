import type { ImportMapping } from "@forestay/contracts/wire";
import type { LabelChoice } from "./own-file-answer.ts";

/** Targets by which a file may say who left. */
const says = ["churned", "endedAt", "subscriptionStatus"];

/**
 * The mapping with which the file is imported. Where the visitor chose the column that says who left, it says so there
 * too, with what each of its values means; what the import's own rules read the same way stays as it was suggested.
 */
export function mappingWithLabel(
  mapping: ImportMapping,
  { column, left, dateOrder }: LabelChoice,
  values: readonly string[],
): ImportMapping {
  const suggested = mapping.columns.find((one) => one.column === column);
  const isRead = left === null ? suggested?.dateOrder === dateOrder : suggested?.valueMap !== undefined;
  if (suggested !== undefined && says.includes(suggested.target) && isRead) return mapping;
  return {
    ...mapping,
    columns: mapping.columns.map((one) => {
      if (one.column === column) {
        return left === null
          ? { ...one, target: one.target === "churned" ? one.target : "endedAt", dateOrder }
          : {
              ...one,
              target: "churned",
              valueMap: Object.fromEntries(values.map((word) => [word, left.includes(word) ? 1 : 0])),
            };
      }
      // One column says it.
      const isRival = one.target === "churned" || (left === null && one.target === "endedAt");
      return isRival ? { ...one, target: "attribute", attributeKind: "text" } : one;
    }),
  };
}
