import type { DashboardRowsOf } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cn } from "@/lib/style/cn.ts";
import { rowsPath } from "./rows-path.ts";
import type { FigureFilter } from "./rows-path.ts";

interface FigureLinkProps {
  rowsOf: DashboardRowsOf;
  filter: FigureFilter;
  /** Underlined only while pointed at: where a table is made of numbers. */
  quiet?: boolean;
  /** How many rows, or how much: nothing opens no list. */
  value?: number;
  children: ReactNode;
}

/** A number that opens the rows it adds up from; nought stands as it is. */
export function FigureLink({ rowsOf, filter, quiet = false, value, children }: FigureLinkProps) {
  if (value === 0) return children;
  return (
    <Link
      to={rowsPath(rowsOf, filter)}
      className={cn(
        "rounded-check text-[inherit]",
        quiet
          ? "inline-block min-h-6 min-w-6 no-underline hover:underline hover:decoration-brand-line hover:underline-offset-4"
          : "underline decoration-brand-line underline-offset-4 hover:decoration-brand",
      )}
    >
      {children}
    </Link>
  );
}
