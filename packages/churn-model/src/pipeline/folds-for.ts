import { deriveSeed } from "../random.ts";
import { groupedFolds, stratifiedFolds } from "../validation/folds.ts";

/**
 * Fold of each chosen row, at most `most` folds and never more than rows of the rarer class (or groups): both classes dealt evenly and groups kept together; keyed by row id, so
 * file order does not matter.
 */
export function foldsFor(
  data: { labels: Uint8Array; rowIds: string[]; groups: Uint32Array | null },
  rows: Int32Array,
  most: number,
  seed: number,
  ...path: (string | number)[]
): Uint32Array {
  const labels = Uint8Array.from(rows, (row) => data.labels[row]!);
  const keys = Array.from(rows, (row) => data.rowIds[row]!);
  const options = { seed: deriveSeed(seed, "folds", ...path), keys };
  const { groups } = data;
  const outcomes = labels.reduce((sum, label) => sum + label, 0);
  const units = groups === null ? rows.length : new Set(Array.from(rows, (row) => groups[row]!)).size;
  const folds = Math.max(2, Math.min(most, outcomes, rows.length - outcomes, units));
  if (groups === null) return stratifiedFolds(labels, folds, options);
  return groupedFolds(
    labels,
    Array.from(rows, (row) => groups[row]!),
    folds,
    options,
  );
}
