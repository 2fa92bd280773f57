import { Worker } from "node:worker_threads";

import { STATE } from "../models/boosting/state-block.ts";
import { soloTeam, type Team } from "../models/boosting/team.ts";
import { compiledKernel } from "../models/boosting/wasm-kernel.ts";
import type { SharedMemory, WasmModule } from "../models/boosting/web-assembly.ts";
import type { Workspace } from "../models/boosting/workspace.ts";
import { workerUrl } from "./worker-url.ts";

/** What a helper is sent once there is a workspace. */
export interface HelperStart {
  memory: SharedMemory;
  module: WasmModule;
}

/** Threads that will help with one workspace. */
export interface Helpers {
  /**
   * A team of these helpers and this thread, on a workspace made for as many. A helper takes part from the first
   * operation that begins after it has started; `allHere` settles when all have.
   * Sums are of integers, so a tree grown by a team is the tree grown alone, bit for bit. This thread works along and
   * blocks while an operation runs: use it from a thread that may.
   */
  join(workspace: Workspace): Team & { allHere: Promise<void> };
  /** Ends the helpers; their team cannot be used afterwards. */
  close(): Promise<void>;
}

/** Work of fewer nanoseconds is done before the threads have met. */
const WORTH_SHARING = 20_000;

/** Starts `threads - 1` helpers, none where WebAssembly cannot run: they wake up while the workspace is being prepared. */
export function startHelpers(threads: number): Helpers {
  const module = compiledKernel();
  const workers = Array.from(
    { length: module === null ? 0 : threads - 1 },
    () => new Worker(workerUrl("team-worker"), { execArgv: [] }),
  );
  // One that cannot start is not waited for.
  for (const worker of workers) worker.on("error", () => {});
  let dismiss = (): void => {};
  return {
    join(workspace) {
      const solo = soloTeam(workspace);
      if (module === null || workers.length === 0) return { ...solo, allHere: Promise.resolve() };
      const { kernel } = solo;
      dismiss = () => kernel.dismiss();
      const start: HelperStart = { memory: workspace.memory, module };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      for (const worker of workers) worker.postMessage(start);
      return {
        kernel,
        run: (operation, work) => kernel.run(operation, work < WORTH_SHARING ? 1 : threads),
        get allHere() {
          return untilReady(workspace.state, workers.length);
        },
      };
    },
    async close() {
      dismiss();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

async function untilReady(state: Int32Array, helpers: number): Promise<void> {
  for (;;) {
    const ready = Atomics.load(state, STATE.ready >> 2);
    if (ready === helpers) return;
    await Atomics.waitAsync(state, STATE.ready >> 2, ready).value;
  }
}
