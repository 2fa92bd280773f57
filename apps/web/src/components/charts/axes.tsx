import type { PlotArea } from "./chart-point.ts";

export interface Tick {
  /** Pixels along the axis. */
  position: number;
  label: string;
  /** Stands out among the others. */
  isStrong?: boolean;
}

/** Left margin that fits the widest tick label at 11px. */
export function leftMargin(labels: readonly string[]): number {
  return Math.ceil(Math.max(0, ...labels.map((label) => label.length)) * 6.3) + 12;
}

/** Horizontal rules with their values; the lowest is the baseline. */
export function ValueAxis({
  ticks,
  area,
  baseline = true,
}: {
  ticks: readonly Tick[];
  area: PlotArea;
  baseline?: boolean;
}) {
  return (
    <g aria-hidden>
      {ticks.map(({ position, label }) => (
        <g key={label}>
          <line x1={0} x2={area.width} y1={position} y2={position} stroke="var(--line)" />
          <text x={-8} y={position} dy="0.35em" textAnchor="end" fill="var(--ink-3)" className="tabular">
            {label}
          </text>
        </g>
      ))}
      {baseline ? (
        <line x1={0} x2={area.width} y1={area.height} y2={area.height} stroke="var(--line-strong)" />
      ) : null}
    </g>
  );
}

/** Labels under the plot, never turned; the outer ones stay inside the drawing. */
export function BottomAxis({
  ticks,
  area,
  title,
}: {
  ticks: readonly Tick[];
  area: PlotArea;
  title?: string;
}) {
  return (
    <g aria-hidden transform={`translate(0 ${area.height})`}>
      {ticks.map(({ position, label, isStrong = false }) => (
        <text
          key={`${position}${label}`}
          x={position}
          y={18}
          textAnchor="middle"
          fill={isStrong ? "var(--ink)" : "var(--ink-3)"}
          className={isStrong ? "font-strong" : "tabular"}
        >
          {label}
        </text>
      ))}
      {title === undefined ? null : (
        <text x={area.width / 2} y={36} textAnchor="middle" fill="var(--ink-3)">
          {title}
        </text>
      )}
    </g>
  );
}
