import { area as areaShape, curveMonotoneX, line as lineShape } from "d3-shape";

interface SparklineProps {
  values: readonly number[];
  width?: number;
  height?: number;
  color?: string;
}

/** A trend beside its value: no axes, last point marked, hidden from readers because the value is next to it. */
export function Sparkline({ values, width = 88, height = 28, color = "var(--brand)" }: SparklineProps) {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const inset = 4;
  const x = (index: number) => inset + (index / (values.length - 1)) * (width - 2 * inset);
  const y = (value: number) =>
    height - inset - (high === low ? 0.5 : (value - low) / (high - low)) * (height - 2 * inset);
  const line = lineShape<number>((_value, index) => x(index), y).curve(curveMonotoneX);
  const fill = areaShape<number>((_value, index) => x(index), height, y).curve(curveMonotoneX);
  return (
    <svg aria-hidden width={width} height={height} className="shrink-0">
      <path d={fill([...values]) ?? ""} fill={color} fillOpacity={0.1} />
      <path d={line([...values]) ?? ""} fill="none" stroke={color} strokeWidth={1.75} strokeLinecap="round" />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r={2.75} fill={color} />
    </svg>
  );
}
