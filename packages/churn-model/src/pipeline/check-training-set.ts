import type { TrainingSet } from "../table.ts";
import type { DroppedColumn, Refusal, RefusalReason } from "./report.ts";

/** Fewer of the rarer class than this and nothing trained can be told from chance. */
export const MIN_OUTCOMES = 5;

/** Says why no model can be trained on a set, or null. Shapes that do not fit each other are a caller's mistake and refused as invalid. */
export function checkTrainingSet(set: TrainingSet): Refusal | null {
  const rows = set.table.rowIds.length;
  const problem = shapeProblem(set);
  if (problem !== null) return refusal(set, "invalid_input", problem, []);
  if (rows === 0) return refusal(set, "no_rows", "There are no customers to learn from.", []);
  const { outcomes, needed } = outcomeCounts(set);
  if (outcomes === 0 || outcomes === rows) {
    const what = outcomes === 0 ? "nobody has left yet" : "everybody has left";
    return refusal(set, "one_class", `Of ${rows} customers ${what}: there is nothing to tell apart.`, []);
  }
  if (needed > 0) {
    const [rarer, verb] = outcomes * 2 <= rows ? [outcomes, "left"] : [rows - outcomes, "stayed"];
    const message = `Only ${rarer} of ${rows} customers ${verb}; at least ${MIN_OUTCOMES} are needed to train a model.`;
    return refusal(set, "too_few_outcomes", message, []);
  }
  return null;
}

/** Builds a refusal with the counts of a set. */
export function refusal(
  set: TrainingSet,
  reason: RefusalReason,
  message: string,
  droppedColumns: DroppedColumn[],
): Refusal {
  const { outcomes, needed } = outcomeCounts(set);
  const details = { rows: set.labels.length, outcomes, outcomesStillNeeded: needed, droppedColumns };
  return { kind: "refused", reason, message, details };
}

function outcomeCounts(set: TrainingSet): { outcomes: number; needed: number } {
  const outcomes = set.labels.reduce((sum, label) => sum + (label === 1 ? 1 : 0), 0);
  const rarer = Math.min(outcomes, set.labels.length - outcomes);
  return { outcomes, needed: Math.max(0, MIN_OUTCOMES - rarer) };
}

function shapeProblem(set: TrainingSet): string | null {
  const rows = set.table.rowIds.length;
  if (set.labels.length !== rows) return `${set.labels.length} labels for ${rows} rows.`;
  if (set.labels.some((label) => label > 1)) return "Labels must be 0 or 1.";
  if (set.groups !== undefined && set.groups.length !== rows)
    return `${set.groups.length} groups for ${rows} rows.`;
  if (set.times !== undefined && (set.times.length !== rows || !set.times.every(Number.isFinite)))
    return "Every row needs a finite time when times are given.";
  for (const column of set.table.columns)
    if (column.values.length !== rows)
      return `Column ${column.name} has ${column.values.length} values for ${rows} rows.`;
  const names = new Set(set.table.columns.map((column) => column.name));
  return names.size < set.table.columns.length ? "Two columns have the same name." : null;
}
