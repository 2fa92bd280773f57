import { calibratorFromJSON, type Calibrator, type CalibratorDocument } from "../calibration/calibrator.ts";
import { binWidths, type Binning } from "../models/boosting/binning.ts";
import { unpackTrees } from "../models/boosting/tree-document.ts";
import { createTreeScorer, type WeightedTree } from "../models/boosting/tree-scorer.ts";
import type { Contributions, FittedModel } from "../models/estimator.ts";
import { forestModel } from "../models/forest/forest-model.ts";
import { logisticModel } from "../models/logistic/logistic-model.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import type { PartDocument } from "./fit-task.ts";

/** Stored form of a member: its weight in the stack and its models with the share each has of the member's logit. */
export interface MemberDocument {
  name: string;
  weight: number;
  parts: { share: number; model: PartDocument }[];
}

export interface EnsembleDocument {
  intercept: number;
  members: MemberDocument[];
  /** The bins all trees were grown on. */
  binning: Binning;
  calibrator: CalibratorDocument;
}

/** Several models added up on the logit, then calibrated. */
export interface Ensemble {
  /** Log odds before calibration. */
  stackedLogit(matrix: FeatureMatrix): Float64Array;
  /** Exact additive contributions on the stacked logit, row-major. */
  contributions(matrix: FeatureMatrix): Contributions;
  readonly calibrator: Calibrator;
}

/** Makes an ensemble of its stored form. All trees are scored together, on rows binned once. */
export function ensembleOf(document: EnsembleDocument): Ensemble {
  const widths = binWidths(document.binning);
  const models: { weight: number; model: FittedModel }[] = [];
  const trees: WeightedTree[] = [];
  let intercept = document.intercept;
  for (const member of document.members) {
    for (const { share, model } of member.parts) {
      const weight = member.weight * share;
      if (model.kind === "logistic") models.push({ weight, model: logisticModel(model) });
      else if (model.kind === "forest")
        models.push({ weight, model: forestModel({ ...model, binning: document.binning }) });
      else {
        intercept += weight * model.baseLogit;
        for (const tree of unpackTrees(model.trees, widths)) trees.push({ tree, weight });
      }
    }
  }
  const scorer = createTreeScorer(document.binning, trees);
  return {
    calibrator: calibratorFromJSON(document.calibrator),
    stackedLogit(matrix) {
      const logits = new Float64Array(matrix.rows);
      scorer.addScores(matrix, logits);
      for (const { weight, model } of models) {
        const own = model.predictLogit(matrix);
        for (let row = 0; row < logits.length; row++) logits[row]! += weight * own[row]!;
      }
      return logits.map((logit) => logit + intercept);
    },
    contributions(matrix) {
      const values = new Float64Array(matrix.rows * matrix.features.length);
      scorer.addContributions(matrix, values);
      let base = intercept + scorer.base;
      for (const { weight, model } of models) {
        const own = model.contributions(matrix);
        base += weight * own.base;
        for (let i = 0; i < values.length; i++) values[i]! += weight * own.values[i]!;
      }
      return { base, values };
    },
  };
}
