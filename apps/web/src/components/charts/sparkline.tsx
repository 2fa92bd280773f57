import { curveMonotoneX, line as lineShape } from "d3-shape";
import { cn } from "@/lib/style/cn.ts";

interface SparklineProps {
  /** Oldest first; null is a gap. */
  values: readonly (number | null)[];
  /** CSS color; ink-3 unless stated. */
  color?: string;
  width?: number;
  height?: number;
  className?: string | undefined;
}

const pad = 3;

/** How something went, without axes: the last point is marked. A reader has the value beside it. */
export function Sparkline({
  values,
  color = "var(--ink-3)",
  width = 72,
  height = 26,
  className,
}: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const x = (index: number) => pad + (index / (values.length - 1)) * (width - 2 * pad);
  const y = (value: number) =>
    span === 0 ? height / 2 : height - pad - ((value - low) / span) * (height - 2 * pad);
  const path = lineShape<number | null>(
    (_value, index) => x(index),
    (value) => y(value ?? 0),
  )
    .defined((value) => value !== null)
    .curve(curveMonotoneX);
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={cn("block shrink-0 overflow-visible", className)}
    >
      <path
        d={path([...values]) ?? ""}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r={2.5} fill={color} />
    </svg>
  );
}
