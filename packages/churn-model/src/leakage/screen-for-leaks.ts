import { rocAuc } from "../metrics/roc-auc.ts";
import type { LeakFinding } from "../report.ts";
import type { Column, TrainingSet } from "../table.ts";
import { groupedFolds, stratifiedFolds } from "../validation/folds.ts";
import { leakByMeaning } from "./leak-by-meaning.ts";
import { DURATION, wordsOfName } from "./leaving-words.ts";
import { outOfFoldColumnScores } from "./single-column-scores.ts";
import { tellingPairs, type TellingPair } from "./telling-pairs.ts";
import { tellingValue } from "./telling-values.ts";

/** Legitimate columns were seen to reach .88 alone, real leaks .94 to 1.0. */
export const LEAK_WARN_AUC = 0.9;
export const LEAK_EXCLUDE_AUC = 0.97;
/** Two or three values that rank so well are the label with some of it wrong: no honest flag was seen above .75. */
const COPIED_LABEL = { warnAuc: 0.82, excludeAuc: 0.9 };
const FEW_VALUES = 3;

export interface LeakScreenOptions {
  readonly seed: number;
  /** Columns that a person says are known before a customer leaves: they stay, reported as warned and confirmed. */
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

/** What speaks against a column. */
interface Evidence {
  action: LeakFinding["action"];
  sign: LeakFinding["sign"];
  auc: number | null;
  reasons: string[];
}

/**
 * Looks for columns that give the answer away: by name and meaning; by what they can do alone (a depth-4 tree, out of
 * fold, groups kept together; warned from AUC .90, excluded from .97); by a value that many leavers share and nearly
 * nobody who stayed; and by what two of them can do together. A leak spread over three columns and more, each of them
 * modest, is not found here: a whole model that is too good to be true is asked about in `confirmable`.
 */
export function screenForLeaks(set: TrainingSet, options: LeakScreenOptions): LeakScreen {
  const foldOf = screenFolds(set, options.seed);
  const weights = set.groups === undefined ? null : weightsOf(set.groups, set.labels);
  const columns: ColumnScreen[] = [];
  const evidence = new Map<Column, Evidence>();
  for (const column of set.table.columns) {
    const auc =
      foldOf === null ? null : rocAuc(set.labels, outOfFoldColumnScores(column, set.labels, foldOf));
    columns.push({ name: column.name, auc });
    const found = judgeColumn(column, set, { auc, weights });
    if (found !== null) evidence.set(column, found);
  }
  if (foldOf !== null) addPairs(set, foldOf, columns, evidence);
  const findings = [...evidence].map(([column, found]) => findingOf(column, found, options));
  const rank = (finding: LeakFinding): number => (finding.action === "excluded" ? 0 : 1);
  findings.sort((a, b) => rank(a) - rank(b) || (b.screenAuc ?? 0) - (a.screenAuc ?? 0));
  return { findings, columns };
}

/** A column by itself: name, ranking, values. */
function judgeColumn(
  column: Column,
  set: TrainingSet,
  { auc, weights }: { auc: number | null; weights: Float64Array | null },
): Evidence | null {
  const label = column.label ?? column.name;
  const meaning = leakByMeaning(column, set.labels, set.times);
  const value = tellingValue(column, set.labels, weights);
  const isFlag = auc !== null && auc >= COPIED_LABEL.warnAuc && hasFewValues(column);
  const measured = auc !== null && (isFlag || auc >= LEAK_WARN_AUC);
  if (meaning === null && value === null && !measured) return null;
  const isExcluded =
    meaning?.action === "excluded" ||
    value?.kind === "filled" ||
    (auc !== null && auc >= (isFlag ? COPIED_LABEL.excludeAuc : LEAK_EXCLUDE_AUC));
  return {
    action: isExcluded ? "excluded" : "warned",
    sign: meaning !== null ? "meaning" : measured ? "alone" : "value",
    auc,
    reasons: [
      ...(meaning === null ? [] : [`${label} ${meaning.detail}.`]),
      ...(value === null ? [] : [`${label} ${value.detail}.`]),
      ...(measured ? [aloneInWords(label, auc)] : []),
    ],
  };
}

/** Rows of one group and outcome count as one together. */
function weightsOf(groups: readonly string[], labels: ArrayLike<number>): Float64Array {
  const sizes = new Map<string, number>();
  const keys = groups.map((group, row) => `${labels[row]} ${group}`);
  for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  return Float64Array.from(keys, (key) => 1 / sizes.get(key)!);
}

function hasFewValues(column: Column): boolean {
  const values = new Set<string | number | null>();
  for (const value of column.values) {
    values.add(value);
    if (values.size > FEW_VALUES) return false;
  }
  return true;
}

/** Pairs among the columns of which nothing is known yet: what one of them tells alone is no pair's doing. */
function addPairs(
  set: TrainingSet,
  foldOf: Uint32Array,
  screened: readonly ColumnScreen[],
  evidence: Map<Column, Evidence>,
): void {
  const aloneAuc = new Map(screened.map(({ name, auc }) => [name, auc ?? 0.5]));
  const open = set.table.columns.filter((column) => !evidence.has(column));
  for (const pair of tellingPairs(open, set.labels, foldOf, { aloneAuc, leastAuc: LEAK_WARN_AUC })) {
    if (pair.columns.some((column) => evidence.get(column)?.action === "excluded")) continue;
    const [told, other] = inOrderOfSuspicion(pair, aloneAuc);
    const before = evidence.get(told);
    evidence.set(told, {
      action: pair.auc >= LEAK_EXCLUDE_AUC ? "excluded" : "warned",
      sign: before?.sign ?? "pair",
      auc: before?.auc ?? aloneAuc.get(told.name) ?? null,
      reasons: [...(before?.reasons ?? []), togetherInWords(told, other, pair.auc)],
    });
  }
}

/** A duration is frozen by leaving, the date beside it is not; else what is worth more alone is the likelier. */
function inOrderOfSuspicion(
  { columns: [a, b] }: TellingPair,
  aloneAuc: ReadonlyMap<string, number>,
): [Column, Column] {
  const isDuration = (column: Column): boolean =>
    DURATION.test(wordsOfName(column.name)) || DURATION.test(wordsOfName(column.label ?? ""));
  if (isDuration(a) !== isDuration(b)) return isDuration(a) ? [a, b] : [b, a];
  return (aloneAuc.get(b.name) ?? 0.5) > (aloneAuc.get(a.name) ?? 0.5) ? [b, a] : [a, b];
}

function findingOf(
  column: Column,
  { action, sign, auc, reasons }: Evidence,
  { keep }: LeakScreenOptions,
): LeakFinding {
  const confirmed = keep?.includes(column.name) === true;
  const label = column.label ?? column.name;
  const consequence = confirmed
    ? "Kept because you asked for it."
    : action === "excluded"
      ? "Left out of the model; keep it only if it is known before a customer leaves."
      : "Used for now; drop it if it is filled in when a customer leaves.";
  return {
    name: column.name,
    label,
    action: confirmed ? "warned" : action,
    sign,
    confirmed,
    screenAuc: auc,
    detail: [...reasons, consequence].join(" "),
  };
}

function aloneInWords(label: string, auc: number): string {
  return `Alone it ranks ${(auc * 100).toFixed(1)} of 100 pairs of a leaver and a stayer rightly; honest columns reach about 88 at most, so ${label} is likely written down after the fact.`;
}

function togetherInWords(told: Column, other: Column, auc: number): string {
  const [label, beside] = [told.label ?? told.name, other.label ?? other.name];
  return `${label} and ${beside} together (a sum or difference of both) rank ${(auc * 100).toFixed(1)} of 100 pairs of a leaver and a stayer rightly: likely one of them stopped when a customer left, as a tenure does beside the day it began.`;
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
