import type { FeatureMatrix } from "../../preprocess/feature-matrix.ts";
import { binMatrix, binWidths, categoricalFlags, type Binning } from "./binning.ts";
import { EXPLAIN_LEVELS, MOST_PAIRS, QUADRATURE_BYTES, STATE } from "./state-block.ts";
import { soloTeam, type Team } from "./team.ts";
import { explainTree, gaussLegendre, shapeOf, type TreeExplainer, type TreeShape } from "./tree-shap.ts";
import { pointAt, writeTree, type Tree, type TreePlace } from "./tree.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

export interface WeightedTree {
  tree: Tree;
  weight: number;
}

/** Sums many weighted trees over rows, and explains the sum. */
export interface TreeScorer {
  /** Adds the trees' values to `out`, one entry per row. */
  addScores(matrix: FeatureMatrix, out: Float64Array): void;
  /** Adds Shapley values to `out`, row-major, one column per feature. */
  addContributions(matrix: FeatureMatrix, out: Float64Array): void;
  /** Sum of the trees' expectations. */
  readonly base: number;
}

/** Rows binned and scored at a time: small enough that their bins stay in the second-level cache over thousands of trees. */
const BLOCK_ROWS = 8192;
const EXPLAINED_ROWS = 256;

interface LoadedTrees {
  workspace: Workspace;
  team: Team;
  places: TreePlace[];
}

/** Prepares trees grown on one binning for scoring; memory for one block of rows and all nodes is kept. `plain` avoids WebAssembly. */
export function createTreeScorer(binning: Binning, trees: WeightedTree[], plain = false): TreeScorer {
  const width = binning.features.length;
  let shapes: TreeShape[] | null = null;
  const treeShapes = (): TreeShape[] => (shapes ??= trees.map(({ tree }) => shapeOf(tree)));
  let explainers: TreeExplainer[] | null = null;
  let block: LoadedTrees | null = null;
  const loaded = (rows: number): LoadedTrees => {
    if (block === null || block.workspace.shape.rows < rows)
      block = loadTrees(binning, trees, treeShapes(), rows, plain);
    return block;
  };

  return {
    get base() {
      return treeShapes().reduce((sum, shape, i) => sum + shape.base * trees[i]!.weight, 0);
    },
    addScores(matrix, out) {
      if (trees.length === 0) return;
      forEachBlock(matrix, BLOCK_ROWS, (part, first) => {
        const { workspace, team, places } = loaded(Math.min(BLOCK_ROWS, matrix.rows));
        binMatrix(binning, part, workspace, team);
        const { scores } = workspace;
        scores.fill(0);
        trees.forEach(({ tree, weight }, i) => {
          if (tree.feature.length === 0) {
            for (let row = 0; row < part.rows; row++) scores[row]! += tree.leafValue[0]! * weight;
            return;
          }
          pointAt(workspace, tree, places[i]!);
          team.run("addTree", part.rows * tree.feature.length);
        });
        for (let row = 0; row < part.rows; row++) out[first + row]! += scores[row]!;
      });
    },
    addContributions(matrix, out) {
      if (trees.length === 0) return;
      const deepest = treeShapes().reduce((most, { depth }) => Math.max(most, depth), 0);
      forEachBlock(matrix, EXPLAINED_ROWS, (part, first) => {
        const { workspace, team } = loaded(Math.min(EXPLAINED_ROWS, matrix.rows));
        binMatrix(binning, part, workspace, team);
        const { explain } = team.kernel;
        if (explain !== null && deepest < EXPLAIN_LEVELS - 1) {
          const { explained } = workspace;
          pointAt(workspace, trees[0]!.tree, { node: 0, value: 0 });
          explained.fill(0);
          explain();
          for (let i = 0; i < part.rows * width; i++) out[first * width + i]! += explained[i]!;
          return;
        }
        explainers ??= trees.map(({ tree }) => explainTree(tree));
        const bins = new Uint8Array(width);
        for (let row = 0; row < part.rows; row++) {
          for (let feature = 0; feature < width; feature++)
            bins[feature] = workspace.bins[feature * workspace.stride + row]!;
          explainers.forEach((explainer, i) =>
            explainer.add(bins, trees[i]!.weight, out, (first + row) * width),
          );
        }
      });
    },
  };
}

function loadTrees(
  binning: Binning,
  trees: WeightedTree[],
  shapes: TreeShape[],
  rows: number,
  plain: boolean,
): LoadedTrees {
  const workspace = createWorkspace({
    rows,
    widths: binWidths(binning),
    categorical: categoricalFlags(binning),
    maxLeaves: trees.reduce((sum, { tree }) => sum + tree.leafValue.length, 1),
    walkOnly: { trees: trees.length, explainedRows: Math.min(rows, EXPLAINED_ROWS) },
  });
  const { state } = workspace;
  state[STATE.treeCount >> 2] = trees.length;
  state[STATE.featureCount >> 2] = binning.features.length;
  for (let pairs = 1; pairs <= MOST_PAIRS; pairs++) writeQuadrature(workspace.quadrature, pairs);
  const places: TreePlace[] = [];
  let place: TreePlace = { node: 0, value: 0 };
  trees.forEach(({ tree, weight }, i) => {
    const { depth, leftShare } = shapes[i]!;
    places.push(place);
    writeTree(workspace, tree, place, weight);
    workspace.leftShares.set(leftShare, place.node);
    // A path has at most as many features as it is deep; n points are exact for 2n of them.
    const pairs = Math.ceil(Math.min(depth, binning.features.length) / 4);
    workspace.treeTable.set([place.node, place.value, pairs], i * 4);
    place = { node: place.node + tree.feature.length, value: place.value + tree.leafValue.length };
  });
  return { workspace, team: soloTeam(workspace, plain), places };
}

/** Points t, 1 - t, weights w and -w / (1 - t) for 2 x pairs points. */
function writeQuadrature(table: Float64Array, pairs: number): void {
  const { points, weights } = gaussLegendre(pairs * 2);
  const at = (pairs * QUADRATURE_BYTES) / 8;
  points.forEach((point, q) => {
    table[at + q] = point;
    table[at + 16 + q] = 1 - point;
    table[at + 32 + q] = weights[q]!;
    table[at + 48 + q] = -weights[q]! / (1 - point);
  });
}

function forEachBlock(
  matrix: FeatureMatrix,
  rows: number,
  run: (part: FeatureMatrix, first: number) => void,
): void {
  for (let first = 0; first < matrix.rows; first += rows) {
    const end = Math.min(first + rows, matrix.rows);
    const features = matrix.features.map((feature) =>
      feature.kind === "numeric"
        ? { ...feature, values: feature.values.subarray(first, end) }
        : { ...feature, codes: feature.codes.subarray(first, end) },
    );
    run({ rows: end - first, features }, first);
  }
}
