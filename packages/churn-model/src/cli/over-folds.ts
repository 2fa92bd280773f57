import type { TrainingReport } from "../report.ts";
import type { Seen } from "./report-text.ts";

/** What the trainings of a cross-validation say of the columns, each finding once with the number of folds it was seen in. */
export interface ColumnsOverFolds {
  /** Recipes taken, most often one. */
  recipes: string[];
  droppedColumns: Required<Seen<TrainingReport["droppedColumns"][number]>>[];
  /** Excluded in some fold counts as excluded, told in that fold's words. */
  leaks: Required<Seen<TrainingReport["leaks"][number]>>[];
  /** Per column the largest count of any fold: folds share most rows. */
  clipped: TrainingReport["clipped"];
}

/** Puts the reports of the folds together. */
export function columnsOverFolds(
  reports: readonly Pick<TrainingReport, "recipe" | "droppedColumns" | "leaks" | "clipped">[],
): ColumnsOverFolds {
  const clipped = new Map<string, number>();
  for (const { name, count } of reports.flatMap((report) => report.clipped))
    clipped.set(name, Math.max(count, clipped.get(name) ?? 0));
  return {
    recipes: [...new Set(reports.map(({ recipe }) => recipe))],
    droppedColumns: eachOnce(
      reports.map(({ droppedColumns }) => droppedColumns),
      () => 0,
    ),
    leaks: eachOnce(
      reports.map(({ leaks }) => leaks),
      ({ action, screenAuc }) => (action === "excluded" ? 2 : 0) + (screenAuc ?? 0),
    ),
    clipped: [...clipped].map(([name, count]) => ({ name, count })),
  };
}

/** Every name once, the weightiest finding of it first met standing for all, with the number of folds that have one. */
function eachOnce<T extends { name: string }>(
  folds: readonly (readonly T[])[],
  weight: (one: T) => number,
): (T & { folds: { seen: number; of: number } })[] {
  const found = new Map<string, { one: T; seen: number }>();
  for (const one of folds.flat()) {
    const before = found.get(one.name);
    const stands = before === undefined || weight(one) > weight(before.one) ? one : before.one;
    found.set(one.name, { one: stands, seen: (before?.seen ?? 0) + 1 });
  }
  return [...found.values()]
    .map(({ one, seen }) => ({ ...one, folds: { seen, of: folds.length } }))
    .sort((a, b) => weight(b) - weight(a));
}
