import { deriveSeed } from "@forestay/churn-model";
import type { FeatureRow } from "#modules/features/index.ts";

/** Customers that drift is measured on: enough for an index to stand still, little enough to keep in memory. */
export const MOST_SAMPLED = 5000;

/** Keeps a sample of what is scored, while it is scored. */
export interface DriftSample {
  /** A customer scored a second time, for its factors, counts once. */
  add(row: FeatureRow, probability: number): void;
  take(): { rows: FeatureRow[]; probabilities: number[] };
}

/**
 * Takes each customer, or not, by a hash of its id: the same ones every night, and new customers as likely as old
 * ones. The first so many would be the oldest ones for ever, and drift begins with the new.
 */
export function createDriftSample(most = MOST_SAMPLED): DriftSample {
  let below = 2 ** 32;
  let kept = new Map<string, { hash: number; row: FeatureRow; probability: number }>();
  return {
    add(row, probability) {
      const hash = deriveSeed(0, "drift", row.rowId);
      if (hash >= below || kept.has(row.rowId)) return;
      kept.set(row.rowId, { hash, row, probability });
      while (kept.size > most) {
        below /= 2;
        kept = new Map([...kept].filter(([, { hash: own }]) => own < below));
      }
    },
    take: () => ({
      rows: Array.from(kept.values(), ({ row }) => row),
      probabilities: Array.from(kept.values(), ({ probability }) => probability),
    }),
  };
}
