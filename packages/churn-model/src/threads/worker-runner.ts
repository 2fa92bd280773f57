import { Worker } from "node:worker_threads";

import type { Binning } from "../models/boosting/binning.ts";
import { prepareDesign, type PreparedDesign } from "../models/logistic/logistic-regression.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import {
  localRunner,
  type FitContext,
  type FitResult,
  type FitTask,
  type TaskRunner,
} from "../stack/fit-task.ts";
import type { Member } from "../stack/members.ts";
import { workerUrl } from "./worker-url.ts";

/** What a worker gets when it starts; arrays lie in shared memory, so that it costs nothing. */
export interface WorkerData {
  matrix: FeatureMatrix;
  labels: Uint8Array;
  members: readonly Member[];
  binning: Binning;
  /** Evaluated once for all threads; null where nothing needs it. */
  design: PreparedDesign | null;
}

export interface WorkerReply {
  number: number;
  result: FitResult;
}

export interface OpenRunner {
  run: TaskRunner;
  /** Ends the threads; the runner cannot be used afterwards. */
  close(): Promise<void>;
}

/**
 * A place to run fits: this thread, or `threads` others while this one stays free; the context's matrix then lies in
 * shared memory (`encodeTable`).
 * Tasks carry their own seeds, so the results do not depend on the number of threads or on who finishes first.
 */
export function openRunner(
  context: FitContext,
  {
    threads,
    members,
    signal,
  }: { threads: number; members: readonly Member[]; signal?: AbortSignal | undefined },
): OpenRunner {
  if (threads <= 1) return { run: localRunner(context, signal), close: async () => {} };
  const hasRegression = members.some(({ learner }) => learner.kind === "logistic");
  const workerData: WorkerData = {
    matrix: context.matrix,
    labels: context.labels,
    members,
    binning: context.binning,
    design: hasRegression ? prepareDesign(context.matrix, { shared: true }) : null,
  };
  const workers = Array.from(
    { length: threads },
    () => new Worker(workerUrl("fit-worker"), { workerData, execArgv: [] }),
  );
  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.terminate()));
  };
  const run: TaskRunner = async (tasks, onDone) => {
    const results: FitResult[] = [];
    let next = 0;
    await Promise.all(
      workers.map(async (worker) => {
        while (next < tasks.length) {
          const number = next++;
          results[number] = await runOn(worker, number, tasks[number]!, signal);
          onDone();
        }
      }),
    );
    return results;
  };
  return { run, close };
}

function runOn(worker: Worker, number: number, task: FitTask, signal?: AbortSignal): Promise<FitResult> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      signal?.removeEventListener("abort", onAbort);
      finish();
    };
    const onMessage = (reply: WorkerReply): void => settle(() => resolve(reply.result));
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (code: number): void =>
      settle(() => reject(new Error(`training thread ended with code ${code}`)));
    const onAbort = (): void => settle(() => reject(signal!.reason as Error));
    if (signal?.aborted === true) return reject(signal.reason as Error);
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    signal?.addEventListener("abort", onAbort, { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ number, task });
  });
}
