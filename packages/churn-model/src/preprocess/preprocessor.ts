import type { DroppedColumn } from "../report.ts";
import { deriveSeed } from "../random.ts";
import { findColumn, type CategoricalColumn, type Column, type NumericColumn, type Table } from "../table.ts";
import { daysOfIsoDate, withDatesAsDays } from "./date-columns.ts";
import { allocate, type Feature, type FeatureMatrix } from "./feature-matrix.ts";
import { screenColumn } from "./screen-column.ts";
import type { FeatureSpec, SumSpec } from "./feature-spec.ts";
import { suggestSums } from "./suffix-sums.ts";

/** Fitted preprocessing, as data: part of a model document. */
export interface Preprocessor {
  features: FeatureSpec[];
}

export interface FittedPreprocessor {
  preprocessor: Preprocessor;
  dropped: DroppedColumn[];
  clipped: { name: string; count: number }[];
}

/** Beyond this magnitude a number is a broken export, not a measurement; dates in milliseconds stay below it. */
const ABSURD = 1e15;
/** Columns with more levels keep those seen often; the rest becomes "other". */
const MANY_LEVELS = 50;
const MIN_LEVEL_ROWS = 10;
const MAX_LEVELS = 200;
const OTHER = "other";

/**
 * Learns how to turn a table into features: which columns can be used, their levels and their range.
 * Labels are not read. Columns named in `drop` are left out as requested.
 */
export function fitPreprocessor(table: Table, drop: ReadonlySet<string> = new Set()): FittedPreprocessor {
  const features: FeatureSpec[] = [];
  const dropped: DroppedColumn[] = [];
  const clipped: { name: string; count: number }[] = [];
  for (const given of table.columns) {
    const column = withDatesAsDays(given);
    const label = column.label ?? column.name;
    const refusal = drop.has(column.name)
      ? ({ reason: "requested", detail: "left out as asked" } as const)
      : screenColumn(column, { isDate: column.kind !== given.kind });
    if (refusal !== null) {
      dropped.push({ name: column.name, label, ...refusal });
    } else if (column.kind === "numeric") {
      const range = finiteRange(column);
      if (range.clipped > 0) clipped.push({ name: column.name, count: range.clipped });
      features.push({
        kind: "numeric",
        name: column.name,
        label,
        lowest: range.lowest,
        highest: range.highest,
      });
    } else {
      features.push({ kind: "categorical", name: column.name, label, ...chooseLevels(column) });
    }
  }
  return { preprocessor: { features: [...features, ...suggestSums(table, features)] }, dropped, clipped };
}

/** What the table held that the preprocessor had not seen. */
export interface InputCounts {
  feature: string;
  unseen: number;
  missing: number;
  absent: boolean;
}

/**
 * Applies fitted preprocessing; a column the table lacks is missing in every row and reported as absent. `shared`: into
 * memory that threads share.
 */
export function encodeTable(
  preprocessor: Preprocessor,
  table: Table,
  { shared = false } = {},
): { matrix: FeatureMatrix; inputs: InputCounts[] } {
  const rows = table.rowIds.length;
  const numbers = (): Float64Array => new Float64Array(allocate(8 * rows, shared));
  const inputs: InputCounts[] = [];
  const byName = new Map<string, Feature>();
  const features = preprocessor.features.map((spec): Feature => {
    let feature: Feature;
    if (spec.kind === "sum") feature = sumFeatures(spec, byName, numbers());
    else {
      const column = findColumn(table, spec.name);
      const counts = { feature: spec.name, unseen: 0, missing: 0, absent: column === undefined };
      inputs.push(counts);
      feature =
        spec.kind === "numeric"
          ? encodeNumeric(spec, column, numbers(), counts)
          : encodeCategorical(spec, column, new Int32Array(allocate(4 * rows, shared)), counts);
    }
    byName.set(spec.name, feature);
    return feature;
  });
  return { matrix: { rows, features }, inputs };
}

function encodeNumeric(
  spec: { name: string; label: string; lowest: number; highest: number },
  column: Column | undefined,
  values: Float64Array,
  counts: InputCounts,
): Feature {
  values.fill(Number.NaN);
  for (let row = 0; row < values.length; row++) {
    const value = column === undefined ? null : column.values[row];
    const number = typeof value === "string" ? numberOfText(value) : (value ?? Number.NaN);
    if (Number.isNaN(number)) counts.missing++;
    else if (number > ABSURD) values[row] = spec.highest;
    else if (number < -ABSURD) values[row] = spec.lowest;
    else values[row] = number;
  }
  return { kind: "numeric", name: spec.name, label: spec.label, values };
}

/** A number or a date (days since 1970) as text; NaN for blanks and anything else. */
function numberOfText(text: string): number {
  if (text.trim() === "") return Number.NaN;
  const number = Number(text);
  return Number.isNaN(number) ? daysOfIsoDate(text) : number;
}

function encodeCategorical(
  spec: Extract<FeatureSpec, { kind: "categorical" }>,
  column: Column | undefined,
  codes: Int32Array,
  counts: InputCounts,
): Feature {
  const codeOf = new Map(spec.levels.map((level, code) => [level, code]));
  const otherCode = spec.other ? spec.levels.length : -1;
  const rare = new Set(spec.rare);
  codes.fill(-1);
  for (let row = 0; row < codes.length; row++) {
    const raw = column?.values[row] ?? null;
    if (raw === null || Number.isNaN(raw)) counts.missing++;
    else {
      const code = codeOf.get(String(raw));
      if (code === undefined && !rare.has(hashOfLevel(String(raw)))) counts.unseen++;
      codes[row] = code ?? otherCode;
    }
  }
  const levels = spec.other ? [...spec.levels, OTHER] : spec.levels;
  return { kind: "categorical", name: spec.name, label: spec.label, codes, levels };
}

function sumFeatures(spec: SumSpec, byName: Map<string, Feature>, values: Float64Array): Feature {
  for (const part of spec.parts) {
    const feature = byName.get(part);
    if (feature?.kind === "numeric")
      for (let row = 0; row < values.length; row++) values[row]! += feature.values[row]!;
  }
  return { kind: "numeric", name: spec.name, label: spec.label, values };
}

function finiteRange(column: NumericColumn): { lowest: number; highest: number; clipped: number } {
  let lowest = Infinity;
  let highest = -Infinity;
  let clipped = 0;
  for (const value of column.values) {
    if (Number.isNaN(value)) continue;
    if (Math.abs(value) > ABSURD) clipped++;
    else {
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  }
  return lowest > highest ? { lowest: 0, highest: 0, clipped } : { lowest, highest, clipped };
}

/** Levels in alphabetical order, so that the order of the rows does not matter. */
function chooseLevels(column: CategoricalColumn): { levels: string[]; other: boolean; rare?: number[] } {
  const counts = new Map<string, number>();
  for (const value of column.values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size <= MANY_LEVELS) return { levels: [...counts.keys()].sort(), other: false };
  const kept = [...counts]
    .filter(([, count]) => count >= MIN_LEVEL_ROWS)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_LEVELS);
  const levels = kept.map(([level]) => level).sort();
  const named = new Set(levels);
  const rare = new Set([...counts.keys()].filter((level) => !named.has(level)).map(hashOfLevel));
  return { levels, other: true, rare: [...rare].sort((a, b) => a - b) };
}

/** 32 bits: a new level is taken for one of 10,000 rare ones once in 400,000 times, and no name is stored. */
const hashOfLevel = (level: string): number => deriveSeed(0, level);
