import type { TreeParameters } from "./grow-tree.ts";

export interface BoostingParameters extends Omit<TreeParameters, "shrinkage"> {
  learningRate: number;
  /** Most rounds; early stopping usually ends sooner. */
  rounds: number;
  /** Rounds without progress on the validation rows before stopping; 0 always runs all rounds. */
  patience: number;
  /** Share of the rows each tree sees, 0-1. */
  rowShare: number;
  /**
   * At most so many rows of the commoner class per row of the rarer in a tree, drawn anew for each tree, the odds put
   * right afterwards; the rarer are drawn more often in their place. Absent: both by `rowShare`.
   */
  mostPerRarer?: number;
}

/** The general-purpose setting: what a single model is trained with. */
export const DEFAULT_BOOSTING: BoostingParameters = {
  learningRate: 0.1,
  rounds: 100,
  patience: 30,
  maxLeaves: 31,
  maxDepth: 16,
  minData: 20,
  minHessian: 1e-3,
  l2: 1,
  featureShare: 1,
  featuresPerNode: 0,
  rowShare: 1,
};
