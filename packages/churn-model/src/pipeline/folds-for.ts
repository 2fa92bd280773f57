import { deriveSeed } from "../random.ts";
import { groupedFolds, stratifiedFolds } from "../validation/folds.ts";

/** Fold of each chosen row, both classes dealt evenly and groups kept together; keyed by row id, so file order does not matter. */
export function foldsFor(
  data: { labels: Uint8Array; rowIds: string[]; groups: Uint32Array | null },
  rows: Int32Array,
  folds: number,
  seed: number,
  ...path: (string | number)[]
): Uint32Array {
  const labels = Uint8Array.from(rows, (row) => data.labels[row]!);
  const keys = Array.from(rows, (row) => data.rowIds[row]!);
  const options = { seed: deriveSeed(seed, "folds", ...path), keys };
  const { groups } = data;
  if (groups === null) return stratifiedFolds(labels, folds, options);
  return groupedFolds(
    labels,
    Array.from(rows, (row) => groups[row]!),
    folds,
    options,
  );
}
