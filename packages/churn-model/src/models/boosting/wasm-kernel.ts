import type { Kernel } from "./kernel.ts";
import { KERNEL_BASE64 } from "./kernel-binary.ts";
import { webAssembly, type SharedMemory, type WasmModule } from "./web-assembly.ts";
import { HISTOGRAM_BYTES } from "./state-block.ts";
import type { Workspace } from "./workspace.ts";

type Operation = (state: number, t: number, threads: number) => void;

let compiled: WasmModule | null | undefined;

/** Compiles the kernel once per thread; null where WebAssembly, its SIMD or its threads are missing. */
function compileKernel(): WasmModule | null {
  if (compiled !== undefined) return compiled;
  try {
    const bytes = Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0));
    compiled = webAssembly === undefined ? null : new webAssembly.Module(bytes);
  } catch {
    compiled = null;
  }
  return compiled;
}

/** The WebAssembly kernel on a workspace's memory; null where the engine cannot run it. */
export function createWasmKernel(memory: SharedMemory): Omit<Kernel, "countOf"> | null {
  const module = compileKernel();
  if (module === null || webAssembly === undefined) return null;
  const { exports } = new webAssembly.Instance(module, { env: { memory } });
  const operation = (name: string): ((t: number, threads: number) => void) => {
    const run = exports[name] as Operation;
    return (t, threads) => run(0, t, threads);
  };
  const totals = exports["totals"] as (state: number) => void;
  const join = exports["joinPartition"] as (state: number, threads: number) => number;
  return {
    name: "wasm",
    binNumbers: operation("binNumbers"),
    gradients: operation("gradients"),
    histograms: operation("histograms"),
    subtract: operation("subtract"),
    findSplits: operation("findSplits"),
    partition: operation("partition"),
    addToScores: operation("addToScores"),
    walkTree: operation("walkTree"),
    explain: operation("explain"),
    totals: () => totals(0),
    joinPartition: (threads) => join(0, threads),
  };
}

/** Count of a bin: the upper 22 bits of the packed hessian word. */
export function countReader(workspace: Workspace): Kernel["countOf"] {
  const { histogramWords, slotWords } = workspace;
  return (slot, feature, bin) =>
    histogramWords[slot * slotWords + feature * (HISTOGRAM_BYTES / 4) + bin * 4 + 3]! >>> 10;
}
