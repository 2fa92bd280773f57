import type { Calibrator } from "../calibration/calibrator.ts";
import type { Contributions } from "../models/estimator.ts";
import type { Contribution, Explanation } from "./explanation.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { featureValueText } from "./feature-value-text.ts";
import type { Reference } from "../document/reference.ts";

/**
 * Turns contributions on the logit into percentage points that add up exactly:
 * base probability * 100 + sum of points = probability * 100. The calibrator never inverts ranks, so the factor
 * between logit and points is never negative and every point keeps the sign of its logit.
 */
export function explainMatrix(
  matrix: FeatureMatrix,
  rowIds: string[],
  values: Contributions,
  reference: Reference,
  calibrator: Calibrator,
): Explanation[] {
  const width = matrix.features.length;
  const baseProbability = calibrator.apply(reference.logit);
  return rowIds.map((rowId, row) => {
    const logits = matrix.features.map(
      (_, index) => values.values[row * width + index]! - reference.offsets[index]!,
    );
    const change = logits.reduce((sum, logit) => sum + logit, 0);
    const probability = calibrator.apply(reference.logit + change);
    const pointsPerLogit = change === 0 ? 0 : ((probability - baseProbability) / change) * 100;
    const contributions = matrix.features.map((feature, index): Contribution => ({
      feature: feature.name,
      label: feature.label,
      value: featureValueText(feature, row),
      logit: logits[index]!,
      points: logits[index]! * pointsPerLogit,
    }));
    contributions.sort((a, b) => Math.abs(b.logit) - Math.abs(a.logit) || (a.feature < b.feature ? -1 : 1));
    return { rowId, baseProbability, probability, contributions };
  });
}
