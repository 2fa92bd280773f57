import { quantile } from "../metrics/bootstrap.ts";
import type { Column, Table } from "../table.ts";
import {
  coarseBins,
  type DriftLevel,
  driftLevelOf,
  type PopulationStability,
  populationStability,
} from "./population-stability.ts";

const NUMERIC_BINS = 10;
/** Levels kept by name; the rest are one bin, since rare levels would make the index jump by chance. */
const NAMED_LEVELS = 20;
/** So few levels are all there are: each is compared, however rare. */
const FEW_LEVELS = 10;
/**
 * Of many levels only those with so many rows in training are compared by name. The largest of a sample are so partly
 * by luck and come back smaller, while the rest comes back larger: with every level of 130 rows named, another draw of
 * the same customers differed "beyond chance" one time in five.
 */
const COMPARED_FROM_ROWS = 20;

/** How one feature (or the score) was spread in training; plain JSON, kept in the model document. */
export type FeatureBaseline = {
  readonly name: string;
  readonly label: string;
  /** Rows per bin: the bins of `edges` or `levels` in order, then the rest (categories only), then missing. */
  readonly counts: readonly number[];
} & (
  | { readonly kind: "numeric"; readonly edges: readonly number[] }
  | { readonly kind: "categorical"; readonly levels: readonly string[] }
);

/** Drift of one feature, or of the score, against training. */
export interface FeatureDrift extends PopulationStability {
  readonly name: string;
  readonly label: string;
  readonly level: DriftLevel;
  /** Shares 0-1 of rows without a value. */
  readonly missingThen: number;
  readonly missingNow: number;
  /** Share of rows now in none of the named levels; null for numbers. */
  readonly otherNow: number | null;
  /** Rows now with a category that no training row had, however few; null for numbers, and where training had unnamed ones. */
  readonly unseenNow: number | null;
  /** In words; null while stable. */
  readonly message: string | null;
}

/** Remembers how each column of a training table was spread: quantile bins for numbers, the largest levels by name. */
export function driftBaseline(table: Table): FeatureBaseline[] {
  return table.columns.map(baselineOfColumn);
}

/** The same for the score: bins at the tenths of the probabilities. */
export function scoreDriftBaseline(probabilities: ArrayLike<number>): FeatureBaseline {
  return baselineOfColumn(scoreColumn(probabilities));
}

/** Index per feature of the baseline, largest first. A column that is gone counts as wholly missing. */
export function measureDrift(baselines: readonly FeatureBaseline[], table: Table): FeatureDrift[] {
  const rows = table.rowIds.length;
  return baselines
    .map((baseline) => {
      const column = table.columns.find((candidate) => candidate.name === baseline.name);
      return driftOf(baseline, countsOf(baseline, column, rows), {
        looks: baselines.length,
        since: "training",
      });
    })
    .sort((a, b) => b.psi - a.psi);
}

/**
 * Index of the score itself. Both sides must be what one finished model says, the baseline on its first look at
 * everybody: held-out probabilities are spread otherwise, and on a model's own rows it is surer than on others.
 */
export function measureScoreDrift(baseline: FeatureBaseline, probabilities: ArrayLike<number>): FeatureDrift {
  return driftOf(baseline, countsOf(baseline, scoreColumn(probabilities), probabilities.length), {
    looks: 1,
    since: "the model was first used",
  });
}

const scoreColumn = (probabilities: ArrayLike<number>): Column => ({
  name: "score",
  label: "Churn score",
  kind: "numeric",
  values: Float64Array.from({ length: probabilities.length }, (_, row) => probabilities[row]!),
});

function baselineOfColumn(column: Column): FeatureBaseline {
  const label = column.label ?? column.name;
  const empty: FeatureBaseline =
    column.kind === "numeric"
      ? { name: column.name, label, kind: "numeric", edges: quantileEdges(column.values), counts: [] }
      : { name: column.name, label, kind: "categorical", levels: largestLevels(column.values), counts: [] };
  return { ...empty, counts: countsOf(empty, column, column.values.length) };
}

/** Inner edges between equally filled bins; a value on an edge belongs to the bin below it. Infinities have none. */
function quantileEdges(values: Float64Array): number[] {
  const known = values.filter((value) => Number.isFinite(value)).sort();
  const edges = new Set<number>();
  if (known.length > 0 && known[0] !== known.at(-1)) {
    for (let k = 1; k < NUMERIC_BINS; k++) edges.add(quantile(known, k / NUMERIC_BINS));
  } else if (known[0] !== undefined) edges.add(known[0]);
  return [...edges];
}

function largestLevels(values: readonly (string | null)[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.entries()]
    .sort(([a, rowsA], [b, rowsB]) => rowsB - rowsA || (a < b ? -1 : 1))
    .slice(0, NAMED_LEVELS)
    .map(([level]) => level);
}

function countsOf(baseline: FeatureBaseline, column: Column | undefined, rows: number): number[] {
  const named = baseline.kind === "numeric" ? baseline.edges.length : baseline.levels.length;
  const counts = Array.from({ length: named + 2 }, () => 0);
  const missing = named + 1;
  if (column === undefined || column.kind !== baseline.kind) {
    counts[missing] = rows;
    return counts;
  }
  if (column.kind === "numeric" && baseline.kind === "numeric") {
    for (const value of column.values) {
      counts[Number.isNaN(value) ? missing : binOf(baseline.edges, value)]! += 1;
    }
  } else if (column.kind === "categorical" && baseline.kind === "categorical") {
    const position = new Map(baseline.levels.map((level, i) => [level, i]));
    for (const value of column.values)
      counts[value === null ? missing : (position.get(value) ?? named)]! += 1;
  }
  return counts;
}

/** Number of edges below the value: bin k holds edge k-1 < value <= edge k. */
function binOf(edges: readonly number[], value: number): number {
  let bin = 0;
  while (bin < edges.length && value > edges[bin]!) bin++;
  return bin;
}

/** How many indexes are judged at once, and what the baseline is, in words. */
interface Comparison {
  readonly looks: number;
  readonly since: string;
}

function driftOf(
  baseline: FeatureBaseline,
  now: readonly number[],
  { looks, since }: Comparison,
): FeatureDrift {
  const coarse = coarseBins(comparable(baseline, baseline.counts), comparable(baseline, now));
  const measured = populationStability(...coarse);
  const level = driftLevelOf(measured, looks);
  const share = (counts: readonly number[], bin: number): number => {
    const rows = counts.reduce((sum, count) => sum + count, 0);
    return rows === 0 ? 0 : counts[bin]! / rows;
  };
  const last = now.length - 1;
  const missingThen = share(baseline.counts, last);
  const missingNow = share(now, last);
  return {
    name: baseline.name,
    label: baseline.label,
    ...measured,
    level,
    missingThen,
    missingNow,
    otherNow: baseline.kind === "categorical" ? share(now, last - 1) : null,
    unseenNow: baseline.kind === "categorical" && baseline.counts[last - 1] === 0 ? now[last - 1]! : null,
    message:
      level === "stable"
        ? null
        : inWords(baseline, now, `${how(level)} since ${since} (PSI ${measured.psi.toFixed(2)})`, share),
  };
}

/** Counts with the rarer of many levels moved to the rest. */
function comparable(baseline: FeatureBaseline, counts: readonly number[]): number[] {
  const compared = [...counts];
  if (baseline.kind === "numeric" || baseline.levels.length <= FEW_LEVELS) return compared;
  const rest = baseline.levels.length;
  for (let bin = 0; bin < rest; bin++) {
    if (baseline.counts[bin]! >= COMPARED_FROM_ROWS) continue;
    compared[rest]! += compared[bin]!;
    compared[bin] = 0;
  }
  return compared;
}

const how = (level: DriftLevel): string => (level === "drifted" ? "has drifted" : "is shifting");

/** Names the bin that moved most, which is where a person starts to look. */
function inWords(
  baseline: FeatureBaseline,
  now: readonly number[],
  what: string,
  share: (counts: readonly number[], bin: number) => number,
): string {
  const move = (bin: number): number => Math.abs(share(now, bin) - share(baseline.counts, bin));
  let most = 0;
  for (let bin = 1; bin < now.length; bin++) if (move(bin) > move(most)) most = bin;
  const percent = (value: number): string => `${(100 * value).toFixed(value < 0.1 ? 1 : 0)}%`;
  return `${baseline.label} ${what}: ${binInWords(baseline, most)} was ${percent(share(baseline.counts, most))} of customers, now ${percent(share(now, most))}.`;
}

function binInWords(baseline: FeatureBaseline, bin: number): string {
  if (bin === baseline.counts.length - 1) return "no value";
  if (baseline.kind === "categorical") {
    const level = baseline.levels[bin];
    return level === undefined ? "any other value" : `"${level}"`;
  }
  const [above, upTo] = [baseline.edges[bin - 1], baseline.edges[bin]];
  const show = (value: number): string => String(Number(value.toPrecision(4)));
  if (above === undefined) return upTo === undefined ? "any value" : `${show(upTo)} or less`;
  return upTo === undefined ? `more than ${show(above)}` : `${show(above)} to ${show(upTo)}`;
}

/**
 * Reads stored baselines back.
 * @throws RangeError for anything that is not a list of them, so that a tampered model is refused.
 */
export function driftBaselineFromJSON(document: unknown): FeatureBaseline[] {
  if (!Array.isArray(document)) throw new RangeError("drift baseline is not a list");
  return document.map((entry: unknown) => {
    const fields = (typeof entry === "object" && entry !== null ? entry : {}) as Record<string, unknown>;
    const { name, label, kind, counts } = fields;
    const named = kind === "numeric" ? fields["edges"] : kind === "categorical" ? fields["levels"] : null;
    const ofKind = (value: unknown): boolean =>
      kind === "numeric" ? typeof value === "number" && Number.isFinite(value) : typeof value === "string";
    const isCount = (value: unknown): boolean =>
      typeof value === "number" && Number.isFinite(value) && value >= 0;
    if (
      typeof name !== "string" ||
      typeof label !== "string" ||
      !Array.isArray(named) ||
      !named.every(ofKind) ||
      !Array.isArray(counts) ||
      counts.length !== named.length + 2 ||
      !counts.every(isCount)
    ) {
      throw new RangeError(`drift baseline of ${String(name)} cannot be read`);
    }
    return kind === "numeric"
      ? { name, label, kind, edges: named as number[], counts: counts as number[] }
      : { name, label, kind: "categorical", levels: named as string[], counts: counts as number[] };
  });
}
