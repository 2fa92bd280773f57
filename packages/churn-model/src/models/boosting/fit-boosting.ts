import { createRandom, type Random } from "../../random.ts";
import type { BoostingParameters } from "./boosting-parameters.ts";
import { growTree } from "./grow-tree.ts";
import { STATE } from "./state-block.ts";
import type { Team } from "./team.ts";
import { pointAt, writeTree, type Tree } from "./tree.ts";
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
  workspace.source.set(rows);
  setWord(workspace, STATE.loss, 0);
  setWord(workspace, STATE.thenGradients, 1);
  team.run("gradients", all * WORK_PER_GRADIENT);

  const trees: Tree[] = [];
  const watched = watchValidation(workspace, labels, validation);
  const limit = data.rounds ?? parameters.rounds;
  const treeParameters = { ...parameters, shrinkage: parameters.learningRate };
  for (let round = 0; round < limit; round++) {
    const drawn = drawRows(workspace, rows, parameters.rowShare, random);
    const tree = growTree(workspace, team, treeParameters, drawn.source, drawn.count, random);
    if (tree.feature.length === 0) break;
    trees.push(tree);
    if (round + 1 < limit || watched !== null) addTree(workspace, team, tree);
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

const WORK_PER_GRADIENT = 4;

/**
 * The round's rows in ascending order, each drawn with the given share; all of them where that is 1. One draw of 32
 * bits serves four rows: a share is met to 1/256, which no result can show.
 */
function drawRows(
  workspace: Workspace,
  rows: Int32Array,
  rowShare: number,
  random: Random,
): { source: Uint32Array; count: number } {
  if (rowShare >= 1) return { source: workspace.source, count: rows.length };
  const threshold = Math.max(1, Math.round(rowShare * 256));
  let count = 0;
  let bits = 0;
  for (let i = 0; i < rows.length; i++) {
    bits = (i & 3) === 0 ? random.int(4294967296) : bits >>> 8;
    if ((bits & 255) < threshold) workspace.rows[count++] = rows[i]!;
  }
  return { source: workspace.rows, count };
}

/** Adds a tree to the scores of all rows, drawn or not, and works out their gradients for the next one. */
function addTree(workspace: Workspace, team: Team, tree: Tree): void {
  const place = { node: 0, value: 0 };
  writeTree(workspace, tree, place);
  pointAt(workspace, tree, place);
  team.run("addTree", workspace.shape.rows * (WORK_PER_GRADIENT + tree.feature.length / 16));
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
