import { countInWords, inThousands } from "../count-in-words.ts";
import type { Column, Table } from "../table.ts";

/** Which rows say exactly the same in every column, and what that does to measuring. */
export interface DuplicateReport {
  /** Number of the group of each row, rising with its first row; a row without a twin is a group of its own. */
  readonly groupOf: Uint32Array;
  /** Rows that repeat an earlier row: rows less distinct rows. */
  readonly rows: number;
  /** Groups of two rows or more. */
  readonly groups: number;
  readonly largestGroup: number;
  /** Groups of twins that ended differently: no model can tell them apart. 0 where no labels are given. */
  readonly conflictingGroups: number;
  /** In words a person can act on; null without duplicates. */
  readonly message: string | null;
}

/**
 * Groups rows that are equal in every column (missing equals missing; row ids do not count). Rows of a group must
 * share a fold: with a twin in the training part a model is measured on what it was told.
 * `ignore` names columns that do not count either, such as an imported id.
 */
export function groupDuplicates(
  table: Table,
  options: { readonly labels?: ArrayLike<number>; readonly ignore?: readonly string[] } = {},
): DuplicateReport {
  const rows = table.rowIds.length;
  const columns = table.columns.filter((column) => !options.ignore?.includes(column.name));
  const groupOf = numberByFirstRow(columns.length === 0 ? ownGroups(rows) : refined(columns, rows));
  const sizes = new Map<number, { rows: number; events: number }>();
  for (let row = 0; row < rows; row++) {
    const group = sizes.get(groupOf[row]!) ?? { rows: 0, events: 0 };
    group.rows++;
    group.events += options.labels?.[row] ?? 0;
    sizes.set(groupOf[row]!, group);
  }
  const twins = [...sizes.values()].filter((group) => group.rows > 1);
  const conflicting = twins.filter((group) => group.events > 0 && group.events < group.rows).length;
  const largestGroup = twins.reduce((largest, group) => Math.max(largest, group.rows), rows > 0 ? 1 : 0);
  return {
    groupOf,
    rows: rows - sizes.size,
    groups: twins.length,
    largestGroup,
    conflictingGroups: conflicting,
    message: twins.length === 0 ? null : inWords(rows - sizes.size, twins.length, conflicting),
  };
}

/**
 * The finest grouping that keeps together what either of two groupings does: duplicates and snapshots of a customer.
 * Numbers rise with a group's first row.
 */
export function mergeGroups(a: ArrayLike<string | number>, b: ArrayLike<string | number>): Uint32Array {
  const rows = a.length;
  if (b.length !== rows) throw new RangeError(`groupings of ${rows} and ${b.length} rows`);
  const parent = ownGroups(rows);
  const rootOf = (row: number): number => {
    let root = row;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!;
    return root;
  };
  for (const grouping of [a, b]) {
    const first = new Map<string | number, number>();
    for (let row = 0; row < rows; row++) {
      const name = grouping[row]!;
      const twin = first.get(name);
      if (twin === undefined) first.set(name, row);
      else parent[rootOf(row)] = rootOf(twin);
    }
  }
  return numberByFirstRow(Uint32Array.from({ length: rows }, (_, row) => rootOf(row)));
}

/** Customers that equal rows may tie to one another before the rows are chance and not copies. */
const MOST_TIED_CUSTOMERS = 0.05;

/**
 * Whether equal rows tie so many customers together that they cannot be copies of each other: where a few coarse
 * columns describe a customer's month, any two have had the same month once, and a chain of such months holds everybody.
 */
export function chainsCustomers(
  customers: ArrayLike<string | number>,
  copies: ArrayLike<string | number>,
): boolean {
  const merged = mergeGroups(customers, copies);
  const seen = new Set<string | number>();
  const tied = new Map<number, number>();
  for (let row = 0; row < merged.length; row++) {
    if (seen.has(customers[row]!)) continue;
    seen.add(customers[row]!);
    tied.set(merged[row]!, (tied.get(merged[row]!) ?? 0) + 1);
  }
  const most = [...tied.values()].reduce((a, b) => Math.max(a, b), 0);
  return most > Math.max(2, seen.size * MOST_TIED_CUSTOMERS);
}

const ownGroups = (rows: number): Uint32Array => Uint32Array.from({ length: rows }, (_, row) => row);

/**
 * Splits one group of all rows by column after column. Rows already alone are not looked at again, so the cost is
 * mostly that of the first columns, and no text of a whole row is ever built.
 */
function refined(columns: readonly Column[], rows: number): Uint32Array {
  let groupOf = new Uint32Array(rows);
  let shared = ownGroups(rows);
  let groups = 1;
  for (const column of columns) {
    if (shared.length === 0) break;
    const codes = new Map<number | string | null, number>();
    const split = new Map<number, number>();
    const next = new Uint32Array(groupOf);
    for (const row of shared) {
      // NaN is one key to a Map, and so is -0 with 0; null is the missing category.
      const value = column.values[row] ?? null;
      let code = codes.get(value);
      if (code === undefined) codes.set(value, (code = codes.size));
      const key = groupOf[row]! * (rows + 1) + code;
      let group = split.get(key);
      if (group === undefined) split.set(key, (group = groups++));
      next[row] = group;
    }
    groupOf = next;
    const sizes = new Map<number, number>();
    for (const row of shared) sizes.set(groupOf[row]!, (sizes.get(groupOf[row]!) ?? 0) + 1);
    shared = shared.filter((row) => sizes.get(groupOf[row]!)! > 1);
  }
  return groupOf;
}

function numberByFirstRow(groupOf: Uint32Array): Uint32Array {
  const numbers = new Map<number, number>();
  return groupOf.map((group) => {
    let number = numbers.get(group);
    if (number === undefined) numbers.set(group, (number = numbers.size));
    return number;
  });
}

function inWords(rows: number, groups: number, conflicting: number): string {
  const first =
    rows === 1
      ? "1 row is an exact copy of another"
      : `${countInWords(rows, "row")} are exact copies of others (${countInWords(groups, "group")})`;
  const kept = "Copies are kept together when quality is measured, so that none is predicted from its twin.";
  if (conflicting === 0) return `${first}. ${kept}`;
  const ended =
    conflicting === 1 ? "1 group ended differently" : `${inThousands(conflicting)} groups ended differently`;
  return `${first}. ${kept} ${ended}: nothing in the data tells those customers apart.`;
}
