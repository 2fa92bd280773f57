import type { ReactNode } from "react";

/** A column of a list. `Sort` are the words by which its server sorts. */
export interface ListColumn<Row, Sort extends string = never> {
  id: string;
  header: string;
  /** The head is there for a reader only. */
  hidesHeader?: boolean;
  numeric?: boolean;
  /** What the server is asked to sort by; left out where it cannot. */
  sort?: Sort;
  /** What the order goes by where the cell alone does not tell. */
  sortedBy?: string;
  /** Not in the chooser: always shown. */
  fixed?: boolean;
  /** Shown until a person chooses otherwise; of concern where columns can be chosen. */
  byDefault?: boolean;
  headClassName?: string;
  cellClassName?: string;
  cell: (row: Row, index: number) => ReactNode;
}

/** The columns to show for a stored choice (null: none made); an unknown id of an older version is passed over. */
export function shownColumns<C extends Pick<ListColumn<unknown>, "id" | "fixed" | "byDefault">>(
  columns: readonly C[],
  chosen: readonly string[] | null,
): C[] {
  return columns.filter(
    (column) => column.fixed || (chosen === null ? column.byDefault : chosen.includes(column.id)),
  );
}
