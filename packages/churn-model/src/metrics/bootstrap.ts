import { createRandom, type Random } from "../random.ts";
import type { Interval } from "./proportion-interval.ts";

export interface BootstrapOptions {
  readonly seed: number;
  /** How many resamples; 1,000 by default, enough for the ends of a 95% interval. */
  readonly resamples?: number;
  readonly confidence?: number;
  /**
   * Class of each row (its label): each class is resampled within itself, so that no resample of few leavers comes
   * out without any.
   */
  readonly strata?: ArrayLike<number>;
  /** Customer of each row: whole customers are drawn, with all their rows, because these are no evidence of their own. */
  readonly clusterOf?: ArrayLike<number | string>;
}

/** A figure with its bootstrap interval; `resamples` is how many gave a figure at all. */
export interface BootstrapInterval extends Interval {
  readonly estimate: number;
  readonly resamples: number;
}

/**
 * Percentile bootstrap interval of any figure of `rows` rows: `statistic` gets row numbers (drawn with replacement, in a buffer
 * that is reused) and answers the figure, or null where it is undefined. Same rows, seed and statistic: same interval.
 * Null when the figure is undefined on the rows themselves or on more than half of the resamples.
 * Source: Efron and Tibshirani 1993, chapter 13.
 */
export function bootstrapInterval(
  rows: number,
  statistic: (rowNumbers: Uint32Array) => number | null,
  options: BootstrapOptions,
): BootstrapInterval | null {
  const { resamples = 1000, confidence = 0.95 } = options;
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  const estimate = statistic(all.slice());
  if (estimate === null || !Number.isFinite(estimate)) return null;
  const random = createRandom(options.seed);
  const draw =
    options.clusterOf === undefined
      ? drawRows(rowsByStratum(all, options.strata), rows, random)
      : drawClusters(all, options.clusterOf, random);
  const figures: number[] = [];
  for (let k = 0; k < resamples; k++) {
    const figure = statistic(draw());
    if (figure !== null && Number.isFinite(figure)) figures.push(figure);
  }
  if (figures.length < resamples / 2 || figures.length === 0) return null;
  figures.sort((a, b) => a - b);
  const low = quantile(figures, (1 - confidence) / 2);
  const high = quantile(figures, (1 + confidence) / 2);
  return { estimate, low, high, resamples: figures.length };
}

function drawRows(strata: readonly Uint32Array[], rows: number, random: Random): () => Uint32Array {
  const drawn = new Uint32Array(rows);
  return () => {
    let at = 0;
    for (const stratum of strata) {
      for (let i = 0; i < stratum.length; i++) drawn[at++] = stratum[random.int(stratum.length)]!;
    }
    return drawn;
  };
}

function drawClusters(
  all: Uint32Array,
  clusterOf: ArrayLike<number | string>,
  random: Random,
): () => Uint32Array {
  const clusters = [...Map.groupBy(all, (row) => clusterOf[row]!).values()];
  const largest = clusters.reduce((most, { length }) => Math.max(most, length), 0);
  const drawn = new Uint32Array(clusters.length * largest);
  return () => {
    let at = 0;
    for (let i = 0; i < clusters.length; i++)
      for (const row of clusters[random.int(clusters.length)]!) drawn[at++] = row;
    return drawn.subarray(0, at);
  };
}

function rowsByStratum(all: Uint32Array, strata: ArrayLike<number> | undefined): Uint32Array[] {
  if (strata === undefined) return [all];
  const groups = Map.groupBy(all, (row) => strata[row]!);
  return [...groups.entries()].sort(([a], [b]) => a - b).map(([, rows]) => Uint32Array.from(rows));
}

/** Linear interpolation between order statistics (type 7 of Hyndman and Fan 1996); `sorted` is not empty. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (position - below) * (high - low);
}
