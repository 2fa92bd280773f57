import { createRandom, type Random } from "../../random.ts";
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
  const watched = watchValidation(workspace, labels, validation);
  const limit = data.rounds ?? parameters.rounds;
  for (let round = 0; round < limit; round++) {
    setWord(workspace, STATE.begin, 0);
    setWord(workspace, STATE.end, all);
    team.run("gradients", all * 8);
    const { chosen, others } = sampleRows(workspace, rows, validation, parameters.rowShare, random);
    const treeParameters = { ...parameters, shrinkage: parameters.learningRate };
    const { tree, segments } = growTree(workspace, team, treeParameters, chosen, random);
    if (tree.feature.length === 0) break;
    trees.push(tree);
    addBySegment(workspace, team, tree, segments);
    walk(workspace, team, tree, others);
    if (watched === null) continue;
    const best = watched.look(trees.length, parameters.patience === 0);
    if (parameters.patience > 0 && trees.length - best >= parameters.patience) break;
  }
  if (watched === null) return { baseLogit, trees, validationLogits: new Float64Array(0) };
  return {
    baseLogit,
    trees: trees.slice(0, watched.bestRounds()),
    validationLogits: watched.bestLogits(baseLogit),
  };
}

const setWord = (workspace: Workspace, offset: number, value: number): void =>
  void (workspace.state[offset >> 2] = value);

/**
 * Lists the round's rows in ascending order, each drawn with the given share, and all other rows whose score is
 * needed. One draw of 32 bits serves four rows: a share is met to 1/256, which no result can show.
 */
function sampleRows(
  workspace: Workspace,
  rows: Int32Array,
  validation: Int32Array,
  rowShare: number,
  random: Random,
): { chosen: number; others: number } {
  const { list } = workspace;
  list.set(validation);
  if (rowShare >= 1) {
    workspace.rows.set(rows);
    return { chosen: rows.length, others: validation.length };
  }
  const threshold = Math.max(1, Math.round(rowShare * 256));
  let chosen = 0;
  let others = validation.length;
  let bits = 0;
  for (let i = 0; i < rows.length; i++) {
    bits = (i & 3) === 0 ? random.int(4294967296) : bits >>> 8;
    if ((bits & 255) < threshold) workspace.rows[chosen++] = rows[i]!;
    else list[others++] = rows[i]!;
  }
  return { chosen, others };
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

/** Adds a tree to the scores of the listed rows by walking it. */
function walk(workspace: Workspace, team: Team, tree: Tree, rows: number): void {
  if (rows === 0) return;
  const bins = workspace.state[STATE.bins >> 2]!;
  writeNodes(tree, (feature) => bins + feature * workspace.stride, workspace.nodes, workspace.nodeBytes, 0);
  workspace.values.set(tree.leafValue);
  setWord(workspace, STATE.list, workspace.list.byteOffset);
  setWord(workspace, STATE.begin, 0);
  setWord(workspace, STATE.end, rows);
  team.run("walkTree", rows * 8);
}

/** Rows the loss is worked out on in each round: more say the same. */
const WATCHED_ROWS = 20_000;

/** Follows the validation rows over the rounds and keeps their scores at the best one; null without any. */
function watchValidation(workspace: Workspace, labels: Uint8Array, validation: Int32Array) {
  const count = validation.length;
  if (count === 0) return null;
  const { scores } = workspace;
  const step = Math.ceil(count / WATCHED_ROWS);
  let bestLoss = Infinity;
  let bestRounds = 0;
  const logits = new Float64Array(count);
  return {
    /** Judges the scores after a number of rounds; gives the best number so far. */
    look(rounds: number, always: boolean): number {
      let loss = 0;
      for (let i = 0; i < count; i += step) {
        const row = validation[i]!;
        const z = scores[row]!;
        loss += Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - labels[row]! * z;
      }
      if (loss < bestLoss || always) {
        bestLoss = loss;
        bestRounds = rounds;
        for (let i = 0; i < count; i++) logits[i] = scores[validation[i]!]!;
      }
      return bestRounds;
    },
    bestRounds: () => bestRounds,
    bestLogits: (baseLogit: number) => (bestRounds > 0 ? logits : logits.fill(baseLogit)),
  };
}
