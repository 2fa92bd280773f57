import type { LogisticParameters } from "../models/logistic/logistic-regression.ts";

/** One kind of learner in a recipe. */
export interface Member {
  name: string;
  learner: { kind: "logistic"; parameters: LogisticParameters };
}

/** How models are combined: the members, and over how many inner folds each is bagged. */
export interface EnsembleRecipe {
  name: string;
  members: Member[];
  innerFolds: number;
  /** Seeds of the refit on all rows; each member's refits are averaged half and half with its bag. */
  refitSeeds: number;
  calibration: "beta" | "isotonic" | "shrunk";
}

/** One regression alone, calibrated: the smallest recipe, and the yardstick of the others. */
export const LOGISTIC_RECIPE: EnsembleRecipe = {
  name: "logistic",
  members: [
    {
      name: "ls",
      learner: { kind: "logistic", parameters: { inversePenalties: [0.03, 0.1, 0.3, 1, 3, 10] } },
    },
  ],
  innerFolds: 5,
  refitSeeds: 1,
  calibration: "beta",
};
