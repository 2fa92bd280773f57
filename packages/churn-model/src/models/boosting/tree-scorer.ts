import type { FeatureMatrix } from "../../preprocess/feature-matrix.ts";
import { binMatrix, binWidths, categoricalFlags, type Binning } from "./binning.ts";
import { STATE, NODE_BYTES } from "./state-block.ts";
import { soloTeam, type Team } from "./team.ts";
import { explainTree, type TreeExplainer } from "./tree-shap.ts";
import { writeNodes, type Tree } from "./tree.ts";
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

/** Prepares trees grown on one binning for scoring; memory for one block of rows and all nodes is kept. */
export function createTreeScorer(binning: Binning, trees: WeightedTree[]): TreeScorer {
  const leaves = trees.reduce((sum, { tree }) => sum + tree.leafValue.length, 1);
  const shape = { widths: binWidths(binning), categorical: categoricalFlags(binning), maxLeaves: leaves };
  let block: { workspace: Workspace; team: Team; firstNodes: number[]; firstValues: number[] } | null = null;
  const prepare = (rows: number): NonNullable<typeof block> => {
    if (block === null || block.workspace.shape.rows < rows) block = loadTrees(trees, shape, rows);
    return block;
  };
  let explainers: TreeExplainer[] | null = null;
  const explain = (): TreeExplainer[] => (explainers ??= trees.map(({ tree }) => explainTree(tree)));

  return {
    get base() {
      return explain().reduce((sum, explainer, i) => sum + explainer.base * trees[i]!.weight, 0);
    },
    addScores(matrix, out) {
      if (trees.length === 0) return;
      forEachBlock(matrix, (part, first) => {
        const { workspace, team, firstNodes, firstValues } = prepare(Math.min(BLOCK_ROWS, matrix.rows));
        binMatrix(binning, part, workspace, team);
        const { state, scores } = workspace;
        const nodesAt = state[STATE.nodes >> 2]!;
        const valuesAt = state[STATE.values >> 2]!;
        scores.fill(0);
        state[STATE.list >> 2] = 0;
        state[STATE.begin >> 2] = 0;
        state[STATE.end >> 2] = part.rows;
        trees.forEach(({ tree, weight }, i) => {
          if (tree.feature.length === 0) {
            for (let row = 0; row < part.rows; row++) scores[row]! += tree.leafValue[0]! * weight;
            return;
          }
          state[STATE.nodes >> 2] = nodesAt + firstNodes[i]! * NODE_BYTES;
          state[STATE.values >> 2] = valuesAt + firstValues[i]! * 8;
          team.run("walkTree", part.rows * 8);
        });
        state[STATE.nodes >> 2] = nodesAt;
        state[STATE.values >> 2] = valuesAt;
        for (let row = 0; row < part.rows; row++) out[first + row]! += scores[row]!;
      });
    },
    addContributions(matrix, out) {
      const width = binning.features.length;
      const bins = new Uint8Array(width);
      forEachBlock(matrix, (part, first) => {
        const { workspace, team } = prepare(Math.min(BLOCK_ROWS, matrix.rows));
        binMatrix(binning, part, workspace, team);
        for (let row = 0; row < part.rows; row++) {
          for (let feature = 0; feature < width; feature++)
            bins[feature] = workspace.bins[feature * workspace.stride + row]!;
          explain().forEach((explainer, i) =>
            explainer.add(bins, trees[i]!.weight, out, (first + row) * width),
          );
        }
      });
    },
  };
}

function loadTrees(
  trees: WeightedTree[],
  shape: { widths: number[]; categorical: boolean[]; maxLeaves: number },
  rows: number,
): { workspace: Workspace; team: Team; firstNodes: number[]; firstValues: number[] } {
  const workspace = createWorkspace({ ...shape, rows, walkOnly: true });
  const bins = workspace.state[STATE.bins >> 2]!;
  const firstNodes: number[] = [];
  const firstValues: number[] = [];
  let [node, value] = [0, 0];
  for (const { tree, weight } of trees) {
    firstNodes.push(node);
    firstValues.push(value);
    writeNodes(
      tree,
      (feature) => bins + feature * workspace.stride,
      workspace.nodes,
      workspace.nodeBytes,
      node,
    );
    workspace.values.set(
      tree.leafValue.map((leaf) => leaf * weight),
      value,
    );
    node += tree.feature.length;
    value += tree.leafValue.length;
  }
  return { workspace, team: soloTeam(workspace), firstNodes, firstValues };
}

function forEachBlock(matrix: FeatureMatrix, run: (part: FeatureMatrix, first: number) => void): void {
  for (let first = 0; first < matrix.rows; first += BLOCK_ROWS) {
    const end = Math.min(first + BLOCK_ROWS, matrix.rows);
    const features = matrix.features.map((feature) =>
      feature.kind === "numeric"
        ? { ...feature, values: feature.values.subarray(first, end) }
        : { ...feature, codes: feature.codes.subarray(first, end) },
    );
    run({ rows: end - first, features }, first);
  }
}
