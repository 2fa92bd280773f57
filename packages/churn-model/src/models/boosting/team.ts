import { createPlainKernel } from "./plain-kernel.ts";
import type { Kernel, Operation } from "./kernel.ts";
import { createWasmKernel } from "./wasm-kernel.ts";
import type { Workspace } from "./workspace.ts";

/** Runs kernel operations on a workspace, on one thread or several; the result is the same bits either way. */
export interface Team {
  readonly kernel: Kernel;
  /** `work` is the operation's size, about a nanosecond each: small ones stay on this thread. */
  run(operation: Operation, work: number): void;
}

/** A team of this thread alone. `plain` asks for the JavaScript kernel, which is also what runs where WebAssembly cannot. */
export function soloTeam(workspace: Workspace, plain = false): Team {
  const kernel = (plain ? null : createWasmKernel(workspace)) ?? createPlainKernel(workspace);
  return { kernel, run: (operation) => kernel.run(operation, 1) };
}
