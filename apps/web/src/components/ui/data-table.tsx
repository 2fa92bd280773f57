import { ArrowDown, ArrowUp } from "lucide-react";
import type { HTMLAttributes, MouseEvent, ReactNode, TdHTMLAttributes } from "react";
import { useNavigate } from "react-router";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { useDebounced } from "@/hooks/use-debounced.ts";
import { cn } from "@/lib/style/cn.ts";

interface DataTableProps {
  /** Names the table for a reader. */
  label: string;
  children: ReactNode;
  /** True while newer rows are on their way and the old ones are shown. */
  busy?: boolean;
  className?: string | undefined;
}

/**
 * A table on the sheet: sticky head, 42px rows, rules and nothing else. Wide tables scroll sideways in their own box;
 * under 769px use `MobileRows` instead.
 */
export function DataTable({ label, children, busy = false, className }: DataTableProps) {
  // Dimming paints all of it, and undimming once more: rows that come at once are spared both.
  const isDimmed = useDebounced(busy, 150) && busy;
  return (
    // Painted apart from the page, and each row from the table: scrolling and hovering paint what moved, and not every cell.
    <ScrollBox label={label} className="isolate overflow-x-auto -outline-offset-2">
      <table
        aria-label={label}
        aria-busy={busy || undefined}
        className={cn(
          "w-full border-collapse [--cell-gap:0.75rem] max-[1500px]:[--cell-gap:0.625rem] text-left text-ui text-ink transition-opacity duration-120",
          isDimmed && "opacity-60",
          className,
        )}
      >
        {children}
      </table>
    </ScrollBox>
  );
}

const edge = "first:pl-4 last:pr-4 md:first:pl-5 md:last:pr-5";

interface HeaderCellProps {
  children?: ReactNode;
  numeric?: boolean;
  /** Direction when the table is sorted by this column, false when it could be, left out when it cannot. */
  sorted?: "asc" | "desc" | false;
  onSort?: () => void;
  className?: string | undefined;
}

/** Head of a column; a sortable one is a button with its direction told by arrow and aria-sort. */
export function HeaderCell({ children, numeric = false, sorted, onSort, className }: HeaderCellProps) {
  const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={
        sorted === undefined
          ? undefined
          : sorted === "asc"
            ? "ascending"
            : sorted === "desc"
              ? "descending"
              : "none"
      }
      className={cn(
        "sticky top-0 z-10 h-8.5 border-b border-line bg-sheet px-(--cell-gap) text-small font-label whitespace-nowrap text-ink-3",
        edge,
        numeric && "text-right",
        className,
      )}
    >
      {onSort === undefined ? (
        children
      ) : (
        <button
          type="button"
          onClick={onSort}
          className={cn(
            "group inline-flex h-7 items-center gap-1 rounded-check hover:text-ink",
            sorted && "font-strong text-ink",
          )}
        >
          {children}
          <Arrow
            aria-hidden
            strokeWidth={2.2}
            className={cn(
              "size-3.5",
              !sorted && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
            )}
          />
        </button>
      )}
    </th>
  );
}

interface RowProps extends HTMLAttributes<HTMLTableRowElement> {
  selected?: boolean;
  /** Where a press anywhere in the row leads. The name in the row stays the real link. */
  to?: string;
  density?: "comfortable" | "compact";
}

/** A row; pressing it anywhere opens the record, except on its own controls or while text is being selected. */
export function Row({
  selected = false,
  to,
  density = "comfortable",
  className,
  children,
  ...rest
}: RowProps) {
  const navigate = useNavigate();
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if (
      to === undefined ||
      event.defaultPrevented ||
      (event.target as Element).closest("a,button,input,label,[role=checkbox],[role=menuitem]")
    )
      return;
    if (window.getSelection()?.toString()) return;
    if (event.metaKey || event.ctrlKey) window.open(to, "_blank", "noopener");
    else void navigate(to);
  };
  return (
    // The keyboard's way is the link inside the row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      {...rest}
      onClick={open}
      aria-selected={selected || undefined}
      className={cn(
        "group/row relative border-b border-line last:border-b-0",
        density === "compact" ? "h-9" : "h-10.5",
        to !== undefined && "cursor-pointer",
        selected ? "bg-selected" : "hover:bg-hover",
        className,
      )}
    >
      {children}
    </tr>
  );
}

interface DataCellProps extends TdHTMLAttributes<HTMLTableCellElement> {
  numeric?: boolean;
}

/** A cell; numbers are right-aligned and tabular. */
export function DataCell({ numeric = false, className, children, ...rest }: DataCellProps) {
  return (
    <td
      {...rest}
      className={cn(
        "px-(--cell-gap)",
        edge,
        numeric && "text-right font-emphasis whitespace-nowrap tabular",
        className,
      )}
    >
      {children}
    </td>
  );
}

interface MobileRowProps {
  /** First line: the name, as the real link. */
  title: ReactNode;
  /** Second line. */
  detail?: ReactNode;
  /** The key value at the right. */
  value?: ReactNode;
  lead?: ReactNode;
  to?: string;
}

/** A list in place of the table under 769px. */
export function MobileRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="m-0 list-none divide-y divide-line p-0">
      {children}
    </ul>
  );
}

/** One record on two lines, at least 58px high. */
export function MobileRow({ title, detail, value, lead, to }: MobileRowProps) {
  const navigate = useNavigate();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the title is the link
    <li
      onClick={(event) => {
        if (to !== undefined && !(event.target as Element).closest("a,button,input,label,[role=checkbox]"))
          void navigate(to);
      }}
      className={cn(
        "flex min-h-14.5 items-center gap-3 px-4 py-2",
        to !== undefined && "cursor-pointer active:bg-hover",
      )}
    >
      {lead}
      <div className="min-w-0 flex-1">
        <div className="truncate text-body font-strong text-ink">{title}</div>
        {detail === undefined ? null : <div className="truncate text-note text-ink-2">{detail}</div>}
      </div>
      {value === undefined ? null : <div className="shrink-0 text-right text-body text-ink">{value}</div>}
    </li>
  );
}
