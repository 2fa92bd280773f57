// One helper of a team: waits for an operation, does its share of it in the shared memory, says so, waits again.
import { parentPort, workerData } from "node:worker_threads";

import { SHARED_OPERATIONS } from "../models/boosting/kernel.ts";
import { createWasmKernel } from "../models/boosting/wasm-kernel.ts";
import { CONTROL, waitForChange, type TeamWorkerData } from "./open-team.ts";

const { memory, control, t, threads } = workerData as TeamWorkerData;
const kernel = createWasmKernel(memory)!;
let seen = Atomics.load(control, CONTROL.turn);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort!.postMessage("ready");
for (;;) {
  waitForChange(control, CONTROL.turn, seen);
  seen = Atomics.load(control, CONTROL.turn);
  const operation = SHARED_OPERATIONS[Atomics.load(control, CONTROL.operation)];
  if (operation === undefined) break;
  kernel[operation](t, threads);
  Atomics.add(control, CONTROL.done, 1);
  Atomics.notify(control, CONTROL.done);
}
