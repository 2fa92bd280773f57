import { createRandom } from "../../random.ts";
import { growTree } from "../boosting/grow-tree.ts";
import { STATE } from "../boosting/state-block.ts";
import type { Team } from "../boosting/team.ts";
import { goesLeft, type Tree } from "../boosting/tree.ts";
import type { Workspace } from "../boosting/workspace.ts";

export interface ForestParameters {
  trees: number;
  maxLeaves: number;
  maxDepth: number;
  minData: number;
}

export interface ForestFit {
  /** Each tree's leaves hold the share of leavers; the forest is their mean. */
  trees: Tree[];
  /** Share of leavers among the rows. */
  baseRate: number;
}

const SQUARED_LOSS = 1;

/** Breiman's random forest on binned rows: bootstrap samples, the square root of the features at each node. */
export function fitForest(
  workspace: Workspace,
  team: Team,
  data: { labels: Uint8Array; rows: Int32Array },
  parameters: ForestParameters,
  seed: number,
): ForestFit {
  const { labels, rows } = data;
  const random = createRandom(seed);
  const { state } = workspace;
  workspace.labels.set(labels);
  state[STATE.loss >> 2] = SQUARED_LOSS;
  team.run("gradients", labels.length);
  const featuresPerNode = Math.max(1, Math.round(Math.sqrt(workspace.shape.widths.length)));
  const treeParameters = {
    ...parameters,
    featuresPerNode,
    minHessian: 0,
    l2: 0,
    featureShare: 1,
    shrinkage: 1,
  };
  const trees = Array.from({ length: parameters.trees }, () => {
    const drawn = Int32Array.from(rows, () => rows[random.int(rows.length)]!).sort();
    workspace.rows.set(drawn);
    return growTree(workspace, team, treeParameters, workspace.rows, rows.length, random);
  });
  const outcomes = rows.reduce((sum, row) => sum + labels[row]!, 0);
  return { trees, baseRate: (outcomes + 0.5) / (rows.length + 1) };
}

/** Mean leaf value of one row over trees; for a few rows, where loading the kernel is not worth it. */
export function forestShare(trees: Tree[], workspace: Workspace, row: number): number {
  let sum = 0;
  for (const tree of trees) {
    let node = tree.feature.length === 0 ? -1 : 0;
    while (node >= 0) {
      const bin = workspace.bins[tree.feature[node]! * workspace.stride + row]!;
      node = goesLeft(tree, node, bin) ? tree.left[node]! : tree.right[node]!;
    }
    sum += tree.leafValue[~node]!;
  }
  return sum / trees.length;
}
