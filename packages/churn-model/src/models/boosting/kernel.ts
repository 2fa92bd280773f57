/** Operations of the kernel, in the order of their codes, from 1; what they read is in the state block. */
export const OPERATIONS = [
  "binNumbers",
  "spreadBins",
  "gradients",
  "growRoot",
  "splitNode",
  "addTree",
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** The inner loops of tree learning. */
export interface Kernel {
  readonly name: "wasm" | "plain";
  /** Runs an operation on this thread and those helpers that have started, `threads` at most. */
  run(operation: Operation, threads: number): void;
  /** Sends the helpers home. */
  dismiss(): void;
  /** Shapley values of all rows; null where tree-shap.ts has to do it. */
  readonly explain: (() => void) | null;
  /** Rows of a bin in a histogram slot. */
  countOf(slot: number, feature: number, bin: number): number;
}
