import type { ModelDocument } from "../document/document.ts";
import type { Column } from "../table.ts";

/** A value a field could be changed to, and how far that is: share of the customers between the two, 1 for a category. */
export interface CandidateValue {
  column: Column;
  to: number | string;
  size: number;
}

/** Values tried per numeric field, spread evenly over the customers seen in training. */
const NUMERIC_STEPS = 12;

/** Values that were seen in training and differ from the row's own. A field the model does not use has none. */
export function candidateValues(document: ModelDocument, column: Column): CandidateValue[] {
  const { preprocessor, ensemble } = document.model;
  const index = preprocessor.features.findIndex((spec) => spec.kind !== "sum" && spec.name === column.name);
  const spec = preprocessor.features[index];
  const binned = ensemble.binning.features[index];
  if (spec === undefined || binned === undefined) return [];
  const current = column.values[0] ?? null;
  if (spec.kind === "categorical") {
    return spec.levels.filter((level) => level !== String(current)).map((to) => ({ column, to, size: 1 }));
  }
  if (spec.kind !== "numeric" || binned.kind !== "numeric") return [];
  const seen = [spec.lowest, ...binned.bounds, spec.highest];
  const ranked = (value: number): number => {
    const above = seen.findIndex((bound) => bound >= value);
    return above < 0 ? 1 : above / (seen.length - 1);
  };
  const from = typeof current === "number" && !Number.isNaN(current) ? current : null;
  const steps = Math.min(NUMERIC_STEPS, seen.length - 1);
  const values = Array.from(
    { length: steps + 1 },
    (_, i) => seen[Math.round((i / steps) * (seen.length - 1))]!,
  );
  return [...new Set(values)]
    .filter((to) => to !== from)
    .map((to) => ({ column, to, size: from === null ? 1 : Math.abs(ranked(to) - ranked(from)) }));
}
