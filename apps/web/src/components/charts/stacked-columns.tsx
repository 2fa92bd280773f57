import { scaleBand, scaleLinear } from "@visx/scale";
import type { ReactNode } from "react";
import type { CsvFile } from "@/components/ui/csv-button.tsx";
import { BottomAxis, leftMargin, ValueAxis } from "./axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import type { PlotArea } from "./chart-point.ts";

export interface StackPart {
  key: string;
  /** In tooltip, legend and table. */
  label: string;
  /** CSS color. */
  color: string;
  /** Below the line: it takes away. */
  isLoss: boolean;
}

export interface StackedColumn {
  key: string;
  /** In tooltip and table. */
  label: string;
  /** Sizes from 0, by part; null where nothing is known: a gap, and no zero. */
  values: Readonly<Record<string, number>> | null;
}

interface StackedColumnsProps {
  label: string;
  parts: readonly StackPart[];
  columns: readonly StackedColumn[];
  /** Head of the table's first column. */
  head: string;
  formatY: (value: number) => string;
  /** Exact, for tooltip and table. */
  formatValue: (value: number) => string;
  /** Where the rows are that a part adds up from: its number in the table leads there. */
  pathOf?: ((column: string, part: string) => string | undefined) | undefined;
  /** Labels under the columns. */
  xTicks: readonly { column: number; label: string }[];
  csv?: CsvFile | undefined;
  actions?: ReactNode;
  height?: number;
}

/** What came and what went, stacked above and below one line of zero. */
export function StackedColumns({
  label,
  parts,
  columns,
  head,
  formatY,
  formatValue,
  pathOf,
  xTicks,
  csv,
  actions,
  height = 230,
}: StackedColumnsProps) {
  const gains = parts.filter(({ isLoss }) => !isLoss);
  const losses = parts.filter(({ isLoss }) => isLoss);
  const sumOf = (column: StackedColumn, of: readonly StackPart[]) =>
    of.reduce((sum, { key }) => sum + (column.values?.[key] ?? 0), 0);
  const domain = scaleLinear<number>({
    domain: [
      -Math.max(0, ...columns.map((column) => sumOf(column, losses))),
      Math.max(1e-9, ...columns.map((column) => sumOf(column, gains))),
    ],
    nice: 5,
  });
  const ticks = domain.ticks(5);
  const margin = { top: 10, right: 8, bottom: 26, left: leftMargin(ticks.map(formatY)) };
  const scales = (area: PlotArea) => ({
    x: scaleBand({
      domain: columns.map(({ key }) => key),
      range: [0, area.width],
      paddingInner: 0.22,
      paddingOuter: 0.1,
    }),
    y: domain.copy().range([area.height, 0]),
  });
  return (
    <ChartFrame
      label={label}
      csv={csv}
      actions={actions}
      height={height}
      margin={margin}
      table={{
        columns: [head, ...parts.map((part) => part.label)],
        rows: columns.map((column) => [
          column.label,
          ...parts.map(({ key }) => {
            if (column.values === null) return "–";
            const value = column.values[key] ?? 0;
            const to = value === 0 ? undefined : pathOf?.(column.key, key);
            return to === undefined ? formatValue(value) : { text: formatValue(value), to };
          }),
        ]),
      }}
      points={(area) => {
        const { x, y } = scales(area);
        return columns.flatMap((column) =>
          column.values === null
            ? []
            : [
                {
                  x: (x(column.key) ?? 0) + x.bandwidth() / 2,
                  y: y(sumOf(column, gains)),
                  title: column.label,
                  rows: parts.map((part) => ({
                    label: part.label,
                    value: formatValue(column.values?.[part.key] ?? 0),
                    color: part.color,
                  })),
                },
              ],
        );
      }}
    >
      {(area, activeIndex) => {
        const { x, y } = scales(area);
        const shown = columns.filter(({ values }) => values !== null);
        const active = activeIndex === null ? undefined : shown[activeIndex]?.key;
        return (
          <>
            <ValueAxis
              area={area}
              baseline={false}
              ticks={ticks.map((value) => ({ position: y(value), label: formatY(value) }))}
            />
            {columns.map((column) => (
              <g key={column.key} fillOpacity={active === undefined || active === column.key ? 1 : 0.55}>
                {rectangles(column, gains, losses).map(({ part, from, to }) => (
                  <rect
                    key={part.key}
                    x={x(column.key) ?? 0}
                    width={x.bandwidth()}
                    y={Math.min(y(from), y(to))}
                    // A gap of one pixel tells parts of like colors apart.
                    height={Math.max(0, Math.abs(y(from) - y(to)) - 1)}
                    rx={1.5}
                    fill={part.color}
                  />
                ))}
              </g>
            ))}
            <line x1={0} x2={area.width} y1={y(0)} y2={y(0)} stroke="var(--line-strong)" aria-hidden />
            <BottomAxis
              area={area}
              ticks={xTicks.map((tick) => ({
                position: (x(columns[tick.column]?.key ?? "") ?? 0) + x.bandwidth() / 2,
                label: tick.label,
              }))}
            />
          </>
        );
      }}
    </ChartFrame>
  );
}

function rectangles(column: StackedColumn, gains: readonly StackPart[], losses: readonly StackPart[]) {
  const stack = (of: readonly StackPart[], sign: 1 | -1) => {
    let reached = 0;
    return of.flatMap((part) => {
      const value = column.values?.[part.key] ?? 0;
      if (value === 0) return [];
      const from = reached;
      reached += sign * value;
      return [{ part, from, to: reached }];
    });
  };
  return [...stack(gains, 1), ...stack(losses, -1)];
}
