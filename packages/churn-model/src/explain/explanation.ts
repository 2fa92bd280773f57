export interface Contribution {
  feature: string;
  label: string;
  /** The row's value as text; null when missing. */
  value: string | null;
  /** Additive on the stacked logit. */
  logit: number;
  /** Percentage points: baseProbability * 100 + sum of points = probability * 100. */
  points: number;
}

export interface Explanation {
  rowId: string;
  baseProbability: number;
  probability: number;
  /** Largest effect first. */
  contributions: Contribution[];
}
