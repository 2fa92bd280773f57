/** A numeric column; NaN means missing. Infinite values are clipped with a count when a model is trained. */
export interface NumericColumn {
  name: string;
  label?: string;
  kind: "numeric";
  values: Float64Array;
  /** True when the company can change it (a plan, a discount): only these are offered as counterfactuals. */
  actionable?: boolean;
}

/** A categorical column; null means missing. */
export interface CategoricalColumn {
  name: string;
  label?: string;
  kind: "categorical";
  values: (string | null)[];
  actionable?: boolean;
}

export type Column = NumericColumn | CategoricalColumn;

/** Customers (or snapshots of customers) in rows, what is known of them in typed columns. */
export interface Table {
  rowIds: string[];
  columns: Column[];
}

/** A table with the outcome of each row: 1 when the customer left within the horizon after the row's date. */
export interface TrainingSet {
  table: Table;
  labels: Uint8Array;
  /** Rows of one group (one customer's snapshots) never straddle a fold. */
  groups?: string[];
  /** Snapshot date per row, milliseconds since 1970. */
  times?: Float64Array;
  /** When customers left, where that is known: with it a model says when, and not only whether. */
  leaving?: LeavingDays;
}

/** When the customer of each row left, in days from the row's date. */
export interface LeavingDays {
  /** NaN where it has not left while it was watched. */
  leftAfterDays: Float64Array;
  /** For how long it is known whether it left; at least the horizon. */
  watchedDays: Float64Array;
}

/** Picks rows of a table by index, in the order given. */
export function selectRows(table: Table, rows: ArrayLike<number>): Table {
  const indexes = Array.from(rows);
  return {
    rowIds: indexes.map((row) => table.rowIds[row] ?? ""),
    columns: table.columns.map((column) =>
      column.kind === "numeric"
        ? { ...column, values: Float64Array.from(indexes, (row) => column.values[row] ?? Number.NaN) }
        : { ...column, values: indexes.map((row) => column.values[row] ?? null) },
    ),
  };
}

/** Finds a column by name; undefined when the table has none. */
export function findColumn(table: Table, name: string): Column | undefined {
  return table.columns.find((column) => column.name === name);
}
