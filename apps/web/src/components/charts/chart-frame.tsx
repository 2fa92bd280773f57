import { useParentSize } from "@visx/responsive";
import { useId, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { ChartTable } from "./chart-table.tsx";
import type { ChartPoint, PlotArea } from "./chart-point.ts";
import type { ChartTableData } from "./chart-table.tsx";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import type { CsvFile } from "@/components/ui/csv-button.tsx";

export interface ChartMargin {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

interface ChartFrameProps {
  /** The whole chart in one sentence; what a reader hears. */
  label: string;
  /** Of the whole chart in pixels: reserved before anything is drawn. */
  height: number;
  margin: ChartMargin;
  /** The same numbers as a table. */
  table: ChartTableData;
  points: (area: PlotArea) => readonly ChartPoint[];
  /** The same, unrounded, to take away. */
  csv?: CsvFile | undefined;
  /** Further things to do with the numbers, beside the two. */
  actions?: ReactNode;
  /** Draws the plot; `activeIndex` is the point that is hovered or reached by keyboard. */
  children: (area: PlotArea, activeIndex: number | null) => ReactNode;
  className?: string | undefined;
}

/**
 * The part that every chart shares: one-sentence label, arrow keys and hover over the same points with the same
 * tooltip, and "View as table". Home and End jump, Escape lets go.
 */
export function ChartFrame({
  label,
  height,
  margin,
  table,
  points,
  csv,
  actions,
  children,
  className,
}: ChartFrameProps) {
  const { parentRef, width } = useParentSize({
    debounceTime: 50,
    ignoreDimensions: ["height", "top", "left"],
  });
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const tableId = useId();

  const area: PlotArea = {
    width: Math.max(0, width - margin.left - margin.right),
    height: Math.max(0, height - margin.top - margin.bottom),
  };
  const stops = area.width > 0 ? points(area) : [];
  const active = activeIndex === null ? undefined : stops[activeIndex];

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextStop(event.key, activeIndex, stops.length);
    if (next === undefined) return;
    event.preventDefault();
    setActiveIndex(next);
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setActiveIndex(
      nearestStop(stops, event.clientX - box.left - margin.left, event.clientY - box.top - margin.top),
    );
  };

  return (
    <figure className={cn("m-0", className)}>
      <div ref={parentRef} className="relative w-full" style={{ height }} hidden={asTable}>
        {area.width === 0 ? null : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover only repeats what the arrow keys do
          <svg
            role="img"
            aria-label={label}
            // Focusable for the arrow keys; what they reach is spoken by the status below.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={stops.length > 0 ? 0 : undefined}
            width={width}
            height={height}
            onKeyDown={onKeyDown}
            onBlur={() => setActiveIndex(null)}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setActiveIndex(null)}
            className="block animate-[fade_320ms_var(--ease-calm)] overflow-visible rounded-control text-micro"
          >
            <g transform={`translate(${margin.left} ${margin.top})`}>{children(area, activeIndex)}</g>
          </svg>
        )}
        {active === undefined ? null : (
          <ChartTooltip
            point={active}
            left={active.x + margin.left}
            top={active.y + margin.top}
            chartWidth={width}
          />
        )}
        <p role="status" className="sr-only">
          {active === undefined
            ? ""
            : `${active.title}: ${active.rows.map((row) => `${row.label} ${row.value}`).join(", ")}`}
        </p>
      </div>
      {asTable ? (
        <ChartTable id={tableId} caption={label} data={table} maxHeight={Math.max(height, 220)} />
      ) : null}
      <div className="flex flex-wrap justify-end gap-x-2 pt-1">
        <button
          type="button"
          aria-expanded={asTable}
          aria-controls={asTable ? tableId : undefined}
          onClick={() => setAsTable(!asTable)}
          className="relative rounded-check px-1 py-1 text-small text-ink-3 underline-offset-2 hover:text-ink hover:underline touch:before:absolute touch:before:-inset-2.5"
        >
          {asTable ? "View as chart" : "View as table"}
        </button>
        {actions}
        {csv === undefined ? null : <CsvButton file={csv} />}
      </div>
    </figure>
  );
}

function nextStop(key: string, current: number | null, count: number): number | null | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return current === null ? 0 : Math.min(count - 1, current + 1);
    case "ArrowLeft":
    case "ArrowUp":
      return current === null ? count - 1 : Math.max(0, current - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "Escape":
      return current === null ? undefined : null;
    default:
      return undefined;
  }
}

/** Nearest by x; where several share an x, by y. */
function nearestStop(stops: readonly ChartPoint[], x: number, y: number): number | null {
  let best: number | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const [index, stop] of stops.entries()) {
    const distance = Math.abs(stop.x - x) + Math.abs(stop.y - y) * 0.05;
    if (distance < bestDistance) {
      best = index;
      bestDistance = distance;
    }
  }
  return best;
}
