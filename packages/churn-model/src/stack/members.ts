import type { BoostingParameters } from "../models/boosting/boosting-parameters.ts";
import type { ForestParameters } from "../models/forest/fit-forest.ts";
import type { LogisticParameters } from "../models/logistic/logistic-regression.ts";

/** One kind of learner in a recipe. */
export interface Member {
  name: string;
  learner:
    | { kind: "logistic"; parameters: LogisticParameters }
    | { kind: "boosting"; parameters: BoostingParameters }
    | { kind: "forest"; parameters: ForestParameters };
}

/** How models are combined: the members, and over how many inner folds each is bagged. */
export interface EnsembleRecipe {
  name: string;
  members: Member[];
  innerFolds: number;
  /** `learned`: non-negative logistic stack on out-of-fold logits; `mean`: equal shares, where learning them would be noise. */
  stack: "learned" | "mean";
  /** Seeds of the refit on all rows; each member's refits are averaged half and half with its bag. */
  refitSeeds: number;
  /** `chosen`: by how many have left and stayed (`chooseCalibration`); `shrunk`: drawn to the base rate, for few. */
  calibration: "chosen" | "shrunk";
}

const COMMON = { rounds: 2000, patience: 60, maxDepth: 16, minHessian: 1e-3, featuresPerNode: 0 };

const STRENGTHS = [0.03, 0.1, 0.3, 1, 3, 10];

const splines: Member = {
  name: "ls",
  learner: { kind: "logistic", parameters: { inversePenalties: STRENGTHS } },
};

const boosting = (
  name: string,
  parameters: Omit<BoostingParameters, keyof typeof COMMON>,
  limits: Partial<Pick<BoostingParameters, "rounds" | "patience">> = {},
): Member => ({
  name,
  learner: { kind: "boosting", parameters: { ...COMMON, ...parameters, ...limits } },
});

/** Few leaves, strongly held: smooth main effects and first interactions. */
const tame = { learningRate: 0.03, maxLeaves: 10, minData: 30, l2: 5, featureShare: 0.6, rowShare: 0.8 };
const deep = { learningRate: 0.05, maxLeaves: 48, minData: 5, l2: 1, featureShare: 0.7, rowShare: 0.8 };
const extreme = { learningRate: 0.08, maxLeaves: 96, minData: 1, l2: 0.5, featureShare: 0.5, rowShare: 1 };

/** One regression alone, calibrated: the smallest recipe, and the yardstick of the others. */
export const LOGISTIC_RECIPE: EnsembleRecipe = {
  name: "logistic",
  members: [splines],
  innerFolds: 5,
  stack: "learned",
  refitSeeds: 1,
  calibration: "chosen",
};

/** Recipe R: three kinds of boosted trees and a spline regression, bagged, stacked and calibrated. */
export const STACK_RECIPE: EnsembleRecipe = {
  name: "stack",
  members: [boosting("gt", tame), boosting("gd", deep), boosting("gx", extreme), splines],
  innerFolds: 5,
  stack: "learned",
  refitSeeds: 2,
  calibration: "chosen",
};

/**
 * Recipe R above 50,000 rows: fewer folds, larger steps, without the extreme member. What the budget goes to are
 * leavers (the rarer class), not rows: most of them in each tree beside eight times as many who stayed.
 */
export const LARGE_STACK_RECIPE: EnsembleRecipe = {
  name: "stack-large",
  members: [
    boosting(
      "gt",
      { ...tame, learningRate: 0.05, maxLeaves: 12, rowShare: 0.6, mostPerRarer: 8 },
      { rounds: 350, patience: 40 },
    ),
    boosting(
      "gd",
      { ...deep, learningRate: 0.08, minData: 20, l2: 10, rowShare: 0.85, mostPerRarer: 8 },
      { rounds: 600, patience: 30 },
    ),
    {
      name: "ls",
      learner: { kind: "logistic", parameters: { inversePenalties: [0.003, 0.01, ...STRENGTHS] } },
    },
  ],
  innerFolds: 3,
  stack: "learned",
  refitSeeds: 1,
  calibration: "chosen",
};

/** Boosted trees alone, with the same bagging and calibration. */
export const BOOSTING_RECIPE: EnsembleRecipe = {
  name: "gbdt",
  members: [boosting("gt", tame)],
  innerFolds: 5,
  stack: "learned",
  refitSeeds: 1,
  calibration: "chosen",
};

/** Small data: the mean of three strongly held learners, none tuned on the little there is, drawn to the base rate. */
export const SMALL_RECIPE: EnsembleRecipe = {
  name: "small",
  members: [
    { name: "ls", learner: { kind: "logistic", parameters: { inversePenalties: [0.03, 0.1] } } },
    {
      name: "rf",
      learner: { kind: "forest", parameters: { trees: 150, maxLeaves: 32, maxDepth: 8, minData: 3 } },
    },
    {
      name: "gs",
      learner: {
        kind: "boosting",
        parameters: {
          ...COMMON,
          learningRate: 0.05,
          rounds: 60,
          patience: 0,
          maxLeaves: 6,
          minData: 8,
          l2: 5,
          featureShare: 0.6,
          rowShare: 0.8,
        },
      },
    },
  ],
  innerFolds: 5,
  stack: "mean",
  refitSeeds: 1,
  calibration: "shrunk",
};
