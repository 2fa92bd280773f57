import { rocAuc } from "../metrics/roc-auc.ts";
import type { LeakFinding } from "../report.ts";
import type { TrainingSet } from "../table.ts";
import { groupedFolds, stratifiedFolds } from "../validation/folds.ts";
import { leakByMeaning } from "./leak-by-meaning.ts";
import { outOfFoldColumnScores } from "./single-column-scores.ts";

/** Legitimate columns were seen to reach .88 alone, real leaks .94 to 1.0 (churn-model.md, defined behaviour). */
export const LEAK_WARN_AUC = 0.9;
export const LEAK_EXCLUDE_AUC = 0.97;

export interface LeakScreenOptions {
  readonly seed: number;
  /** Columns that stay although the screen would exclude them: they are reported as warned. */
  readonly keep?: readonly string[];
}

/** What one column is worth alone, out of fold. `auc` is null with one class only, or too few rows to hold any out. */
export interface ColumnScreen {
  readonly name: string;
  readonly auc: number | null;
}

export interface LeakScreen {
  /** Excluded first, then by AUC. */
  readonly findings: LeakFinding[];
  /** Every column in its order, the best of which is the baseline "best single column". */
  readonly columns: ColumnScreen[];
}

/**
 * Looks for columns that give the answer away: by what they can do alone (a depth-4 tree, out of fold, groups kept
 * together; warned from AUC .90, excluded from .97) and by name and meaning. A column without a finding is clean
 * as far as one column alone can show; a leak spread over several is not found.
 */
export function screenForLeaks(set: TrainingSet, options: LeakScreenOptions): LeakScreen {
  const foldOf = screenFolds(set, options.seed);
  const findings: LeakFinding[] = [];
  const columns: ColumnScreen[] = [];
  for (const column of set.table.columns) {
    const auc =
      foldOf === null ? null : rocAuc(set.labels, outOfFoldColumnScores(column, set.labels, foldOf));
    columns.push({ name: column.name, auc });
    const meaning = leakByMeaning(column, set.labels, set.times);
    const measured = auc !== null && auc >= LEAK_WARN_AUC;
    if (meaning === null && !measured) continue;
    const excluded = meaning?.action === "excluded" || (auc !== null && auc >= LEAK_EXCLUDE_AUC);
    const kept = excluded && options.keep?.includes(column.name) === true;
    const label = column.label ?? column.name;
    const reasons = [
      ...(meaning === null ? [] : [`${label} ${meaning.detail}.`]),
      ...(measured ? [aloneInWords(label, auc)] : []),
      kept
        ? "Kept because you asked for it."
        : excluded
          ? "Left out of the model; keep it only if it is known before a customer leaves."
          : "Used for now; drop it if it is filled in when a customer leaves.",
    ];
    findings.push({
      name: column.name,
      label,
      action: excluded && !kept ? "excluded" : "warned",
      screenAuc: auc,
      detail: reasons.join(" "),
    });
  }
  const rank = (finding: LeakFinding): number => (finding.action === "excluded" ? 0 : 1);
  findings.sort((a, b) => rank(a) - rank(b) || (b.screenAuc ?? 0) - (a.screenAuc ?? 0));
  return { findings, columns };
}

function aloneInWords(label: string, auc: number): string {
  return `Alone it ranks ${(auc * 100).toFixed(1)} of 100 pairs of a leaver and a stayer rightly; honest columns reach about 88 at most, so ${label} is likely written down after the fact.`;
}

/** Five folds, fewer where a class has fewer rows; null when a class has fewer than two rows to hold out from. */
function screenFolds(set: TrainingSet, seed: number): Uint32Array | null {
  const events = set.labels.reduce((sum, label) => sum + label, 0);
  const units = set.groups === undefined ? set.labels.length : new Set(set.groups).size;
  const folds = Math.min(5, events, set.labels.length - events, units);
  if (folds < 2) return null;
  const options = { seed, keys: set.table.rowIds };
  return set.groups === undefined
    ? stratifiedFolds(set.labels, folds, options)
    : groupedFolds(set.labels, set.groups, folds, options);
}
