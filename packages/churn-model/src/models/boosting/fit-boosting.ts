import { createRandom } from "../../random.ts";
import type { BoostingParameters } from "./boosting-parameters.ts";
import { growTree } from "./grow-tree.ts";
import { STATE } from "./state-block.ts";
import type { Team } from "./team.ts";
import { writeNodes, type Tree } from "./tree.ts";
import type { Workspace } from "./workspace.ts";

/** What to fit on, in a workspace whose bins are written. */
export interface BoostingRows {
  labels: Uint8Array;
  rows: Int32Array;
  /** Rows to stop on; empty to run `rounds` rounds. */
  validation: Int32Array;
  /** Fixed number of rounds, for refits; the parameters' own number is the most otherwise. */
  rounds?: number;
}

export interface BoostingFit {
  baseLogit: number;
  trees: Tree[];
  /** Log odds of the validation rows at the best round. */
  validationLogits: Float64Array;
}

/** Boosts trees on log loss with row and feature sampling; stops after `patience` rounds without progress on the validation rows. */
export function fitBoosting(
  workspace: Workspace,
  team: Team,
  data: BoostingRows,
  parameters: BoostingParameters,
  seed: number,
): BoostingFit {
  const { labels, rows, validation } = data;
  const random = createRandom(seed);
  const all = labels.length;
  const outcomes = rows.reduce((sum, row) => sum + labels[row]!, 0);
  const baseLogit = Math.log((outcomes + 0.5) / (rows.length - outcomes + 0.5));
  workspace.labels.set(labels);
  workspace.scores.fill(baseLogit);
  setWord(workspace, STATE.loss, 0);

  const trees: Tree[] = [];
  let best = { rounds: 0, loss: Infinity, logits: new Float64Array(0) };
  const limit = data.rounds ?? parameters.rounds;
  for (let round = 0; round < limit; round++) {
    setWord(workspace, STATE.begin, 0);
    setWord(workspace, STATE.end, all);
    team.run("gradients", all * 8);
    const count = sampleRows(workspace.rows, rows, parameters.rowShare, random.next);
    const { tree, segments } = growTree(
      workspace,
      team,
      { ...parameters, shrinkage: parameters.learningRate },
      count,
      random,
    );
    if (tree.feature.length === 0) break;
    trees.push(tree);
    if (count === all) addBySegment(workspace, team, tree, segments);
    else walk(workspace, team, tree, all);
    if (validation.length === 0) continue;
    const logits = Float64Array.from(validation, (row) => workspace.scores[row]!);
    const loss = totalLogLoss(labels, validation, logits);
    if (loss < best.loss) best = { rounds: trees.length, loss, logits };
    else if (trees.length - best.rounds >= parameters.patience) break;
  }
  if (validation.length === 0) return { baseLogit, trees, validationLogits: new Float64Array(0) };
  const validationLogits =
    best.rounds > 0 ? best.logits : new Float64Array(validation.length).fill(baseLogit);
  return { baseLogit, trees: trees.slice(0, best.rounds), validationLogits };
}

const setWord = (workspace: Workspace, offset: number, value: number): void =>
  void (workspace.state[offset >> 2] = value);

/** Writes the round's rows in ascending order; a fixed share of them, exactly (selection sampling, Knuth 3.4.2 S). */
function sampleRows(target: Uint32Array, rows: Int32Array, rowShare: number, next: () => number): number {
  if (rowShare >= 1) {
    target.set(rows);
    return rows.length;
  }
  const wanted = Math.max(1, Math.round(rows.length * rowShare));
  let chosen = 0;
  for (let i = 0; chosen < wanted; i++)
    if ((rows.length - i) * next() < wanted - chosen) target[chosen++] = rows[i]!;
  return chosen;
}

function addBySegment(
  workspace: Workspace,
  team: Team,
  tree: Tree,
  segments: { begin: number; end: number }[],
): void {
  segments.forEach(({ begin, end }, leaf) => {
    setWord(workspace, STATE.begin, begin);
    setWord(workspace, STATE.end, end);
    workspace.stateFloats[STATE.value >> 3] = tree.leafValue[leaf]!;
    team.run("addToScores", (end - begin) * 2);
  });
}

/** Adds a tree to the scores of all rows by walking it. */
function walk(workspace: Workspace, team: Team, tree: Tree, rows: number): void {
  const bins = workspace.state[STATE.bins >> 2]!;
  writeNodes(tree, (feature) => bins + feature * workspace.stride, workspace.nodes, workspace.nodeBytes, 0);
  workspace.values.set(tree.leafValue);
  setWord(workspace, STATE.list, 0);
  setWord(workspace, STATE.begin, 0);
  setWord(workspace, STATE.end, rows);
  team.run("walkTree", rows * 8);
}

function totalLogLoss(labels: Uint8Array, rows: Int32Array, logits: Float64Array): number {
  let loss = 0;
  for (let i = 0; i < rows.length; i++) {
    const z = logits[i]!;
    loss += Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - labels[rows[i]!]! * z;
  }
  return loss;
}
