import { calibratorFromJSON, type Calibrator, type CalibratorDocument } from "../calibration/calibrator.ts";
import type { Contributions, FittedModel } from "../models/estimator.ts";
import { readModel } from "../models/read-model.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";

/** Stored form of a member: its weight in the stack and its models with the share each has of the member's logit. */
export interface MemberDocument {
  name: string;
  weight: number;
  parts: { share: number; model: unknown }[];
}

export interface EnsembleDocument {
  intercept: number;
  members: MemberDocument[];
  calibrator: CalibratorDocument;
}

/** Several models added up on the logit, then calibrated. */
export interface Ensemble {
  /** Log odds before calibration. */
  stackedLogit(matrix: FeatureMatrix): Float64Array;
  /** Exact additive contributions on the stacked logit, row-major. */
  contributions(matrix: FeatureMatrix): Contributions;
  readonly calibrator: Calibrator;
  toJSON(): EnsembleDocument;
}

/** Makes an ensemble of its stored form. Members of weight zero are not read at all. */
export function ensembleOf(document: EnsembleDocument): Ensemble {
  const parts: { weight: number; model: FittedModel }[] = [];
  for (const member of document.members)
    if (member.weight !== 0)
      for (const part of member.parts)
        parts.push({ weight: member.weight * part.share, model: readModel(part.model) });

  return {
    calibrator: calibratorFromJSON(document.calibrator),
    stackedLogit(matrix) {
      const logits = new Float64Array(matrix.rows).fill(document.intercept);
      for (const { weight, model } of parts) {
        const own = model.predictLogit(matrix);
        for (let row = 0; row < logits.length; row++) logits[row]! += weight * own[row]!;
      }
      return logits;
    },
    contributions(matrix) {
      const values = new Float64Array(matrix.rows * matrix.features.length);
      let base = document.intercept;
      for (const { weight, model } of parts) {
        const own = model.contributions(matrix);
        base += weight * own.base;
        for (let i = 0; i < values.length; i++) values[i]! += weight * own.values[i]!;
      }
      return { base, values };
    },
    toJSON: () => document,
  };
}
