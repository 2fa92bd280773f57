import { scaleLinear } from "@visx/scale";
import { formatCount, formatShare } from "@/lib/format/index.ts";
import { BottomAxis, leftMargin, ValueAxis } from "./axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import type { PlotArea } from "./chart-point.ts";

export interface CalibrationBin {
  /** Mean predicted chance of the bin, 0-1. */
  predicted: number;
  /** Share that really left, 0-1, with its interval. */
  observed: number;
  low: number;
  high: number;
  count: number;
}

interface CalibrationPlotProps {
  label: string;
  bins: readonly CalibrationBin[];
  height?: number;
  className?: string | undefined;
}

/** Predicted against observed: on the dotted line the scores mean what they say. Bars are 95% intervals. */
export function CalibrationPlot({ label, bins, height = 190, className }: CalibrationPlotProps) {
  const largest = Math.max(0.1, ...bins.map((bin) => Math.max(bin.predicted, bin.high)));
  const top = Math.min(1, Math.ceil(largest * 10) / 10);
  const ticks = [0, top / 2, top];
  const margin = { top: 12, right: 16, bottom: 44, left: leftMargin(ticks.map(formatShare)) };
  const scales = (area: PlotArea) => ({
    x: scaleLinear({ domain: [0, top], range: [0, area.width] }),
    y: scaleLinear({ domain: [0, top], range: [area.height, 0] }),
  });
  const interval = (bin: CalibrationBin) => `${formatShare(bin.low)}–${formatShare(bin.high)}`;
  return (
    <ChartFrame
      label={label}
      height={height}
      margin={margin}
      table={{
        columns: ["Predicted chance", "Share that left", "95% interval", "Customers"],
        rows: bins.map((bin) => [
          formatShare(bin.predicted),
          formatShare(bin.observed),
          interval(bin),
          String(bin.count),
        ]),
      }}
      points={(area) => {
        const { x, y } = scales(area);
        return bins.map((bin) => ({
          x: x(bin.predicted),
          y: y(bin.observed),
          title: `Predicted ${formatShare(bin.predicted)}`,
          rows: [
            { label: "Really left", value: formatShare(bin.observed) },
            { label: "95% interval", value: interval(bin) },
            { label: "Customers", value: formatCount(bin.count) },
          ],
        }));
      }}
      className={className}
    >
      {(area, activeIndex) => {
        const { x, y } = scales(area);
        return (
          <>
            <ValueAxis
              area={area}
              ticks={ticks.map((value) => ({ position: y(value), label: formatShare(value) }))}
            />
            <BottomAxis
              area={area}
              ticks={ticks.map((value) => ({ position: x(value), label: formatShare(value) }))}
              title="Share that left, by predicted chance"
            />
            <line
              x1={0}
              y1={area.height}
              x2={area.width}
              y2={0}
              stroke="var(--ink-3)"
              strokeWidth={1.5}
              strokeDasharray="1 4"
              strokeLinecap="round"
            />
            <text
              x={area.width - 34}
              y={y(top * 0.97)}
              textAnchor="end"
              fill="var(--ink-3)"
              paintOrder="stroke"
              stroke="var(--sheet)"
              strokeWidth={3}
              aria-hidden
            >
              perfect match
            </text>
            {bins.map((bin, index) => (
              <g key={bin.predicted}>
                <line
                  x1={x(bin.predicted)}
                  x2={x(bin.predicted)}
                  y1={y(Math.min(top, bin.high))}
                  y2={y(bin.low)}
                  stroke="var(--brand)"
                  strokeOpacity={0.45}
                  strokeWidth={1.5}
                />
                <circle
                  cx={x(bin.predicted)}
                  cy={y(bin.observed)}
                  r={index === activeIndex ? 5.5 : 4}
                  fill="var(--brand)"
                  stroke="var(--sheet)"
                  strokeWidth={1.5}
                />
              </g>
            ))}
          </>
        );
      }}
    </ChartFrame>
  );
}
