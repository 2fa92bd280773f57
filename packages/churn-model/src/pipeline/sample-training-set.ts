import { countEvents } from "../metrics/check-scored-rows.ts";
import { deriveSeed } from "../random.ts";
import { selectRows, type TrainingSet } from "../table.ts";

/** More rows cost minutes and move no metric: person-snapshots repeat each other. */
export const MOST_TRAINING_ROWS = 200_000;
/** A row of the rarer outcome is in nearly every tree, one of the commoner in few: it costs as much as so many of them. */
const COST_OF_RARER = 4;
/** Share of the most rows that the rarer outcome may take, so that four of the commoner are left beside each. */
const MOST_OF_RARER = 1 / (2 * COST_OF_RARER);

/** Rows drawn from a set that is too large to learn from whole. */
export interface SampledSet {
  set: TrainingSet;
  /** Their places in the whole set, ascending. */
  rows: Int32Array;
  /** Share of leavers of the whole set, 0-1, where the sample has another; null where it has the same. */
  trueRate: number | null;
}

/**
 * A deterministic sample of a set that is too large to learn from whole; null when it is not.
 * Customers are taken or left as a whole, each by a hash of its name and the seed: which ones does not depend on the
 * order of the rows, and a company that grows keeps most of its sample. With `leaversFirst` the rarer outcome is drawn
 * more often than the other where that tells more (below about 11 % of the rows) and nothing else is known of a
 * customer than one row without a date; what is learned then has to be put right to `trueRate`.
 */
export function sampleTrainingSet(
  set: TrainingSet,
  seed: number,
  { most, leaversFirst = false }: { most: number; leaversFirst?: boolean },
): SampledSet | null {
  const total = set.labels.length;
  if (total <= most) return null;
  const names = set.groups ?? set.table.rowIds;
  const left = countEvents(set.labels);
  const even = [most / total, most / total] as const;
  const shares = (leaversFirst ? sharesByOutcome(set, left, most) : null) ?? even;
  const rows = Int32Array.from(names.keys()).filter(
    (row) => deriveSeed(seed, "sample", names[row]!) < shares[set.labels[row]!]! * 4294967296,
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
    trueRate: shares[0] === shares[1] ? null : left / total,
  };
}

/** Shares of those who stayed and of those who left to draw; null where a sample at the set's own rate is to be drawn. */
function sharesByOutcome(
  { labels, groups, times, leaving }: TrainingSet,
  left: number,
  most: number,
): [number, number] | null {
  // What a customer's other rows say is not drawn by its outcome, nor is what came of it later, or the rate of a day.
  if (groups !== undefined || times !== undefined || leaving !== undefined) return null;
  const rarer = Math.min(left, labels.length - left);
  const commoner = labels.length - rarer;
  const keptRarer = Math.min(rarer, most * MOST_OF_RARER);
  const keptCommoner = Math.min(commoner, most - COST_OF_RARER * keptRarer);
  // What a comparison of two samples can tell goes with the harmonic mean of their sizes.
  const told = (one: number, other: number): number => 1 / (1 / one + 1 / other);
  const even = most / labels.length;
  if (!(told(keptRarer, keptCommoner) > told(even * rarer, even * commoner))) return null;
  const ofCommoner = keptCommoner / commoner;
  const ofRarer = keptRarer / rarer;
  return left === rarer ? [ofCommoner, ofRarer] : [ofRarer, ofCommoner];
}
