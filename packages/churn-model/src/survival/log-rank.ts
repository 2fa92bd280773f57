import { chiSquaredSurvival } from "../metrics/chi-squared-distribution.ts";
import { checkFollowUp, type FollowUp } from "./kaplan-meier.ts";

/** One group of the test: who left, and how many would have with the hazard of all. */
export interface LogRankGroup {
  readonly name: string;
  readonly rows: number;
  readonly observed: number;
  readonly expected: number;
}

export interface LogRank {
  readonly chiSquared: number;
  readonly degreesOfFreedom: number;
  /** Chance of curves this far apart when groups do not differ. */
  readonly pValue: number;
  /** In the order the groups first appear. */
  readonly groups: readonly LogRankGroup[];
}

/**
 * Log-rank test that groups leave at the same rate at every age, with delayed entry. Null with fewer than two groups
 * or nobody leaving. Sources: Mantel 1966; as R's survdiff.
 */
export function logRank(followUp: FollowUp, groups: ArrayLike<string>): LogRank | null {
  checkFollowUp(followUp);
  const { durations, events, entries, weights } = followUp;
  if (groups.length !== durations.length)
    throw new RangeError(`${groups.length} groups for ${durations.length} rows`);
  const names = [...new Set(Array.from(groups))];
  const count = names.length;
  const indexOf = new Map(names.map((name, i) => [name, i]));
  const groupOf = Uint32Array.from({ length: groups.length }, (_, row) => indexOf.get(groups[row]!)!);
  const byEnd = Uint32Array.from(groupOf, (_, row) => row).sort((a, b) => durations[a]! - durations[b]!);
  const entryOf = (row: number): number => entries?.[row] ?? 0;
  const weightOf = (row: number): number => weights?.[row] ?? 1;
  const byStart = Uint32Array.from(byEnd).sort((a, b) => entryOf(a) - entryOf(b));
  const atRisk = new Float64Array(count);
  const observed = new Float64Array(count);
  const expected = new Float64Array(count);
  const covariance = Array.from({ length: count }, () => new Float64Array(count));
  let started = 0;
  for (let at = 0; at < byEnd.length;) {
    const time = durations[byEnd[at]!]!;
    while (
      started < byStart.length &&
      (entryOf(byStart[started]!) < time || entryOf(byStart[started]!) === 0)
    ) {
      atRisk[groupOf[byStart[started]!]!]! += weightOf(byStart[started]!);
      started++;
    }
    const leaving = new Float64Array(count);
    const ending = new Float64Array(count);
    for (; at < byEnd.length && durations[byEnd[at]!] === time; at++) {
      const row = byEnd[at]!;
      ending[groupOf[row]!]! += weightOf(row);
      leaving[groupOf[row]!]! += events[row]! * weightOf(row);
    }
    addStep(atRisk, leaving, observed, expected, covariance);
    for (let i = 0; i < count; i++) atRisk[i]! -= ending[i]!;
  }
  if (count < 2 || observed.every((leavers) => leavers === 0)) return null;
  const { statistic, rank } = quadraticForm(
    covariance.slice(1).map((row) => Array.from(row.slice(1))),
    Array.from(observed.slice(1), (leavers, i) => leavers - expected[i + 1]!),
  );
  if (rank === 0) return null;
  return {
    chiSquared: statistic,
    degreesOfFreedom: rank,
    pValue: chiSquaredSurvival(statistic, rank),
    groups: names.map((name, i) => ({
      name,
      rows: groupOf.reduce((rows, group, row) => (group === i ? rows + weightOf(row) : rows), 0),
      observed: observed[i]!,
      expected: expected[i]!,
    })),
  };
}

/** Adds one event time: expected leavers and their hypergeometric covariance. */
function addStep(
  atRisk: Float64Array,
  leaving: Float64Array,
  observed: Float64Array,
  expected: Float64Array,
  covariance: Float64Array[],
): void {
  const all = atRisk.reduce((sum, rows) => sum + rows, 0);
  const leavers = leaving.reduce((sum, rows) => sum + rows, 0);
  if (leavers === 0) return;
  const spread = all > 1 ? (leavers * (all - leavers)) / (all * all * (all - 1)) : 0;
  for (let i = 0; i < atRisk.length; i++) {
    observed[i]! += leaving[i]!;
    expected[i]! += (leavers * atRisk[i]!) / all;
    for (let j = 0; j < atRisk.length; j++) {
      covariance[i]![j]! += spread * atRisk[i]! * ((i === j ? all : 0) - atRisk[j]!);
    }
  }
}

/** x' V^-1 x by elimination; directions without variance (a group never at risk) are left out of the rank. */
function quadraticForm(matrix: number[][], x: number[]): { statistic: number; rank: number } {
  const size = x.length;
  const largest = Math.max(1e-300, ...matrix.map((row, i) => Math.abs(row[i]!)));
  const work = matrix.map((row) => [...row]);
  const rest = [...x];
  let statistic = 0;
  let rank = 0;
  // Without pivoting: for a covariance this is the LDL' factorisation, and the form is the sum of squares over D.
  for (let i = 0; i < size; i++) {
    const pivot = work[i]![i]!;
    if (pivot <= 1e-12 * largest) continue;
    statistic += (rest[i]! * rest[i]!) / pivot;
    rank++;
    for (let k = i + 1; k < size; k++) {
      const factor = work[k]![i]! / pivot;
      rest[k]! -= factor * rest[i]!;
      for (let j = i; j < size; j++) work[k]![j]! -= factor * work[i]![j]!;
    }
  }
  return { statistic, rank };
}
