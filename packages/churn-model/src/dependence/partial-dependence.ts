import { wilsonInterval } from "../metrics/proportion-interval.ts";
import type { ModelDocument } from "../document/document.ts";
import type { Interval } from "../report.ts";
import { scoreTable } from "../scoring/use-model.ts";
import { createRandom, deriveSeed } from "../random.ts";
import { findColumn, selectRows, type Column, type Table, type TrainingSet } from "../table.ts";

/** One value of a field: what the model says of everyone with it, and what happened to those who had it. */
export interface DependencePoint {
  /** The number; null for a category and for "not known". */
  at: number | null;
  /** The category; null for a number and for "not known". */
  level: string | null;
  /** Mean chance of leaving over a sample of customers if all of them had this value, 0-1. */
  probability: number;
  /** Share of the rows nearest to this value (or with this category), 0-1. */
  share: number;
  /** What really happened to those rows; null for fewer than 20. */
  observed: Interval | null;
}

export interface Dependence {
  kind: "numeric" | "categorical";
  /** Ascending numbers, or categories by size; "not known" last. */
  points: DependencePoint[];
  /** `log`: most customers crowd at the low end, and log1p of the value spreads them; the histogram's steps follow it. */
  scale: "linear" | "log";
  /** How customers are spread over the range of the points, in equal steps of the scale; empty for categories. */
  histogram: { from: number; to: number; share: number }[];
}

/** Further columns that are made of the varied one and must move with it. */
export type Follow = (table: Table, varied: Column) => Column[];

const SAMPLED_ROWS = 250;
const MOST_POINTS = 11;
const HISTOGRAM_BINS = 16;
const FEWEST_OBSERVED = 20;
/** Below this share "not known" is no point of its own. */
const FEWEST_UNKNOWN = 0.01;
/** Of the customers, so many lie beyond either end of the curve: there the model has little to go by. */
const TAIL = 0.02;

/**
 * Partial dependence (Friedman 2001): the value is set for all customers of a sample, everything else left as it is,
 * and the model's chances are averaged. Columns made of the value follow it through `follow`, so that no customer has
 * a change that does not fit its value; the curve ends where 2% of the customers lie beyond. What really happened to
 * those who had the value stands beside each point: where the two part, other fields explain the difference.
 * Null where the table lacks the column or it has one value only.
 */
export function partialDependence(
  document: ModelDocument,
  { table, labels }: Pick<TrainingSet, "table" | "labels">,
  name: string,
  { seed, follow = () => [] }: { seed: number; follow?: Follow },
): Dependence | null {
  const column = findColumn(table, name);
  if (column === undefined) return null;
  const rows = Int32Array.from(labels.keys());
  const sample = selectRows(
    table,
    rows.length <= SAMPLED_ROWS
      ? rows
      : createRandom(deriveSeed(seed, "dependence"))
          .shuffle(Int32Array.from(rows))
          .slice(0, SAMPLED_ROWS)
          .sort(),
  );
  const groups = column.kind === "numeric" ? numericGroups(column.values) : levelGroups(column.values);
  if (groups.filter(({ at, level }) => at !== null || level !== null).length < 2) return null;
  const chances = meanChances(document, sample, column, groups, follow);
  const points = groups.map(({ at, level, members }, index): DependencePoint => ({
    at,
    level,
    probability: chances[index]!,
    share: members.length / rows.length,
    observed: observedOf(labels, members),
  }));
  const scale = scaleOf(points);
  return {
    kind: column.kind,
    points,
    scale,
    histogram: column.kind === "numeric" ? histogramOf(column.values, points, scale) : [],
  };
}

interface Group {
  at: number | null;
  level: string | null;
  members: number[];
}

/** Up to eleven values at even ranks, each with the rows nearest to it; all values where there are few. */
function numericGroups(values: Float64Array): Group[] {
  const known = [...values.keys()].filter((row) => Number.isFinite(values[row]!));
  const sorted = Float64Array.from(known, (row) => values[row]!).sort();
  const distinct = [...new Set(sorted)];
  const at = (rank: number): number => sorted[Math.round(rank * (sorted.length - 1))]!;
  const grid =
    distinct.length <= MOST_POINTS
      ? distinct
      : [
          ...new Set(
            Array.from({ length: MOST_POINTS }, (_, i) =>
              at(TAIL + ((1 - 2 * TAIL) * i) / (MOST_POINTS - 1)),
            ),
          ),
        ];
  const groups = grid.map((value): Group => ({ at: value, level: null, members: [] }));
  for (const row of known) {
    let nearest = 0;
    for (let i = 1; i < grid.length; i++)
      if (Math.abs(grid[i]! - values[row]!) < Math.abs(grid[nearest]! - values[row]!)) nearest = i;
    groups[nearest]?.members.push(row);
  }
  return withUnknown(groups, values.length, (row) => !Number.isFinite(values[row]!));
}

function levelGroups(values: readonly (string | null)[]): Group[] {
  const members = new Map<string, number[]>();
  values.forEach((value, row) => {
    if (value === null) return;
    const known = members.get(value);
    if (known) known.push(row);
    else members.set(value, [row]);
  });
  const groups = [...members]
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_POINTS)
    .map(([level, own]): Group => ({ at: null, level, members: own }));
  return withUnknown(groups, values.length, (row) => values[row] === null);
}

function withUnknown(groups: Group[], rows: number, isUnknown: (row: number) => boolean): Group[] {
  const members = Array.from({ length: rows }, (_, row) => row).filter(isUnknown);
  return members.length < FEWEST_UNKNOWN * rows || members.length === 0
    ? groups
    : [...groups, { at: null, level: null, members }];
}

/** All values in one table of sample rows x values, so that the trees are walked in one go. */
function meanChances(
  document: ModelDocument,
  sample: Table,
  column: Column,
  groups: readonly Group[],
  follow: Follow,
): number[] {
  const size = sample.rowIds.length;
  const repeated = selectRows(
    sample,
    groups.flatMap(() => Array.from({ length: size }, (_, row) => row)),
  );
  const varied: Column =
    column.kind === "numeric"
      ? {
          ...column,
          values: Float64Array.from(
            groups.flatMap(({ at }) => Array.from({ length: size }, () => at ?? Number.NaN)),
          ),
        }
      : { ...column, values: groups.flatMap(({ level }) => Array.from({ length: size }, () => level)) };
  const moved = new Map([varied, ...follow(repeated, varied)].map((one) => [one.name, one]));
  const columns = repeated.columns.map((one) => moved.get(one.name) ?? one);
  const { probabilities } = scoreTable(document, { ...repeated, columns });
  return groups.map((_, index) => {
    const own = probabilities.subarray(index * size, (index + 1) * size);
    return own.reduce((sum, probability) => sum + probability, 0) / Math.max(1, size);
  });
}

function observedOf(labels: Uint8Array, members: readonly number[]): Interval | null {
  if (members.length < FEWEST_OBSERVED) return null;
  const left = members.reduce((sum, row) => sum + labels[row]!, 0);
  const { low, high } = wilsonInterval(left, members.length);
  return { estimate: left / members.length, lower: low, upper: high };
}

/** With its middle in the lowest eighth of the range a curve would be drawn against the axis. */
const CROWDED = 0.125;

function scaleOf(points: readonly DependencePoint[]): Dependence["scale"] {
  const grid = points.flatMap(({ at }) => (at === null ? [] : [at]));
  const [lowest = 0, highest = 0] = [grid[0], grid.at(-1)];
  const middle = grid[Math.floor(grid.length / 2)] ?? 0;
  return lowest >= 0 && middle - lowest < CROWDED * (highest - lowest) ? "log" : "linear";
}

function histogramOf(
  values: Float64Array,
  points: readonly DependencePoint[],
  scale: Dependence["scale"],
): Dependence["histogram"] {
  const [to, back] = scale === "log" ? [Math.log1p, Math.expm1] : [Number, Number];
  const grid = points.flatMap(({ at }) => (at === null ? [] : [at]));
  const lowest = grid[0];
  const highest = grid.at(-1);
  if (lowest === undefined || highest === undefined || highest <= lowest) return [];
  const start = to(lowest);
  const step = (to(highest) - start) / HISTOGRAM_BINS;
  const counts = new Float64Array(HISTOGRAM_BINS);
  for (const value of values)
    if (value >= lowest && value <= highest)
      counts[Math.min(HISTOGRAM_BINS - 1, Math.floor((to(value) - start) / step))]!++;
  return Array.from(counts, (count, bin) => ({
    from: back(start + bin * step),
    to: back(start + (bin + 1) * step),
    share: count / values.length,
  }));
}
