import { Worker } from "node:worker_threads";

import { SHARED_OPERATIONS } from "../models/boosting/kernel.ts";
import { soloTeam, type Team } from "../models/boosting/team.ts";
import type { SharedMemory } from "../models/boosting/web-assembly.ts";
import type { Workspace } from "../models/boosting/workspace.ts";
import { workerUrl } from "./worker-url.ts";

/** Words of the control block that a team shares. */
export const CONTROL = { turn: 0, operation: 1, done: 2 } as const;

export interface TeamWorkerData {
  memory: SharedMemory;
  control: Int32Array;
  t: number;
  threads: number;
}

export interface OpenTeam extends Team {
  /** Ends the helpers; the team cannot be used afterwards. */
  close(): Promise<void>;
}

/** Work of fewer row-features is done before a second thread has woken up. */
const WORTH_SHARING = 60_000;
/** Turns of looking before sleeping: operations follow each other within microseconds while a tree grows. */
const SPINS = 2_000;

/** Waits until a word is no longer `seen`: looks for a moment, then sleeps. */
export function waitForChange(control: Int32Array, word: number, seen: number): void {
  for (let spin = 0; spin < SPINS; spin++) if (Atomics.load(control, word) !== seen) return;
  while (Atomics.load(control, word) === seen) Atomics.wait(control, word, seen);
}

/**
 * Opens a team of `threads` threads, this one included, on one workspace (made for as many threads).
 * Sums are of integers, so a tree grown by a team is the tree grown alone, bit for bit. This thread blocks while an
 * operation runs: use it from a thread that may.
 */
export async function openTeam(workspace: Workspace, threads: number): Promise<OpenTeam> {
  const solo = soloTeam(workspace);
  if (threads <= 1 || solo.kernel.name !== "wasm") return { ...solo, close: async () => {} };
  const control = new Int32Array(new SharedArrayBuffer(16));
  const helpers = await Promise.all(
    Array.from({ length: threads - 1 }, (_, i) =>
      startHelper({ memory: workspace.memory, control, t: i + 1, threads }),
    ),
  );
  const { kernel } = solo;
  const dispatch = (code: number): void => {
    Atomics.store(control, CONTROL.done, 0);
    Atomics.store(control, CONTROL.operation, code);
    Atomics.add(control, CONTROL.turn, 1);
    Atomics.notify(control, CONTROL.turn);
  };
  const join = (): void => {
    for (;;) {
      const done = Atomics.load(control, CONTROL.done);
      if (done === threads - 1) return;
      waitForChange(control, CONTROL.done, done);
    }
  };
  const run: Team["run"] = (operation, work) => {
    if (work < WORTH_SHARING) return kernel[operation](0, 1);
    dispatch(SHARED_OPERATIONS.indexOf(operation));
    kernel[operation](0, threads);
    join();
  };
  return {
    kernel,
    threads,
    run,
    runPartition(rows) {
      if (rows * 4 < WORTH_SHARING) return solo.runPartition(rows);
      run("partition", WORTH_SHARING);
      return threads;
    },
    async close() {
      dispatch(-1);
      await Promise.all(helpers.map((helper) => helper.terminate()));
    },
  };
}

function startHelper(workerData: TeamWorkerData): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const helper = new Worker(workerUrl("team-worker"), { workerData, execArgv: [] });
    helper.once("message", () => resolve(helper));
    helper.once("error", reject);
  });
}
