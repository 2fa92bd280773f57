import { logitOf, sigmoid } from "../../calibration/logit.ts";
import { allRows, type Estimator, type FittedModel } from "../estimator.ts";
import { binMatrix, binWidths, categoricalFlags, fitBinning, type Binning } from "../boosting/binning.ts";
import { soloTeam } from "../boosting/team.ts";
import { packTrees, unpackTrees, type TreesDocument } from "../boosting/tree-document.ts";
import { createTreeScorer } from "../boosting/tree-scorer.ts";
import { createWorkspace } from "../boosting/workspace.ts";
import { fitForest, type ForestParameters } from "./fit-forest.ts";

/** A random forest without its binning, which all tree models of an ensemble share. */
export interface ForestDocument {
  kind: "forest";
  baseRate: number;
  trees: TreesDocument;
}

export interface ForestModel extends FittedModel {
  readonly kind: "forest";
  toJSON(): ForestDocument & { binning: Binning };
}

/** Share of the base rate mixed into every prediction: trees may say 0 or 1, which no logit can. */
const BASE_SHARE = 0.02;

/** Log odds of a forest whose trees agree on a share of leavers. */
export const forestLogit = (share: number, baseRate: number): number =>
  logitOf(share * (1 - BASE_SHARE) + baseRate * BASE_SHARE);

/**
 * Makes a model of its stored form.
 * A forest adds up on the probability, not on the logit: its Shapley values there are scaled to the logit by one
 * factor per row, which keeps them exactly additive and in proportion.
 */
export function forestModel(document: ForestDocument & { binning: Binning }): ForestModel {
  const { binning, baseRate } = document;
  const trees = unpackTrees(document.trees, binWidths(binning));
  const weight = (1 - BASE_SHARE) / Math.max(1, trees.length);
  const scorer = createTreeScorer(
    binning,
    trees.map((tree) => ({ tree, weight })),
  );
  const predictLogit: FittedModel["predictLogit"] = (matrix) => {
    const shares = new Float64Array(matrix.rows).fill(baseRate * BASE_SHARE);
    scorer.addScores(matrix, shares);
    return shares.map(logitOf);
  };
  return {
    kind: "forest",
    predictLogit,
    predictProba: (matrix) => predictLogit(matrix).map(sigmoid),
    contributions(matrix) {
      const width = matrix.features.length;
      const values = new Float64Array(matrix.rows * width);
      scorer.addContributions(matrix, values);
      const baseShare = scorer.base + baseRate * BASE_SHARE;
      const base = logitOf(baseShare);
      for (let row = 0; row < matrix.rows; row++) {
        let change = 0;
        for (let i = row * width; i < (row + 1) * width; i++) change += values[i]!;
        const slope =
          Math.abs(change) < 1e-12
            ? 1 / (baseShare * (1 - baseShare))
            : (logitOf(baseShare + change) - base) / change;
        for (let i = row * width; i < (row + 1) * width; i++) values[i]! *= slope;
      }
      return { base, values };
    },
    toJSON: () => document,
  };
}

export const DEFAULT_FOREST: ForestParameters = { trees: 200, maxLeaves: 64, maxDepth: 12, minData: 3 };

/** Random forest of probability trees. */
export function createForest(parameters: Partial<ForestParameters> = {}): Estimator<ForestModel> {
  const complete = { ...DEFAULT_FOREST, ...parameters };
  return {
    name: "forest",
    fit({ matrix, labels, rows }, seed) {
      const binning = fitBinning(matrix);
      const shape = { widths: binWidths(binning), categorical: categoricalFlags(binning) };
      const workspace = createWorkspace({ ...shape, rows: matrix.rows, maxLeaves: complete.maxLeaves });
      const team = soloTeam(workspace);
      binMatrix(binning, matrix, workspace, team);
      const fit = fitForest(workspace, team, { labels, rows: rows ?? allRows(matrix.rows) }, complete, seed);
      return forestModel({ kind: "forest", baseRate: fit.baseRate, trees: packTrees(fit.trees), binning });
    },
  };
}
