/** The inner loops of tree learning, each doing thread `t`'s share of `threads`; what they read is in the state block. */
export interface Kernel {
  readonly name: "wasm" | "plain";
  binNumbers(t: number, threads: number): void;
  gradients(t: number, threads: number): void;
  histograms(t: number, threads: number): void;
  subtract(t: number, threads: number): void;
  findSplits(t: number, threads: number): void;
  partition(t: number, threads: number): void;
  addToScores(t: number, threads: number): void;
  walkTree(t: number, threads: number): void;
  /** These two run on one thread. */
  totals(): void;
  joinPartition(threads: number): number;
  /** Shapley values of the segment's rows; null where tree-shap.ts has to do it. */
  readonly explain: ((t: number, threads: number) => void) | null;
  /** Rows of a bin in a histogram slot. */
  countOf(slot: number, feature: number, bin: number): number;
}

/** Operations that can be shared among threads, in the order of their codes. */
export const SHARED_OPERATIONS = [
  "binNumbers",
  "gradients",
  "histograms",
  "subtract",
  "findSplits",
  "partition",
  "addToScores",
  "walkTree",
] as const;

export type SharedOperation = (typeof SHARED_OPERATIONS)[number];
