import type { LeavingDays, TrainingSet } from "../table.ts";
import { classUnits } from "../validation/class-units.ts";
import type { TrainingOptions } from "./contract.ts";
import { countInWords } from "../count-in-words.ts";
import type { DroppedColumn, Refusal, RefusalReason } from "../report.ts";

/** Fewer of the rarer class than this and nothing trained can be told from chance. */
export const MIN_OUTCOMES = 5;

/** Says why no model can be trained on a set, or null. Shapes that do not fit each other are a caller's mistake and refused as invalid. */
export function checkTrainingSet(
  set: TrainingSet,
  options: Pick<TrainingOptions, "horizonDays" | "truePriorRate" | "mostRows">,
): Refusal | null {
  const rows = set.table.rowIds.length;
  const problem = shapeProblem(set) ?? optionProblem(set, options);
  if (problem !== null) return refusal(set, "invalid_input", problem, []);
  if (rows === 0) return refusal(set, "no_rows", "There are no customers to learn from.", []);
  const { outcomes, needed } = outcomeCounts(set);
  if (outcomes === 0 || outcomes === rows) {
    const what = outcomes === 0 ? "nobody has left yet" : "everybody has left";
    return refusal(
      set,
      "one_class",
      `Of ${countInWords(rows, "customer")} ${what}: there is nothing to tell apart.`,
      [],
    );
  }
  if (needed > 0) {
    const [rarer, verb] = outcomes * 2 <= rows ? [outcomes, "left"] : [rows - outcomes, "stayed"];
    const message = `Only ${rarer} of ${countInWords(rows, "customer")} ${verb}; at least ${MIN_OUTCOMES} are needed to train a model.`;
    return refusal(set, "too_few_outcomes", message, []);
  }
  return null;
}

/**
 * Says why rows that belong together (snapshots of one customer, exact copies) leave too little to learn from, or
 * null: twelve rows of one leaver are one leaver.
 */
export function checkGroups(
  set: TrainingSet,
  groups: Uint32Array | null,
  droppedColumns: DroppedColumn[],
): Refusal | null {
  if (groups === null) return null;
  const { left, stayed } = classUnits(set.labels, groups);
  const rarer = Math.min(left, stayed);
  if (rarer >= MIN_OUTCOMES) return null;
  const all = countInWords(new Set(groups).size, "customer");
  const message = `Counting copies and snapshots of a customer once, only ${rarer} of ${all} ${left <= stayed ? "left" : "stayed"}; at least ${MIN_OUTCOMES} are needed to train a model.`;
  const refused = refusal(set, "too_few_outcomes", message, droppedColumns);
  return { ...refused, details: { ...refused.details, outcomesStillNeeded: MIN_OUTCOMES - rarer } };
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

function optionProblem(
  set: TrainingSet,
  {
    horizonDays,
    truePriorRate,
    mostRows,
  }: Pick<TrainingOptions, "horizonDays" | "truePriorRate" | "mostRows">,
): string | null {
  if (horizonDays !== undefined && !(horizonDays > 0 && Number.isFinite(horizonDays)))
    return `A horizon of ${horizonDays} days says nothing about leaving.`;
  if (set.times !== undefined && horizonDays === undefined)
    return "Rows with dates need horizonDays: without it nobody knows which outcomes were known when the last rows were dated.";
  if (truePriorRate !== undefined && !(truePriorRate > 0 && truePriorRate < 1))
    return `A true rate of ${truePriorRate} is not between 0 and 1.`;
  if (mostRows !== undefined && !(mostRows > 0))
    return `Nothing can be learned from ${mostRows} rows at most.`;
  if (set.leaving !== undefined) return leavingProblem(set.labels, set.leaving, horizonDays);
  return null;
}

function leavingProblem(
  labels: Uint8Array,
  { leftAfterDays, watchedDays }: LeavingDays,
  horizonDays: number | undefined,
): string | null {
  if (horizonDays === undefined)
    return "Rows that say when customers left need horizonDays: without it nobody knows who counts as having left.";
  if (leftAfterDays.length !== labels.length || watchedDays.length !== labels.length)
    return `${countInWords(leftAfterDays.length, "day")} of leaving for ${countInWords(labels.length, "row")}.`;
  const at = labels.findIndex(
    (label, row) =>
      !(watchedDays[row]! >= horizonDays) ||
      leftAfterDays[row]! < 0 ||
      label !== (leftAfterDays[row]! <= horizonDays ? 1 : 0),
  );
  return at === -1
    ? null
    : `Row ${at + 1} is labelled ${labels[at]}, left after ${leftAfterDays[at]} days and was watched for ${watchedDays[at]}: with a horizon of ${horizonDays} days these do not fit.`;
}

function shapeProblem(set: TrainingSet): string | null {
  const rows = set.table.rowIds.length;
  if (set.labels.length !== rows)
    return `${countInWords(set.labels.length, "label")} for ${countInWords(rows, "row")}.`;
  if (set.labels.some((label) => label > 1)) return "Labels must be 0 or 1.";
  if (set.groups !== undefined && set.groups.length !== rows)
    return `${countInWords(set.groups.length, "group")} for ${countInWords(rows, "row")}.`;
  if (set.times !== undefined && (set.times.length !== rows || !set.times.every(Number.isFinite)))
    return "Every row needs a finite time when times are given.";
  for (const column of set.table.columns)
    if (column.values.length !== rows)
      return `Column ${column.name} has ${countInWords(column.values.length, "value")} for ${countInWords(rows, "row")}.`;
  const names = new Set(set.table.columns.map((column) => column.name));
  return names.size < set.table.columns.length ? "Two columns have the same name." : null;
}
