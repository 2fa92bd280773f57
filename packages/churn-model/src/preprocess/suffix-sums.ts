import type { Table } from "../table.ts";
import type { FeatureSpec, SumSpec } from "./feature-spec.ts";

/**
 * Suggests sums of non-negative numeric columns whose names end in the same word (measured to pay: totals split over
 * columns are invisible to a tree until added up). Between 2 and 12 parts; columns that look like totals are no parts.
 */
export function suggestSums(table: Table, features: FeatureSpec[]): SumSpec[] {
  const bySuffix = new Map<string, string[]>();
  for (const feature of features) {
    if (feature.kind !== "numeric" || feature.lowest < 0) continue;
    const words = wordsOf(feature.name);
    const suffix = words.at(-1);
    if (words.length < 2 || suffix === undefined || suffix.length < 3 || /^\d+$/.test(suffix)) continue;
    if (isWide(table, feature.name)) bySuffix.set(suffix, [...(bySuffix.get(suffix) ?? []), feature.name]);
  }
  return [...bySuffix]
    .filter(([, parts]) => parts.length >= 2 && parts.length <= 12)
    .filter(([, parts]) => !hasTotal(parts))
    .map(([suffix, parts]) => ({
      kind: "sum",
      name: `sum of ${suffix}`,
      label: `Sum of ${suffix} (${parts.length} columns)`,
      parts,
    }));
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");

/** MonthlyCharges and TotalCharges are one quantity twice: adding them up means nothing. */
function hasTotal(parts: string[]): boolean {
  const rates = /^(avg|average|mean|monthly|annual|yearly|min|max|last|first|lifetime)$/;
  const totals = parts.filter((part) => wordsOf(part).includes("total"));
  return (
    (totals.length > 0 && totals.length < parts.length) ||
    parts.some((part) => wordsOf(part).some((word) => rates.test(word)))
  );
}

function isWide(table: Table, name: string): boolean {
  const column = table.columns.find((candidate) => candidate.name === name);
  return column?.kind === "numeric" && new Set(column.values).size > 2;
}
