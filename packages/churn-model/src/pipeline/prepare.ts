import { groupDuplicates, mergeGroups } from "../duplicates/duplicate-groups.ts";
import { LEAK_EXCLUDE_AUC, screenForLeaks } from "../leakage/screen-for-leaks.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { encodeTable, fitPreprocessor, type Preprocessor } from "../preprocess/preprocessor.ts";
import type { TrainingSet } from "../table.ts";
import type { TrainingOptions } from "./contract.ts";
import type { DroppedColumn, LeakFinding } from "./report.ts";

/** A training set made ready: what is used, what is not, and which rows belong together. */
export interface Prepared {
  preprocessor: Preprocessor;
  matrix: FeatureMatrix;
  /** Group per row (duplicates and snapshots of one customer); null when every row stands alone. */
  groups: Uint32Array | null;
  dropped: DroppedColumn[];
  leaks: LeakFinding[];
  clipped: { name: string; count: number }[];
  duplicates: { rows: number; groups: number };
  /** Column with the best out-of-fold AUC by itself, of those used. */
  bestColumn: string | null;
}

/** Rows equal by coincidence (few coarse columns) are no duplicates: beyond this share in one group, none are grouped. */
const LARGEST_GROUP_SHARE = 0.02;

/** Screens columns and rows. Order: what was asked for, what cannot be learnt from, what gives the answer away. */
export function prepareTraining(set: TrainingSet, options: TrainingOptions): Prepared {
  const asked = new Set(options.drop);
  const first = fitPreprocessor(set.table, asked);
  const unusable = new Set(first.dropped.map((column) => column.name));
  const usable = {
    ...set,
    table: { ...set.table, columns: set.table.columns.filter((c) => !unusable.has(c.name)) },
  };
  const screenOptions = { seed: options.seed, ...(options.keep === undefined ? {} : { keep: options.keep }) };
  const screen = screenForLeaks(usable, screenOptions);
  const leaking = new Set(screen.findings.filter((f) => f.action === "excluded").map((f) => f.name));
  const kept = { ...set.table, columns: usable.table.columns.filter((column) => !leaking.has(column.name)) };

  const { preprocessor, clipped } = fitPreprocessor(kept);
  const duplicates = groupDuplicates(kept);
  const coincidence = duplicates.largestGroup > Math.max(2, set.labels.length * LARGEST_GROUP_SHARE);
  const twins = duplicates.rows > 0 && !coincidence ? duplicates.groupOf : null;
  const leakDrops = screen.findings
    .filter((finding) => leaking.has(finding.name))
    .map((finding): DroppedColumn => {
      const { name, label, detail } = finding;
      return {
        name,
        label,
        reason: (finding.screenAuc ?? 0) >= LEAK_EXCLUDE_AUC ? "leak" : "label_by_name",
        detail,
      };
    });
  const ranked = screen.columns.filter((column) => column.auc !== null && !leaking.has(column.name));
  ranked.sort((a, b) => b.auc! - a.auc!);
  return {
    preprocessor,
    matrix: encodeTable(preprocessor, kept).matrix,
    groups: combineGroups(set.groups, twins),
    dropped: [...first.dropped, ...leakDrops],
    leaks: screen.findings,
    clipped,
    duplicates: coincidence ? { rows: 0, groups: 0 } : { rows: duplicates.rows, groups: duplicates.groups },
    bestColumn: ranked[0]?.name ?? null,
  };
}

function combineGroups(customers: string[] | undefined, twins: Uint32Array | null): Uint32Array | null {
  if (customers === undefined) return twins;
  return mergeGroups(customers, twins ?? customers);
}
