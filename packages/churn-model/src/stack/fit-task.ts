import {
  binMatrix,
  binWidths,
  categoricalFlags,
  fitBinning,
  type Binning,
} from "../models/boosting/binning.ts";
import type { BoostingDocument } from "../models/boosting/boosting-model.ts";
import type { BoostingParameters } from "../models/boosting/boosting-parameters.ts";
import { fitBoosting } from "../models/boosting/fit-boosting.ts";
import { soloTeam, type Team } from "../models/boosting/team.ts";
import { packTrees } from "../models/boosting/tree-document.ts";
import { createWorkspace, type Workspace } from "../models/boosting/workspace.ts";
import { fitForest, forestShare, type ForestParameters } from "../models/forest/fit-forest.ts";
import { forestLogit, type ForestDocument } from "../models/forest/forest-model.ts";
import {
  fitLogistic,
  prepareDesign,
  type LogisticParameters,
  type PreparedDesign,
} from "../models/logistic/logistic-regression.ts";
import type { LogisticDocument } from "../models/logistic/logistic-model.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import type { Member } from "./members.ts";

/** What every fit of one training shares; prepared forms are made when first needed, once per thread. */
export interface FitContext {
  matrix: FeatureMatrix;
  labels: Uint8Array;
  binning: Binning;
  design: () => PreparedDesign;
  trees: () => { workspace: Workspace; team: Team };
}

/** One independent piece of work: a member fitted on some rows. Everything random in it comes from `seed`. */
export interface FitTask {
  member: Member;
  rows: Int32Array;
  /** Rows to stop early or choose the strength on, and to predict; empty for a refit. */
  validation: Int32Array;
  /** Refits take their length or strength from the bag: mean over its folds. */
  strength: number | null;
  seed: number;
}

export type PartDocument = LogisticDocument | BoostingDocument | ForestDocument;

export interface FitResult {
  /** Stored form of the fitted model; trees without their binning, which all share. */
  document: PartDocument;
  validationLogits: Float64Array;
  /** Number of rounds (boosting) or log of C (regression) that was best on the validation rows. */
  strength: number;
}

/** All rows instead of four fifths of them allow a few more rounds. */
const REFIT_ROUNDS = 1.19;

export function createFitContext(
  matrix: FeatureMatrix,
  labels: Uint8Array,
  members: readonly Member[],
  binning: Binning = fitBinning(matrix),
  /** Given where another thread has evaluated it already. */
  prepared: PreparedDesign | null = null,
): FitContext {
  let design = prepared;
  let trees: { workspace: Workspace; team: Team } | null = null;
  return {
    matrix,
    labels,
    binning,
    design: () => (design ??= prepareDesign(matrix)),
    trees: () => {
      if (trees !== null) return trees;
      const shape = { widths: binWidths(binning), categorical: categoricalFlags(binning) };
      const workspace = createWorkspace({ ...shape, rows: matrix.rows, maxLeaves: mostLeaves(members) });
      trees = { workspace, team: soloTeam(workspace) };
      binMatrix(binning, matrix, workspace, trees.team);
      return trees;
    },
  };
}

/** Leaves of the largest tree that any member grows. */
const mostLeaves = (members: readonly Member[]): number =>
  members.reduce(
    (most, { learner }) =>
      learner.kind === "logistic" ? most : Math.max(most, learner.parameters.maxLeaves),
    1,
  );

/** Runs one task; pure, so it may run on any thread in any order. */
export function runFitTask(context: FitContext, task: FitTask): FitResult {
  const { learner } = task.member;
  switch (learner.kind) {
    case "logistic":
      return runLogistic(context, task, learner.parameters);
    case "boosting":
      return runBoosting(context, task, learner.parameters);
    case "forest":
      return runForest(context, task, learner.parameters);
  }
}

function runLogistic(context: FitContext, task: FitTask, parameters: LogisticParameters): FitResult {
  const inversePenalties = task.strength === null ? parameters.inversePenalties : [Math.exp(task.strength)];
  const fit = fitLogistic(context.design(), context.labels, task.rows, task.validation, { inversePenalties });
  return {
    document: fit.model.toJSON(),
    validationLogits: fit.validationLogits,
    strength: Math.log(fit.inversePenalty),
  };
}

function runBoosting(context: FitContext, task: FitTask, parameters: BoostingParameters): FitResult {
  const { workspace, team } = context.trees();
  const { labels } = context;
  const rounds =
    task.strength === null ? {} : { rounds: Math.max(1, Math.round(task.strength * REFIT_ROUNDS)) };
  const rows = { labels, rows: task.rows, validation: task.validation, ...rounds };
  const fit = fitBoosting(workspace, team, rows, parameters, task.seed);
  return {
    document: { kind: "boosting", baseLogit: fit.baseLogit, trees: packTrees(fit.trees) },
    validationLogits: fit.validationLogits,
    strength: fit.trees.length,
  };
}

function runForest(context: FitContext, task: FitTask, parameters: ForestParameters): FitResult {
  const { workspace, team } = context.trees();
  const { trees, baseRate } = fitForest(
    workspace,
    team,
    { labels: context.labels, rows: task.rows },
    parameters,
    task.seed,
  );
  return {
    document: { kind: "forest", baseRate, trees: packTrees(trees) },
    validationLogits: Float64Array.from(task.validation, (row) =>
      forestLogit(forestShare(trees, workspace, row), baseRate),
    ),
    strength: trees.length,
  };
}

/** Runs tasks somewhere and gives their results in the order of the tasks. */
export type TaskRunner = (tasks: FitTask[], onDone: () => void) => Promise<FitResult[]>;

/** Runs tasks on this thread, giving way to the event loop between them. */
export function localRunner(context: FitContext, signal?: AbortSignal): TaskRunner {
  return async (tasks, onDone) => {
    const results: FitResult[] = [];
    for (const task of tasks) {
      signal?.throwIfAborted();
      results.push(runFitTask(context, task));
      onDone();
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    return results;
  };
}
