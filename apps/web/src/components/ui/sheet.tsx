import type { ReactNode, Ref } from "react";
import { cn } from "@/lib/style/cn.ts";

interface SheetProps {
  children: ReactNode;
  className?: string | undefined;
}

/** The page's one white surface. Its parts are divided by 1px rules: no cards inside. */
export function Sheet({ children, className }: SheetProps) {
  return (
    <div className={cn("overflow-clip rounded-sheet border border-line bg-sheet shadow-xs", className)}>
      {children}
    </div>
  );
}

interface SheetRowProps extends SheetProps {
  /** CSS grid columns at full width, e.g. '1fr 362px'; below 1101px the parts stand under each other. */
  columns?: string;
  /** One of the parts is a table of five columns, or lines of three fields: they stand beside each other from 1241px on. */
  holdsTable?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** A band of the sheet, ruled off from the one above; its cells are ruled off from each other. Without content it is not there. */
export function SheetRow({ children, columns, holdsTable = false, className, ref }: SheetRowProps) {
  return (
    <div
      ref={ref}
      style={columns === undefined ? undefined : { ["--columns" as string]: columns }}
      className={cn(
        "scroll-mt-16 border-line not-first:border-t empty:hidden",
        columns !== undefined && "grid grid-cols-1 *:not-first:border-t *:border-line",
        columns !== undefined &&
          (holdsTable
            ? "wide:grid-cols-(--columns) wide:*:not-first:border-t-0 wide:*:not-first:border-l"
            : "lg:grid-cols-(--columns) lg:*:not-first:border-t-0 lg:*:not-first:border-l"),
        className,
      )}
    >
      {children}
    </div>
  );
}

interface CellProps {
  /** States the finding in a sentence where the cell holds a chart. */
  title?: ReactNode;
  /** Names the measure. */
  subtitle?: ReactNode;
  /** At the right end of the title. */
  aside?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}

/** A cell of the sheet with its h2. */
export function Cell({ title, subtitle, aside, children, className }: CellProps) {
  return (
    <section className={cn("min-w-0 px-4 py-4.5 md:px-5", className)}>
      {title === undefined ? null : (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-3">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
            <h2 className="m-0 text-body font-strong tracking-[-0.008em] text-ink">{title}</h2>
            {subtitle === undefined ? null : <p className="m-0 text-note text-ink-2">{subtitle}</p>}
          </div>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

export interface Fact {
  label: string;
  value: ReactNode;
}

/** A strip of facts, ruled off from each other: label above, value below. Those of a last, shorter line share its width. */
export function FactStrip({ facts, className }: { facts: readonly Fact[]; className?: string | undefined }) {
  return (
    <dl className={cn("m-0 flex flex-wrap gap-px overflow-hidden bg-line", className)}>
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="min-w-0 grow basis-[calc(50%-1px)] bg-sheet px-4 py-3 md:basis-37.5 md:px-5"
        >
          <dt className="text-note text-ink-2">{fact.label}</dt>
          <dd className="m-0 mt-0.5 text-body font-strong text-ink">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
