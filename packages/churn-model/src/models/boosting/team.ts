import { createPlainKernel } from "./plain-kernel.ts";
import type { Kernel, SharedOperation } from "./kernel.ts";
import { countReader, createWasmKernel } from "./wasm-kernel.ts";
import type { Workspace } from "./workspace.ts";

/** Runs kernel operations on a workspace, on one thread or several; the result is the same bits either way. */
export interface Team {
  readonly kernel: Kernel;
  readonly threads: number;
  /** Runs an operation on the segment in the state block. `work` is its size in row-features: small ones stay on this thread. */
  run(operation: SharedOperation, work: number): void;
  /** Runs `partition` and gives the number of threads that shared it, which `joinPartition` needs. */
  runPartition(rows: number): number;
}

/** A team of this thread alone. `plain` asks for the JavaScript kernel, which is also what runs where WebAssembly cannot. */
export function soloTeam(workspace: Workspace, plain = false): Team {
  const wasm = plain ? null : createWasmKernel(workspace.memory);
  const kernel: Kernel =
    wasm === null ? createPlainKernel(workspace) : { ...wasm, countOf: countReader(workspace) };
  return {
    kernel,
    threads: 1,
    run: (operation) => kernel[operation](0, 1),
    runPartition: () => {
      kernel.partition(0, 1);
      return 1;
    },
  };
}
