import { checkFollowUp, type FollowUp } from "./kaplan-meier.ts";

/** One row per customer and period at risk, the material of a discrete-time hazard. */
export interface PersonPeriods {
  /** Row of the customer in the material it came from. */
  readonly sourceRows: Int32Array;
  /** Number of the period from the customer's start, from 0. */
  readonly periods: Int32Array;
  /** 1 when the customer left in that period. */
  readonly labels: Uint8Array;
}

export interface PersonPeriodOptions {
  /** Length of a period in the unit of the durations. */
  readonly periodLength: number;
  /** Periods used of each customer, counted from its entry; the rest is cut off. */
  readonly maxPeriods: number;
  /**
   * Duration up to which each row could have been watched, whether it left or not (data's last day less start).
   * With it a period counts only when it could be watched in full. Without it the unfinished last period of a customer
   * that stayed is dropped while one that left is kept, which overstates the hazard a little when many are cut off.
   */
  readonly observable?: ArrayLike<number>;
}

/**
 * Expands follow-up into periods: each customer gives a row labelled 0 for every period survived in full and a
 * row labelled 1 for the one it left in. Leaving exactly on an edge counts for the period that ends there, as outcomes
 * are (t, t + H]. With entries the first period is the one after that of the entry, where the entry is not on an edge.
 */
export function expandPersonPeriods(followUp: FollowUp, options: PersonPeriodOptions): PersonPeriods {
  checkFollowUp(followUp);
  const { periodLength, maxPeriods, observable } = options;
  if (!(periodLength > 0) || !(maxPeriods >= 1)) {
    throw new RangeError(`${maxPeriods} periods of length ${periodLength}`);
  }
  const sourceRows: number[] = [];
  const periods: number[] = [];
  const labels: number[] = [];
  for (let row = 0; row < followUp.durations.length; row++) {
    const duration = followUp.durations[row]!;
    const first = Math.ceil((followUp.entries?.[row] ?? 0) / periodLength);
    const left = followUp.events[row] === 1;
    const watched = observable?.[row] ?? (left ? Number.POSITIVE_INFINITY : duration);
    for (let period = first; period < first + maxPeriods; period++) {
      const end = (period + 1) * periodLength;
      if (end > watched || (period > 0 && period * periodLength >= duration)) break;
      const leaves = left && duration <= end;
      sourceRows.push(row);
      periods.push(period);
      labels.push(leaves ? 1 : 0);
      if (leaves) break;
    }
  }
  return {
    sourceRows: Int32Array.from(sourceRows),
    periods: Int32Array.from(periods),
    labels: Uint8Array.from(labels),
  };
}
