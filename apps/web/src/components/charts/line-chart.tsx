import { scaleLinear } from "@visx/scale";
import { area as areaShape, curveLinear, curveMonotoneX, curveStepAfter, line as lineShape } from "d3-shape";
import type { ReactNode } from "react";
import type { CsvFile } from "@/components/ui/csv-button.tsx";
import { BottomAxis, leftMargin, ValueAxis } from "./axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import type { ChartPoint, PlotArea } from "./chart-point.ts";

export interface LinePoint {
  x: number;
  /** Null where nothing is known: the line has a gap there. */
  y: number | null;
}

interface KnownPoint {
  x: number;
  y: number;
}
const knownOf = (points: readonly LinePoint[]): KnownPoint[] =>
  points.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }]));

export interface LineSeries {
  key: string;
  label: string;
  points: readonly LinePoint[];
  /** CSS color; brand unless stated. */
  color?: string;
  /** `solid` actual, `forecast` dashed, `comparison` thin dots in ink-3. */
  form?: "solid" | "forecast" | "comparison";
  /** Fill under the line at 10%. */
  filled?: boolean;
  /** Upper and lower bound per point, drawn at 11%. */
  band?: readonly { x: number; low: number; high: number }[];
  /** Where the rows are that a point adds up from: its number in the table leads there. */
  pathOf?: ((x: number) => string | undefined) | undefined;
  /** Mark the last point, and label it at the line's end. */
  endLabel?: { value: string; detail?: string };
}

interface LineChartProps {
  label: string;
  series: readonly LineSeries[];
  xDomain: readonly [number, number];
  yDomain: readonly [number, number];
  xTicks: readonly number[];
  yTicks: readonly number[];
  formatX: (x: number) => string;
  formatY: (y: number) => string;
  /** Names the points in tooltip and table; the first column's head. */
  xLabel: string;
  /** Under the axis. */
  xTitle?: string;
  /** At most three: a ring on the line with a short phrase. */
  annotations?: readonly {
    x: number;
    y: number;
    text: string;
    /** Above the line, where it falls to the right. */
    above?: boolean;
  }[];
  /** A dotted line from top to bottom where something begins, with its word in the axis' place: "Today". */
  mark?: { x: number; label: string } | undefined;
  /** Straight segments, for measured steps; else a monotone curve. */
  straight?: boolean;
  /** A curve of steps, as of shares that hold until the next change. */
  steps?: boolean;
  csv?: CsvFile | undefined;
  actions?: ReactNode;
  height?: number;
  className?: string | undefined;
}

/** Pixels that a mark's word takes to either side. */
const MARK_ROOM = 38;

const strokes = {
  solid: { width: 2, dash: undefined },
  forecast: { width: 2, dash: "5 4" },
  comparison: { width: 1.5, dash: "1 4" },
} as const;

/** Lines over a numeric or time axis. Lines need not start at zero; the axis says where they do. */
export function LineChart({
  label,
  series,
  xDomain,
  yDomain,
  xTicks,
  yTicks,
  formatX,
  formatY,
  xLabel,
  xTitle,
  annotations = [],
  mark,
  straight = false,
  steps = false,
  csv,
  actions,
  height = 200,
  className,
}: LineChartProps) {
  const hasEndLabels = series.some((one) => one.endLabel !== undefined);
  const margin = {
    top: 10,
    right: hasEndLabels ? 84 : 12,
    bottom: xTitle === undefined ? 26 : 44,
    left: leftMargin(yTicks.map(formatY)),
  };
  const scales = (area: PlotArea) => ({
    x: scaleLinear({ domain: [...xDomain], range: [0, area.width] }),
    y: scaleLinear({ domain: [...yDomain], range: [area.height, 0] }),
  });
  const main = series[0];
  const mainPoints = knownOf(main?.points ?? []);

  const points = (area: PlotArea): ChartPoint[] => {
    const { x, y } = scales(area);
    return mainPoints.map((point) => ({
      x: x(point.x),
      y: y(point.y),
      title: formatX(point.x),
      rows: series.flatMap((one) => {
        const match = knownOf(one.points).find((candidate) => candidate.x === point.x);
        return match === undefined
          ? []
          : [{ label: one.label, value: formatY(match.y), color: one.color ?? "var(--brand)" }];
      }),
    }));
  };
  const xs = [...new Set(series.flatMap((one) => one.points.map((point) => point.x)))].sort((a, b) => a - b);
  const table = {
    columns: [xLabel, ...series.map((one) => one.label)],
    rows: xs.map((at) => [
      formatX(at),
      ...series.map((one) => {
        const match = knownOf(one.points).find((point) => point.x === at);
        if (match === undefined) return "–";
        const to = one.pathOf?.(at);
        return to === undefined ? formatY(match.y) : { text: formatY(match.y), to };
      }),
    ]),
  };

  return (
    <ChartFrame
      label={label}
      height={height}
      margin={margin}
      table={table}
      points={points}
      csv={csv}
      actions={actions}
      className={className}
    >
      {(area, activeIndex) => {
        const { x, y } = scales(area);
        const curve = steps ? curveStepAfter : straight ? curveLinear : curveMonotoneX;
        const path = lineShape<LinePoint>(
          (point) => x(point.x),
          (point) => y(point.y ?? 0),
        )
          .defined((point) => point.y !== null)
          .curve(curve);
        const fill = areaShape<LinePoint>(
          (point) => x(point.x),
          area.height,
          (point) => y(point.y ?? 0),
        )
          .defined((point) => point.y !== null)
          .curve(curve);
        const bandPath = areaShape<{ x: number; low: number; high: number }>(
          (point) => x(point.x),
          (point) => y(point.low),
          (point) => y(point.high),
        ).curve(curve);
        const activePoint = activeIndex === null ? undefined : mainPoints[activeIndex];
        return (
          <>
            <ValueAxis
              area={area}
              ticks={yTicks.map((value) => ({ position: y(value), label: formatY(value) }))}
            />
            <BottomAxis
              area={area}
              ticks={[
                // A label that would run into the mark's gives way to it.
                ...xTicks
                  .filter((value) => mark === undefined || Math.abs(x(value) - x(mark.x)) > MARK_ROOM)
                  .map((value) => ({ position: x(value), label: formatX(value) })),
                ...(mark === undefined ? [] : [{ position: x(mark.x), label: mark.label, isStrong: true }]),
              ]}
              {...(xTitle === undefined ? {} : { title: xTitle })}
            />
            {mark === undefined ? null : (
              <line
                aria-hidden
                x1={x(mark.x)}
                x2={x(mark.x)}
                y1={0}
                y2={area.height}
                stroke="var(--ink-2)"
                strokeDasharray="2 3"
              />
            )}
            {series.map((one) => {
              const color = one.color ?? (one.form === "comparison" ? "var(--ink-3)" : "var(--brand)");
              const stroke = strokes[one.form ?? "solid"];
              const last = knownOf(one.points).at(-1);
              return (
                <g key={one.key}>
                  {one.band === undefined ? null : (
                    <path d={bandPath([...one.band]) ?? ""} fill={color} fillOpacity={0.11} />
                  )}
                  {one.filled ? (
                    <path d={fill([...one.points]) ?? ""} fill={color} fillOpacity={0.1} />
                  ) : null}
                  <path
                    d={path([...one.points]) ?? ""}
                    fill="none"
                    stroke={color}
                    strokeWidth={stroke.width}
                    strokeDasharray={stroke.dash}
                    strokeLinecap="round"
                    strokeLinejoin="round"
                  />
                  {last === undefined || one.endLabel === undefined ? null : (
                    <>
                      <circle
                        cx={x(last.x)}
                        cy={y(last.y)}
                        r={4}
                        fill={color}
                        stroke="var(--sheet)"
                        strokeWidth={1.5}
                      />
                      <text x={x(last.x) + 10} y={y(last.y)} dy="0.3em" fill={color} className="font-title">
                        {one.endLabel.value}
                      </text>
                      {one.endLabel.detail === undefined ? null : (
                        <text x={x(last.x) + 10} y={y(last.y) + 13} dy="0.3em" fill="var(--ink-2)">
                          {one.endLabel.detail}
                        </text>
                      )}
                    </>
                  )}
                </g>
              );
            })}
            {annotations.slice(0, 3).map((note) => (
              <g key={note.text}>
                <circle
                  cx={x(note.x)}
                  cy={y(note.y)}
                  r={4}
                  fill="var(--sheet)"
                  stroke="var(--brand)"
                  strokeWidth={2}
                />
                <text
                  x={x(note.x) + 6}
                  y={y(note.y)}
                  dy={note.above === true ? "-0.7em" : "1.7em"}
                  fill="var(--ink-2)"
                  className="font-medium"
                  paintOrder="stroke"
                  stroke="var(--sheet)"
                  strokeWidth={3}
                >
                  {note.text}
                </text>
              </g>
            ))}
            {activePoint === undefined ? null : (
              <g>
                <line
                  x1={x(activePoint.x)}
                  x2={x(activePoint.x)}
                  y1={0}
                  y2={area.height}
                  stroke="var(--line-strong)"
                />
                <circle
                  cx={x(activePoint.x)}
                  cy={y(activePoint.y)}
                  r={4.5}
                  fill="var(--sheet)"
                  stroke={main?.color ?? "var(--brand)"}
                  strokeWidth={2}
                />
              </g>
            )}
          </>
        );
      }}
    </ChartFrame>
  );
}
