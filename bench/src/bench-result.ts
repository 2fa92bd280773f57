/** One figure of a benchmark. Ratios against a peer in the same run travel between machines; bare times do not. */
export interface BenchResult {
  /** What was measured, in words: "rows per second as a share of a bare COPY". */
  measure: string;
  value: number;
  /** `ratio`, `ms`, `rows/s`, `MB`, ... */
  unit: string;
  /** The goal in words, e.g. "at least 0.4"; leave out for figures that only inform. */
  goal?: string;
  /** Whether the goal was reached; present exactly if there is one. */
  passed?: boolean;
}
