import { OPERATIONS, type Kernel } from "./kernel.ts";
import { KERNEL_BASE64 } from "./kernel-binary.ts";
import { webAssembly, type WasmModule } from "./web-assembly.ts";
import { HISTOGRAM_BYTES } from "./state-block.ts";
import type { Workspace } from "./workspace.ts";

/** What assembly/kernel.as exports; `state` is the address of the state block. */
interface KernelExports {
  lead(state: number, operation: number, threads: number): void;
  dismiss(state: number): void;
  explain(state: number): void;
}

/** The state block is where a workspace begins. */
const STATE_AT = 0;

let compiled: WasmModule | null | undefined;

/** Compiles the kernel once per thread; null where WebAssembly, its SIMD or its threads are missing. */
export function compiledKernel(): WasmModule | null {
  if (compiled !== undefined) return compiled;
  try {
    const bytes = Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0));
    compiled = webAssembly === undefined ? null : new webAssembly.Module(bytes);
  } catch {
    compiled = null;
  }
  return compiled;
}

/** The WebAssembly kernel on a workspace; null where the engine cannot run it. */
export function createWasmKernel(workspace: Workspace): Kernel | null {
  const module = compiledKernel();
  if (module === null || webAssembly === undefined) return null;
  const instance = new webAssembly.Instance(module, { env: { memory: workspace.memory } });
  const { lead, dismiss, explain } = instance.exports as unknown as KernelExports;
  const { histogramWords, slotWords } = workspace;
  return {
    name: "wasm",
    run: (operation, threads) => lead(STATE_AT, OPERATIONS.indexOf(operation) + 1, threads),
    dismiss: () => dismiss(STATE_AT),
    explain: () => explain(STATE_AT),
    // The upper 22 bits of the word that hessians share with counts.
    countOf: (slot, feature, bin) =>
      histogramWords[slot * slotWords + feature * (HISTOGRAM_BYTES / 4) + bin * 4 + 3]! >>> 10,
  };
}
