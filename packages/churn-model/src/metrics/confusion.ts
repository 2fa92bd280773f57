import { checkProbabilityRows } from "./check-scored-rows.ts";

/** Counts at one cut-off; a rate whose denominator is 0 is null. Flagged = probability at or above the cut-off. */
export interface Confusion {
  readonly cutOff: number;
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly trueNegatives: number;
  readonly falseNegatives: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly specificity: number | null;
  readonly flaggedShare: number;
}

/** Confusion counts at each cut-off (the edges of the risk bands), in the order given. */
export function confusionAt(
  labels: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  cutOffs: readonly number[],
): Confusion[] {
  checkProbabilityRows(labels, probabilities);
  return cutOffs.map((cutOff) => {
    let truePositives = 0;
    let falsePositives = 0;
    let falseNegatives = 0;
    for (let row = 0; row < labels.length; row++) {
      const flagged = probabilities[row]! >= cutOff;
      if (flagged && labels[row] === 1) truePositives++;
      else if (flagged) falsePositives++;
      else if (labels[row] === 1) falseNegatives++;
    }
    const trueNegatives = labels.length - truePositives - falsePositives - falseNegatives;
    return {
      cutOff,
      truePositives,
      falsePositives,
      trueNegatives,
      falseNegatives,
      precision: share(truePositives, falsePositives),
      recall: share(truePositives, falseNegatives),
      specificity: share(trueNegatives, falsePositives),
      flaggedShare: (truePositives + falsePositives) / labels.length,
    };
  });
}

const share = (part: number, rest: number): number | null =>
  part + rest === 0 ? null : part / (part + rest);
