import { chainsCustomers, groupDuplicates, mergeGroups } from "../duplicates/duplicate-groups.ts";
import { LEAK_EXCLUDE_AUC, screenForLeaks, type LeakScreen } from "../leakage/screen-for-leaks.ts";
import { withDatesAsDays } from "../preprocess/date-columns.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { encodeTable, fitPreprocessor, type Preprocessor } from "../preprocess/preprocessor.ts";
import type { Column, Table, TrainingSet } from "../table.ts";
import type { TrainingOptions } from "./contract.ts";
import type { DroppedColumn, LeakFinding } from "../report.ts";

/** A training set made ready: what is used, what is not, and which rows belong together. */
export interface Prepared {
  preprocessor: Preprocessor;
  /** The columns used, dates as days. */
  table: Table;
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
/**
 * Unless a number tells nearly all different rows apart, and there are more columns than that one: rows that agree in
 * it too are copies, however many. With fewer values it may be a price list.
 */
const FINE_COLUMN_SHARE = 0.9;
const FINE_COLUMN_VALUES = 20;

/** Screens columns and rows. Order: what was asked for, what cannot be learnt from, copies, what gives the answer away. */
export function prepareTraining(set: TrainingSet, options: TrainingOptions): Prepared {
  const asked = new Set(options.drop);
  const first = fitPreprocessor(set.table, asked);
  const unusable = new Set(first.dropped.map((column) => column.name));
  const usable = set.table.columns.filter((c) => !unusable.has(c.name)).map(withDatesAsDays);
  const screen = screenWithCopiesTogether(set, usable, options);
  const leaking = new Set(screen.findings.filter((f) => f.action === "excluded").map((f) => f.name));
  const kept = { ...set.table, columns: usable.filter((column) => !leaking.has(column.name)) };

  const { preprocessor, clipped } = fitPreprocessor(kept);
  const copies = copiesIn(kept, set.groups);
  const leakDrops = screen.findings
    .filter((finding) => leaking.has(finding.name))
    .map((finding): DroppedColumn => {
      const { name, label, detail } = finding;
      return {
        name,
        label,
        reason:
          finding.sign !== "meaning" || (finding.screenAuc ?? 0) >= LEAK_EXCLUDE_AUC
            ? "leak"
            : "label_by_name",
        detail,
      };
    });
  const ranked = screen.columns.filter((column) => column.auc !== null && !leaking.has(column.name));
  ranked.sort((a, b) => b.auc! - a.auc!);
  return {
    preprocessor,
    table: kept,
    matrix: encodeTable(preprocessor, kept, { shared: (options.threads ?? 1) > 1 }).matrix,
    groups: combineGroups(set.groups, copies.groupOf),
    dropped: [...first.dropped, ...leakDrops],
    leaks: screen.findings,
    clipped,
    duplicates: { rows: copies.rows, groups: copies.groups },
    bestColumn: ranked[0]?.name ?? null,
  };
}

/**
 * The leak screen with copies kept in one fold, as a leaf of held-out rows' copies knows their labels. A leak may make
 * every row look its own, and then an honest column of copies a leak: so the excluded column that hides most copies
 * goes first, and the others are screened again.
 */
function screenWithCopiesTogether(set: TrainingSet, usable: Column[], options: TrainingOptions): LeakScreen {
  const screenOptions = { seed: options.seed, ...(options.keep === undefined ? {} : { keep: options.keep }) };
  const { groups: own, ...rest } = set;
  const copiesOf = (columns: Column[]): Copies => copiesIn({ ...set.table, columns }, own);
  const screenOf = (columns: Column[]): LeakScreen => {
    const groups = combineGroups(own, copiesOf(columns).groupOf);
    const grouped = groups === null ? rest : { ...rest, groups: Array.from(groups, String) };
    return screenForLeaks({ ...grouped, table: { ...set.table, columns } }, screenOptions);
  };
  let columns = usable;
  let screen = screenOf(columns);
  const first: LeakScreen["findings"] = [];
  for (;;) {
    const known = copiesOf(columns).rows;
    const hiding = screen.findings
      .filter(({ action }) => action === "excluded")
      .map((finding) => {
        const others = columns.filter(({ name }) => name !== finding.name);
        return { finding, others, copies: copiesOf(others).rows };
      })
      .reduce<{ finding: LeakFinding; others: Column[]; copies: number } | null>(
        (most, one) => (one.copies > (most?.copies ?? known) ? one : most),
        null,
      );
    if (hiding === null) return { ...screen, findings: [...first, ...screen.findings] };
    first.push(hiding.finding);
    columns = hiding.others;
    screen = screenOf(columns);
  }
}

interface Copies {
  /** Group per row; null where no row is a copy. */
  groupOf: Uint32Array | null;
  rows: number;
  groups: number;
}

function copiesIn(table: Table, customers: string[] | undefined): Copies {
  const { rows, groups, groupOf, largestGroup } = groupDuplicates(table);
  const total = table.rowIds.length;
  const large = largestGroup > Math.max(2, total * LARGEST_GROUP_SHARE);
  const isFine = (column: Column): boolean => {
    if (column.kind !== "numeric") return false;
    const different = new Set(column.values.filter((value) => !Number.isNaN(value))).size;
    return different >= FINE_COLUMN_VALUES && different >= FINE_COLUMN_SHARE * (total - rows);
  };
  const certain = table.columns.length > 1 && table.columns.some(isFine);
  const none = rows === 0 || (large && !certain);
  // A month that two customers share by chance is none of these, whatever the columns.
  if (none || (hasSeveralRows(customers) && chainsCustomers(customers, groupOf)))
    return { groupOf: null, rows: 0, groups: 0 };
  return { groupOf, rows, groups };
}

function hasSeveralRows(customers: string[] | undefined): customers is string[] {
  return customers !== undefined && new Set(customers).size < customers.length;
}

function combineGroups(customers: string[] | undefined, twins: Uint32Array | null): Uint32Array | null {
  if (customers === undefined) return twins;
  return mergeGroups(customers, twins ?? customers);
}
