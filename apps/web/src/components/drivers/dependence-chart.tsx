import type { DriverDependence } from "@forestay/contracts/wire";
import { scaleLinear } from "@visx/scale";
import { curveMonotoneX, line as lineShape } from "d3-shape";
import type { ReactNode } from "react";
import { BottomAxis, leftMargin, ValueAxis } from "@/components/charts/axes.tsx";
import { ChartFrame } from "@/components/charts/chart-frame.tsx";
import type { ChartPoint, PlotArea } from "@/components/charts/chart-point.ts";
import { niceTicks } from "@/components/charts/nice-ticks.ts";
import { MISSING, formatShare } from "@/lib/format/index.ts";
import { pointWords, valueWords } from "./value-words.ts";

type Point = DriverDependence["points"][number];

interface DependenceChartProps {
  /** The driver's name. */
  name: string;
  dependence: DriverDependence;
  currency: string;
  actions?: ReactNode;
}

const heads = {
  chance: "Chance if all had it",
  observed: "Those who had it left",
  share: "Share of records",
} as const;
const interval = ({ observed }: Point) =>
  observed === null || observed.lower === null || observed.upper === null
    ? ""
    : ` (${formatShare(observed.lower)}–${formatShare(observed.upper)})`;
const observedWords = (point: Point) =>
  point.observed === null ? MISSING : formatShare(point.observed.value) + interval(point);

/** What both forms share: the sentence, the table and what a point says. */
function frameOf({ name, dependence, currency }: DependenceChartProps) {
  const words = (point: Point) => pointWords(point, dependence.unit, currency);
  const known = dependence.points.toSorted((a, b) => b.probability - a.probability);
  const [highest, lowest] = [known[0], known.at(-1)];
  return {
    words,
    label:
      highest === undefined || lowest === undefined
        ? name
        : `Chance of leaving by ${name}: ${formatShare(highest.probability)} at ${words(highest)}, ${formatShare(lowest.probability)} at ${words(lowest)}, everything else unchanged.`,
    table: {
      columns: [name, heads.chance, heads.observed, heads.share],
      rows: dependence.points.map((point) => [
        words(point),
        formatShare(point.probability),
        observedWords(point),
        formatShare(point.share),
      ]),
    },
    rowsOf: (point: Point): ChartPoint["rows"] => [
      { label: heads.chance, value: formatShare(point.probability), color: "var(--brand)" },
      { label: heads.observed, value: observedWords(point), color: "var(--ink-3)" },
      { label: heads.share, value: formatShare(point.share) },
    ],
  };
}

const topOf = (points: readonly Point[]) =>
  Math.max(0.02, ...points.flatMap(({ probability, observed }) => [probability, observed?.value ?? 0]));

/** The model's chance by one value, with what happened to those who had it and how they are spread. */
export function DependenceChart(props: DependenceChartProps) {
  return props.dependence.kind === "numeric" ? <Curve {...props} /> : <Levels {...props} />;
}

function Curve(props: DependenceChartProps) {
  const { dependence, currency } = props;
  const { words, label, table, rowsOf } = frameOf(props);
  const numbers = dependence.points.flatMap((point) =>
    point.at === null ? [] : [{ ...point, at: point.at }],
  );
  const [from, to] = [numbers[0]?.at ?? 0, numbers.at(-1)?.at ?? 1];
  const yTicks = niceTicks(topOf(numbers));
  const top = yTicks.at(-1) ?? 1;
  const tallest = Math.max(1e-9, ...dependence.histogram.map(({ share }) => share));
  const [stretch, back] = dependence.scale === "log" ? [Math.log1p, Math.expm1] : [Number, Number];
  const scales = (area: PlotArea) => {
    const along = scaleLinear({ domain: [stretch(from), stretch(to)], range: [6, area.width - 6] });
    return {
      x: (value: number) => along(stretch(value)),
      y: scaleLinear({ domain: [0, top], range: [area.height, 0] }),
    };
  };
  const middle = middleTick(back((stretch(from) + stretch(to)) / 2), to - from);
  return (
    <ChartFrame
      label={label}
      height={168}
      margin={{ top: 8, right: 16, bottom: 26, left: leftMargin(yTicks.map(formatShare)) }}
      table={table}
      actions={props.actions}
      points={(area) => {
        const { x, y } = scales(area);
        return numbers.map((point) => ({
          x: x(point.at),
          y: y(point.probability),
          title: words(point),
          rows: rowsOf(point),
        }));
      }}
    >
      {(area, activeIndex) => {
        const { x, y } = scales(area);
        const path = lineShape<(typeof numbers)[number]>(
          (point) => x(point.at),
          (point) => y(point.probability),
        ).curve(curveMonotoneX);
        return (
          <>
            <ValueAxis
              area={area}
              ticks={yTicks.map((value) => ({ position: y(value), label: formatShare(value) }))}
            />
            <g aria-hidden fill="var(--press)">
              {dependence.histogram.map((bin) => {
                // A quarter of the plot: the spread stands behind the curve, it is not the message.
                const height = (bin.share / tallest) * area.height * 0.25;
                return (
                  <rect
                    key={bin.from}
                    x={x(bin.from) + 0.5}
                    y={area.height - height}
                    width={Math.max(1, x(bin.to) - x(bin.from) - 1)}
                    height={height}
                  />
                );
              })}
            </g>
            <BottomAxis
              area={area}
              ticks={[from, middle, to].map((value) => ({
                position: x(value),
                label: valueWords(value, dependence.unit, currency),
              }))}
            />
            {numbers.map((point, index) =>
              point.observed === null ? null : (
                <g key={point.at} aria-hidden>
                  <line
                    x1={x(point.at)}
                    x2={x(point.at)}
                    y1={y(Math.min(top, point.observed.upper ?? point.observed.value))}
                    y2={y(point.observed.lower ?? point.observed.value)}
                    stroke="var(--ink-3)"
                    strokeOpacity={0.55}
                  />
                  <circle
                    cx={x(point.at)}
                    cy={y(point.observed.value)}
                    r={index === activeIndex ? 3.5 : 2.5}
                    fill="var(--ink-3)"
                  />
                </g>
              ),
            )}
            <path d={path(numbers) ?? ""} fill="none" stroke="var(--brand)" strokeWidth={2} />
            {numbers.map((point, index) =>
              index === activeIndex ? (
                <circle
                  key={point.at}
                  cx={x(point.at)}
                  cy={y(point.probability)}
                  r={4.5}
                  fill="var(--sheet)"
                  stroke="var(--brand)"
                  strokeWidth={2}
                />
              ) : null,
            )}
          </>
        );
      }}
    </ChartFrame>
  );
}

/** A round number near the axis's middle: "30", not "28.5". */
function middleTick(value: number, range: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(Math.abs(value), 1e-9)));
  const rounded = Math.round(value / unit) * unit;
  return Math.abs(rounded - value) < range / 10 ? Number(rounded.toPrecision(6)) : value;
}

const ROW = 26;
/** Of the width, what the names of categories may take. */
const NAME_SHARE = 0.34;
const CHARACTER_WIDTH = 6.2;

function Levels(props: DependenceChartProps) {
  const { dependence } = props;
  const { words, label, table, rowsOf } = frameOf(props);
  const { points } = dependence;
  const top = niceTicks(topOf(points)).at(-1) ?? 1;
  const scales = (area: PlotArea) => {
    const names = area.width * NAME_SHARE;
    return { names, x: scaleLinear({ domain: [0, top], range: [names + 8, area.width - 40] }) };
  };
  return (
    <ChartFrame
      label={label}
      height={points.length * ROW + 6}
      margin={{ top: 2, right: 4, bottom: 4, left: 0 }}
      table={table}
      actions={props.actions}
      points={(area) => {
        const { x } = scales(area);
        return points.map((point, index) => ({
          x: x(point.probability),
          y: index * ROW + ROW / 2,
          title: words(point),
          rows: rowsOf(point),
        }));
      }}
    >
      {(area, activeIndex) => {
        const { names, x } = scales(area);
        const fits = Math.max(4, Math.floor(names / CHARACTER_WIDTH));
        return (
          <g aria-hidden>
            {points.map((point, index) => {
              const middle = index * ROW + ROW / 2;
              const name = words(point);
              return (
                <g key={name}>
                  <text x={0} y={middle} dy="0.35em" fill="var(--ink)">
                    {name.length > fits ? `${name.slice(0, fits - 1)}…` : name}
                  </text>
                  <rect
                    x={x(0)}
                    y={middle - 5}
                    width={Math.max(1, x(point.probability) - x(0))}
                    height={10}
                    rx={2.5}
                    fill="var(--brand)"
                    fillOpacity={activeIndex === null || activeIndex === index ? 1 : 0.45}
                  />
                  {point.observed === null ? null : (
                    <line
                      x1={x(Math.min(top, point.observed.value))}
                      x2={x(Math.min(top, point.observed.value))}
                      y1={middle - 9}
                      y2={middle + 9}
                      stroke="var(--ink)"
                      strokeWidth={2}
                    />
                  )}
                  <text
                    x={area.width}
                    y={middle}
                    dy="0.35em"
                    textAnchor="end"
                    fill="var(--ink-2)"
                    className="tabular"
                  >
                    {formatShare(point.probability)}
                  </text>
                </g>
              );
            })}
          </g>
        );
      }}
    </ChartFrame>
  );
}
