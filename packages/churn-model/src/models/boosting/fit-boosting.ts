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
  const draw = drawsOf(parameters, outcomes, rows.length - outcomes);
  // Trees grow where the drawn rows' odds are the even ones; what is told is about all rows again.
  const shift = Math.log(draw.stayed / draw.left);
  const trueLogit = Math.log((outcomes + 0.5) / (rows.length - outcomes + 0.5));
  const baseLogit = trueLogit - shift;
  workspace.labels.set(labels);
  workspace.scores.fill(baseLogit);
  workspace.source.set(rows);
  setWord(workspace, STATE.loss, 0);
  setWord(workspace, STATE.thenGradients, 1);
  team.run("gradients", all * WORK_PER_GRADIENT);

  const trees: Tree[] = [];
  const watched = watchValidation(workspace, labels, validation, shift);
  const limit = data.rounds ?? parameters.rounds;
  const treeParameters = { ...parameters, shrinkage: parameters.learningRate };
  for (let round = 0; round < limit; round++) {
    const drawn = drawRows(workspace, labels, rows, draw, random);
    const tree = growTree(workspace, team, treeParameters, drawn.source, drawn.count, random);
    if (tree.feature.length === 0) break;
    trees.push(tree);
    if (round + 1 < limit || watched !== null) addTree(workspace, team, tree);
    if (watched === null) continue;
    const best = watched.look(trees.length, parameters.patience === 0);
    if (parameters.patience > 0 && trees.length - best >= parameters.patience) break;
  }
  if (watched === null) return { baseLogit: trueLogit, trees, validationLogits: new Float64Array(0) };
  return {
    baseLogit: trueLogit,
    trees: trees.slice(0, watched.bestRounds()),
    validationLogits: watched.bestLogits(trueLogit),
  };
}

const setWord = (workspace: Workspace, offset: number, value: number): void =>
  void (workspace.state[offset >> 2] = value);

const WORK_PER_GRADIENT = 4;

/** Of 256 rows of each class, how many a round draws. */
interface Draws {
  left: number;
  stayed: number;
}

/** The rarer class is drawn up to this share: beyond, trees grow too much alike. */
const MOST_OF_RARER = 0.85;

/**
 * A share is met to 1/256, which no result can show. With `mostPerRarer` the commoner class beyond its ratio is drawn
 * less often, and the rarer more often for it, up to the rows that the share stands for.
 */
function drawsOf(
  { rowShare, mostPerRarer }: Pick<BoostingParameters, "rowShare" | "mostPerRarer">,
  left: number,
  stayed: number,
): Draws {
  const of256 = (share: number): number => Math.min(256, Math.max(1, Math.round(share * 256)));
  const ratio = Math.max(left, stayed) / Math.max(1, Math.min(left, stayed));
  if (mostPerRarer === undefined || ratio <= mostPerRarer)
    return { left: of256(rowShare), stayed: of256(rowShare) };
  const roomFor = (rowShare * (1 + ratio)) / (1 + mostPerRarer);
  const rarer = Math.max(rowShare, Math.min(MOST_OF_RARER, roomFor));
  const commoner = of256((rarer * mostPerRarer) / ratio);
  return left < stayed ? { left: of256(rarer), stayed: commoner } : { left: commoner, stayed: of256(rarer) };
}

/** The round's rows in ascending order, drawn anew by class; all of them where that is asked. One draw of 32 bits serves four rows. */
function drawRows(
  workspace: Workspace,
  labels: Uint8Array,
  rows: Int32Array,
  draws: Draws,
  random: Random,
): { source: Uint32Array; count: number } {
  if (draws.left === 256 && draws.stayed === 256) return { source: workspace.source, count: rows.length };
  let count = 0;
  let bits = 0;
  for (let i = 0; i < rows.length; i++) {
    bits = (i & 3) === 0 ? random.int(4294967296) : bits >>> 8;
    const row = rows[i]!;
    if ((bits & 255) < (labels[row] === 1 ? draws.left : draws.stayed)) workspace.rows[count++] = row;
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

/** Rows to watch and how many each stands for: those of the rarer class first, as they tell most. */
function watchedOf(labels: Uint8Array, validation: Int32Array): { rows: Int32Array; weights: Float64Array } {
  if (validation.length <= WATCHED_ROWS)
    return { rows: validation, weights: new Float64Array(validation.length).fill(1) };
  const left = validation.reduce((sum, row) => sum + labels[row]!, 0);
  const counts = [validation.length - left, left];
  const steps = counts.map((own, label) => {
    const other = counts[1 - label]!;
    return Math.max(1, Math.ceil(own / Math.max(WATCHED_ROWS / 2, WATCHED_ROWS - other)));
  });
  const seen = [0, 0];
  const rows = validation.filter((row) => {
    const label = labels[row]!;
    const nth = seen[label]!++;
    const step = steps[label]!;
    return nth % step === 0;
  });
  return { rows, weights: Float64Array.from(rows, (row) => steps[labels[row]!]!) };
}

/** Follows the validation rows over the rounds and keeps their scores at the best one; null without any. */
function watchValidation(workspace: Workspace, labels: Uint8Array, validation: Int32Array, shift: number) {
  const count = validation.length;
  if (count === 0) return null;
  const { scores } = workspace;
  const { rows: watchedRows, weights } = watchedOf(labels, validation);
  let bestLoss = Infinity;
  let bestRounds = 0;
  const logits = new Float64Array(count);
  return {
    /** Judges the scores after a number of rounds; gives the best number so far. */
    look(rounds: number, always: boolean): number {
      let loss = 0;
      for (let i = 0; i < watchedRows.length; i++) {
        const row = watchedRows[i]!;
        const z = scores[row]! + shift;
        loss += weights[i]! * (Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - labels[row]! * z);
      }
      if (loss < bestLoss || always) {
        bestLoss = loss;
        bestRounds = rounds;
        for (let i = 0; i < count; i++) logits[i] = scores[validation[i]!]! + shift;
      }
      return bestRounds;
    },
    bestRounds: () => bestRounds,
    bestLogits: (baseLogit: number) => (bestRounds > 0 ? logits : logits.fill(baseLogit)),
  };
}
