import type { FeatureMatrix } from "../../preprocess/feature-matrix.ts";
import { createRandom } from "../../random.ts";
import { knownNumbers, sortedNumbers } from "../../sorted-numbers.ts";
import { allRows } from "../estimator.ts";
import { STATE } from "./state-block.ts";
import type { Team } from "./team.ts";
import type { Workspace } from "./workspace.ts";

/** How each feature falls into bins: a number by the ascending upper values of all bins but the last, a category by its code. */
export type FeatureBinning = { kind: "numeric"; bounds: number[] } | { kind: "categorical"; levels: number };

export interface Binning {
  features: FeatureBinning[];
}

/** One byte per value: 255 bins and one for missing. */
const MOST_BINS = 255;
/** Quantiles of this many rows place a bin within a fifth of its width. */
const SAMPLED_ROWS = 60_000;

/** Chooses bins at quantiles of each numeric feature. Bounds are values that occur, so a monotone transform of a column changes nothing. */
export function fitBinning(matrix: FeatureMatrix): Binning {
  const sampled = sampledRows(matrix.rows);
  const sample = new Float64Array(sampled.length);
  return {
    features: matrix.features.map((feature): FeatureBinning => {
      if (feature.kind === "categorical")
        return { kind: "categorical", levels: Math.min(MOST_BINS, feature.levels.length) };
      sampled.forEach((row, i) => (sample[i] = feature.values[row]!));
      return { kind: "numeric", bounds: quantileBounds(sortedNumbers(knownNumbers(sample))) };
    }),
  };
}

/** Rows that bins are chosen on. */
function sampledRows(rows: number): Int32Array {
  if (rows <= SAMPLED_ROWS) return allRows(rows);
  const random = createRandom(rows);
  const sampled = new Int32Array(SAMPLED_ROWS);
  for (let i = 0; i < SAMPLED_ROWS; i++) sampled[i] = random.int(rows);
  // Which rows they are is all that counts: in order they lie side by side.
  return sampled.sort();
}

function quantileBounds(sorted: Float64Array): number[] {
  const distinct: number[] = [];
  for (const value of sorted) {
    if (value !== distinct.at(-1)) distinct.push(value);
    if (distinct.length > MOST_BINS) break;
  }
  if (distinct.length <= MOST_BINS) return distinct.slice(0, -1);
  const bounds: number[] = [];
  for (let bin = 1; bin < MOST_BINS; bin++) {
    const value = sorted[Math.ceil((bin / MOST_BINS) * sorted.length) - 1]!;
    if (value !== bounds.at(-1) && value !== sorted.at(-1)) bounds.push(value);
  }
  return bounds;
}

/** Value bins per feature, without the missing bin. */
export const binWidths = (binning: Binning): number[] =>
  binning.features.map((feature) =>
    feature.kind === "numeric" ? feature.bounds.length + 1 : feature.levels,
  );

export const categoricalFlags = (binning: Binning): boolean[] =>
  binning.features.map((feature) => feature.kind === "categorical");

/** Writes the bins of a matrix into a workspace; missing, unseen and out-of-range categories go to the missing bin. */
export function binMatrix(binning: Binning, matrix: FeatureMatrix, workspace: Workspace, team: Team): void {
  const { state } = workspace;
  // For every operation that follows.
  state[STATE.rowCount >> 2] = matrix.rows;
  binning.features.forEach((binned, index) => {
    const feature = matrix.features[index]!;
    const column = workspace.bins.subarray(index * workspace.stride, index * workspace.stride + matrix.rows);
    if (binned.kind === "categorical") {
      if (feature.kind !== "categorical") throw new RangeError(`feature ${feature.name} is not categorical`);
      const { levels } = binned;
      for (let row = 0; row < matrix.rows; row++) {
        const code = feature.codes[row]!;
        column[row] = code >= 0 && code < levels ? code : levels;
      }
      return;
    }
    if (feature.kind !== "numeric") throw new RangeError(`feature ${feature.name} is not numeric`);
    workspace.numbers.set(feature.values);
    workspace.bounds.fill(Infinity).set(binned.bounds);
    state[STATE.column >> 2] = column.byteOffset;
    state[STATE.missingBin >> 2] = binned.bounds.length + 1;
    team.run("binNumbers", matrix.rows * WORK_PER_NUMBER);
  });
  if (workspace.shape.walkOnly === undefined) team.run("spreadBins", matrix.rows * binning.features.length);
}

const WORK_PER_NUMBER = 8;
