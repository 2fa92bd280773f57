import { memo, useDeferredValue } from "react";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { DataCell, DataTable, HeaderCell, MobileRows, Row } from "@/components/ui/data-table.tsx";
import { useDrawnRows } from "@/hooks/use-drawn-rows.ts";
import { useIsNarrow } from "@/hooks/use-is-narrow.ts";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import type { RowSelection } from "@/hooks/use-row-selection.ts";
import type { ListColumn } from "./list-column.ts";

export interface ListSort<Sort extends string> {
  sort: Sort;
  direction: "asc" | "desc";
}

interface ListTableProps<T, Sort extends string> {
  /** Names the table for a reader. */
  label: string;
  columns: readonly ListColumn<T, Sort>[];
  rows: readonly T[];
  idOf: (row: T) => string;
  /** Where a row leads, if it is a record with a page. One of its cells holds the real link. */
  pathOf?: (row: T) => string;
  /** The row on a small screen, where the table has no room: a `MobileRow`, or an `li` of its own. */
  mobileRow: (row: T) => ReactNode;
  sorted?: ListSort<Sort>;
  onSort?: (next: ListSort<Sort>) => void;
  /** Rows can be ticked; `nameOf` says which one a box is of. */
  selection?: RowSelection;
  nameOf?: (row: T) => string;
  density?: "comfortable" | "compact";
  rowClassName?: string | undefined;
  /** While those that were asked for are on their way. */
  isStale?: boolean;
}

/** A table in less width than this hides its reasons and figures behind a scroll sideways. */
const TABLE_LEAST_PX = 600;
const COMFORTABLE_PX = 42;
const COMPACT_PX = 36;

/**
 * The rows of a list: a table on a desk, two-line rows on a phone and wherever its box is no wider. Other rows, and the same
 * ones anew, are worked out while the browser goes on answering: until they are there, those before them stay, dimmed.
 */
export function ListTable<T, Sort extends string = never>(props: ListTableProps<T, Sort>) {
  const { label, idOf, mobileRow } = props;
  const rows = useDeferredValue(props.rows);
  const since = useDeferredValue(props);
  const drawn = useDrawnRows(rows.length, rows[0] === undefined ? "" : idOf(rows[0]));
  const isMobile = useIsMobile();
  const { ref, isNarrow } = useIsNarrow(TABLE_LEAST_PX);
  return (
    <div ref={ref}>
      {isMobile || isNarrow ? (
        <MobileRows label={label}>
          {rows.slice(0, drawn).map((row) => (
            <NarrowRow key={idOf(row)} row={row} mobileRow={mobileRow} since={since} />
          ))}
        </MobileRows>
      ) : (
        <WideTable
          {...props}
          rows={rows}
          isStale={props.isStale === true || rows !== props.rows}
          drawn={drawn}
          since={since}
        />
      )}
    </div>
  );
}

function WideTable<T, Sort extends string>({
  label,
  columns,
  rows,
  idOf,
  pathOf,
  sorted,
  onSort,
  selection,
  nameOf = () => "row",
  density = "comfortable",
  rowClassName,
  isStale = false,
  drawn,
  since,
}: ListTableProps<T, Sort> & Since & { drawn: number }) {
  const missing = rows.length - drawn;
  return (
    <DataTable label={label} busy={isStale}>
      <thead>
        <tr>
          {selection === undefined ? null : <PageCheckbox selection={selection} ids={rows.map(idOf)} />}
          {columns.map((column) => (
            <Head key={column.id} column={column} sorted={sorted} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, drawn).map((row, index) => {
          const id = idOf(row);
          return (
            <WideRow
              key={id}
              id={id}
              row={row}
              index={index}
              columns={columns}
              to={pathOf?.(row)}
              name={nameOf(row)}
              selected={selection?.isSelected(id) ?? false}
              onSelect={selection?.set}
              density={density}
              className={rowClassName}
              since={since}
            />
          );
        })}
        {/* The place of those still to be drawn: what is below does not jump. */}
        {missing === 0 ? null : (
          <tr
            aria-hidden
            style={{ height: missing * (density === "compact" ? COMPACT_PX : COMFORTABLE_PX) }}
          />
        )}
      </tbody>
    </DataTable>
  );
}

/** What the list was last drawn with: another whenever it is, so that "5m ago" does not stand still in a row that did not change. */
interface Since {
  since: object;
}

interface WideRowProps<T, Sort extends string> extends Since {
  id: string;
  row: T;
  index: number;
  columns: readonly ListColumn<T, Sort>[];
  to: string | undefined;
  name: string;
  selected: boolean;
  /** Left out where rows cannot be ticked. */
  onSelect: RowSelection["set"] | undefined;
  density: "comfortable" | "compact";
  className: string | undefined;
}

/** Kept as it is while more rows are drawn below it. */
const WideRow = memo(function WideRow<T, Sort extends string>({
  id,
  row,
  index,
  columns,
  to,
  name,
  selected,
  onSelect,
  density,
  className,
}: WideRowProps<T, Sort>) {
  return (
    <Row {...(to === undefined ? {} : { to })} selected={selected} density={density} className={className}>
      {onSelect === undefined ? null : (
        <DataCell className="w-11 pr-0">
          <Checkbox
            hideLabel
            label={`Select ${name}`}
            checked={selected}
            onChange={(on) => onSelect([id], on)}
          />
        </DataCell>
      )}
      {columns.map((column) => (
        <DataCell
          key={column.id}
          {...(column.numeric ? { numeric: true } : {})}
          className={column.cellClassName}
        >
          {column.cell(row, index)}
        </DataCell>
      ))}
    </Row>
  );
}) as <T, Sort extends string>(props: WideRowProps<T, Sort>) => ReactNode;

/** The same where the table has no room. */
const NarrowRow = memo(function NarrowRow<T>({
  row,
  mobileRow,
}: Pick<ListTableProps<T, never>, "mobileRow"> & Since & { row: T }) {
  return mobileRow(row);
}) as <T>(props: Pick<ListTableProps<T, never>, "mobileRow"> & Since & { row: T }) => ReactNode;

/** Ticks the page's rows, or takes the ticks away. */
function PageCheckbox({ selection, ids }: { selection: RowSelection; ids: readonly string[] }) {
  const selectedHere = ids.filter((id) => selection.isSelected(id)).length;
  return (
    <HeaderCell className="w-11 pr-0">
      <Checkbox
        hideLabel
        label="Select all on this page"
        checked={selectedHere === 0 ? false : selectedHere === ids.length ? true : "indeterminate"}
        onChange={(on) => selection.set(ids, on)}
      />
    </HeaderCell>
  );
}

interface HeadProps<T, Sort extends string> {
  column: ListColumn<T, Sort>;
  sorted: ListSort<Sort> | undefined;
  onSort: ((next: ListSort<Sort>) => void) | undefined;
}

/** Highest first on the first press, lowest first on the second. */
function Head<T, Sort extends string>({ column, sorted, onSort }: HeadProps<T, Sort>) {
  const { sort, header, sortedBy } = column;
  const direction = sorted !== undefined && sorted.sort === sort ? sorted.direction : false;
  return (
    <HeaderCell
      {...(column.numeric ? { numeric: true } : {})}
      className={column.headClassName}
      {...(sort === undefined || onSort === undefined
        ? {}
        : {
            sorted: direction,
            onSort: () => onSort({ sort, direction: direction === "desc" ? "asc" : "desc" }),
          })}
    >
      {column.hidesHeader ? (
        <span className="sr-only">{header}</span>
      ) : sortedBy === undefined ? (
        header
      ) : (
        <span title={sortedBy}>{header}</span>
      )}
    </HeaderCell>
  );
}
