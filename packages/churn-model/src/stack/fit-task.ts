import { fitLogistic, prepareDesign, type PreparedDesign } from "../models/logistic/logistic-regression.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import type { Member } from "./members.ts";

/** What every fit of one training shares; prepared forms are made when first needed, once per thread. */
export interface FitContext {
  matrix: FeatureMatrix;
  labels: Uint8Array;
  design: () => PreparedDesign;
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

export interface FitResult {
  /** Stored form of the fitted model. */
  document: unknown;
  validationLogits: Float64Array;
  /** Number of rounds (boosting) or log of C (regression) that was best on the validation rows. */
  strength: number;
}

export function createFitContext(matrix: FeatureMatrix, labels: Uint8Array): FitContext {
  let design: PreparedDesign | null = null;
  return { matrix, labels, design: () => (design ??= prepareDesign(matrix)) };
}

/** Runs one task; pure, so it may run on any thread in any order. */
export function runFitTask(context: FitContext, task: FitTask): FitResult {
  const { learner } = task.member;
  const inversePenalties =
    task.strength === null ? learner.parameters.inversePenalties : [Math.exp(task.strength)];
  const fit = fitLogistic(context.design(), context.labels, task.rows, task.validation, { inversePenalties });
  return {
    document: fit.model.toJSON(),
    validationLogits: fit.validationLogits,
    strength: Math.log(fit.inversePenalty),
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
