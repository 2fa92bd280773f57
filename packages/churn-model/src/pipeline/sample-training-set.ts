import { deriveSeed } from "../random.ts";
import { selectRows, type TrainingSet } from "../table.ts";

/** More rows cost minutes and move no metric: person-snapshots repeat each other. */
export const MOST_TRAINING_ROWS = 200_000;

/**
 * A deterministic sample of a set that is too large to learn from whole; null when it is not.
 * Customers (groups) are taken or left as a whole, each by a hash of its name and the seed: which ones does not
 * depend on the order of the rows, and a company that grows keeps most of its sample.
 */
export function sampleTrainingSet(
  set: TrainingSet,
  seed: number,
  most = MOST_TRAINING_ROWS,
): { set: TrainingSet; rows: Int32Array } | null {
  const total = set.labels.length;
  if (total <= most) return null;
  const names = set.groups ?? set.table.rowIds;
  const threshold = (most / total) * 4294967296;
  const rows = Int32Array.from(names.keys()).filter(
    (row) => deriveSeed(seed, "sample", names[row]!) < threshold,
  );
  return {
    set: {
      table: selectRows(set.table, rows),
      labels: Uint8Array.from(rows, (row) => set.labels[row]!),
      ...(set.groups === undefined ? {} : { groups: Array.from(rows, (row) => set.groups![row]!) }),
      ...(set.times === undefined ? {} : { times: Float64Array.from(rows, (row) => set.times![row]!) }),
      ...(set.leaving === undefined
        ? {}
        : {
            leaving: {
              leftAfterDays: Float64Array.from(rows, (row) => set.leaving!.leftAfterDays[row]!),
              watchedDays: Float64Array.from(rows, (row) => set.leaving!.watchedDays[row]!),
            },
          }),
    },
    rows,
  };
}
