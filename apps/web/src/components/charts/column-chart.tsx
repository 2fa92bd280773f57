import { scaleBand, scaleLinear } from "@visx/scale";
import type { ReactNode } from "react";
import type { CsvFile } from "@/components/ui/csv-button.tsx";
import { BottomAxis, leftMargin, ValueAxis } from "./axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import type { PlotArea } from "./chart-point.ts";

export interface Column {
  key: string;
  /** In tooltip and table: 'Score 20 to 24'. */
  label: string;
  value: number;
  /** CSS color; brand unless stated. */
  color?: string;
  /** Lighter than the rest. */
  muted?: boolean;
  /** Ends of its interval, drawn as a thin line. */
  low?: number;
  high?: number;
}

interface ColumnChartProps {
  label: string;
  columns: readonly Column[];
  /** Head of the table's columns: ['Score', 'Customers']. */
  heads: readonly [string, string];
  yTicks: readonly number[];
  formatY: (value: number) => string;
  /** Labels under the columns at the given edges or middles. */
  xTicks: readonly { column: number; at: "start" | "middle" | "end"; label: string }[];
  xTitle?: string;
  /** A dotted line across, with its words. */
  reference?: { value: number; text: string };
  csv?: CsvFile | undefined;
  actions?: ReactNode;
  height?: number;
  className?: string | undefined;
}

/** Columns from zero: histograms and lift by tenth. */
export function ColumnChart({
  label,
  columns,
  heads,
  yTicks,
  formatY,
  xTicks,
  xTitle,
  reference,
  csv,
  actions,
  height = 190,
  className,
}: ColumnChartProps) {
  const margin = {
    top: 12,
    right: 8,
    bottom: xTitle === undefined ? 26 : 44,
    left: leftMargin(yTicks.map(formatY)),
  };
  const top = Math.max(1e-9, ...yTicks, ...columns.map((column) => column.value));
  const scales = (area: PlotArea) => ({
    x: scaleBand({
      domain: columns.map((column) => column.key),
      range: [0, area.width],
      paddingInner: 0.16,
      paddingOuter: 0.06,
    }),
    y: scaleLinear({ domain: [0, top], range: [area.height, 0] }),
  });
  return (
    <ChartFrame
      label={label}
      csv={csv}
      actions={actions}
      height={height}
      margin={margin}
      table={{ columns: heads, rows: columns.map((column) => [column.label, valueWords(column, formatY)]) }}
      points={(area) => {
        const { x, y } = scales(area);
        return columns.map((column) => ({
          x: (x(column.key) ?? 0) + x.bandwidth() / 2,
          y: Math.min(y(column.value), area.height - 16),
          title: column.label,
          rows: [
            { label: heads[1], value: valueWords(column, formatY), color: column.color ?? "var(--brand)" },
          ],
        }));
      }}
      className={className}
    >
      {(area, activeIndex) => {
        const { x, y } = scales(area);
        const width = x.bandwidth();
        const tickX = { start: -width * 0.08, middle: width / 2, end: width * 1.08 };
        return (
          <>
            <ValueAxis
              area={area}
              ticks={yTicks.map((value) => ({ position: y(value), label: formatY(value) }))}
            />
            {columns.map((column, index) => {
              const columnHeight = area.height - y(column.value);
              return columnHeight <= 0 ? null : (
                <path
                  key={column.key}
                  d={topRounded(x(column.key) ?? 0, y(column.value), width, columnHeight)}
                  fill={column.color ?? "var(--brand)"}
                  fillOpacity={column.muted && index !== activeIndex ? 0.45 : 1}
                  stroke={index === activeIndex ? "var(--ink)" : "none"}
                  strokeWidth={1.5}
                />
              );
            })}
            {columns.map(({ key, low, high }) =>
              low === undefined || high === undefined ? null : (
                <line
                  key={key}
                  x1={(x(key) ?? 0) + width / 2}
                  x2={(x(key) ?? 0) + width / 2}
                  y1={y(Math.min(high, top))}
                  y2={y(low)}
                  stroke="var(--ink-2)"
                  strokeWidth={1}
                  aria-hidden
                />
              ),
            )}
            {reference === undefined ? null : (
              <g aria-hidden>
                <line
                  x1={0}
                  x2={area.width}
                  y1={y(reference.value)}
                  y2={y(reference.value)}
                  stroke="var(--ink-2)"
                  strokeWidth={1.5}
                  strokeDasharray="2 3"
                />
                <text
                  x={area.width}
                  y={y(reference.value) - 6}
                  textAnchor="end"
                  fill="var(--ink-2)"
                  paintOrder="stroke"
                  stroke="var(--sheet)"
                  strokeWidth={3}
                >
                  {reference.text}
                </text>
              </g>
            )}
            <BottomAxis
              area={area}
              ticks={xTicks.map((tick) => ({
                position: (x(columns[tick.column]?.key ?? "") ?? 0) + tickX[tick.at],
                label: tick.label,
              }))}
              {...(xTitle === undefined ? {} : { title: xTitle })}
            />
          </>
        );
      }}
    </ChartFrame>
  );
}

function valueWords({ value, low, high }: Column, formatY: (value: number) => string): string {
  return low === undefined || high === undefined
    ? formatY(value)
    : `${formatY(value)} (${formatY(low)} to ${formatY(high)})`;
}

function topRounded(x: number, y: number, width: number, height: number): string {
  const radius = Math.min(2.75, width / 2, height);
  return `M${x} ${y + height}V${y + radius}q0 ${-radius} ${radius} ${-radius}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}V${y + height}Z`;
}
