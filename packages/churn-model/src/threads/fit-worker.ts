// Runs fits on its own thread: gets the shared data once, then one task at a time.
import { parentPort, workerData } from "node:worker_threads";

import { createFitContext, runFitTask, type FitTask } from "../stack/fit-task.ts";
import type { WorkerData, WorkerReply } from "./worker-runner.ts";

const { matrix, labels, members, binning, design } = workerData as WorkerData;
const context = createFitContext(matrix, labels, members, binning, design);

parentPort!.on("message", ({ number, task }: { number: number; task: FitTask }) => {
  const reply: WorkerReply = { number, result: runFitTask(context, task) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(reply);
});
