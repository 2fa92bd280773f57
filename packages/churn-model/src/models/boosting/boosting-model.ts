import { sigmoid } from "../../calibration/logit.ts";
import { allRows, type Estimator, type FittedModel } from "../estimator.ts";
import { binMatrix, binWidths, categoricalFlags, fitBinning, type Binning } from "./binning.ts";
import { DEFAULT_BOOSTING, type BoostingParameters } from "./boosting-parameters.ts";
import { fitBoosting } from "./fit-boosting.ts";
import { soloTeam } from "./team.ts";
import { packTrees, unpackTrees, type TreesDocument } from "./tree-document.ts";
import { createTreeScorer } from "./tree-scorer.ts";
import type { Tree } from "./tree.ts";
import { createWorkspace } from "./workspace.ts";

/** Boosted trees without their binning, which all tree models of an ensemble share. */
export interface BoostingDocument {
  kind: "boosting";
  baseLogit: number;
  trees: TreesDocument;
}

/** Stored form of boosted trees that stand alone. */
export interface BoostingModelDocument extends BoostingDocument {
  binning: Binning;
}

export interface BoostingModel extends FittedModel {
  readonly kind: "boosting";
  readonly rounds: number;
  toJSON(): BoostingModelDocument;
}

/** Makes a model of its stored form. */
export function boostingModel(document: BoostingModelDocument): BoostingModel {
  return boostingModelOf(
    document.binning,
    document.baseLogit,
    unpackTrees(document.trees, binWidths(document.binning)),
  );
}

/** A model of trees just grown. */
export function boostingModelOf(binning: Binning, baseLogit: number, trees: Tree[]): BoostingModel {
  const scorer = createTreeScorer(
    binning,
    trees.map((tree) => ({ tree, weight: 1 })),
  );
  const predictLogit: FittedModel["predictLogit"] = (matrix) => {
    const logits = new Float64Array(matrix.rows).fill(baseLogit);
    scorer.addScores(matrix, logits);
    return logits;
  };
  return {
    kind: "boosting",
    rounds: trees.length,
    predictLogit,
    predictProba: (matrix) => predictLogit(matrix).map(sigmoid),
    contributions(matrix) {
      const values = new Float64Array(matrix.rows * matrix.features.length);
      scorer.addContributions(matrix, values);
      return { base: baseLogit + scorer.base, values };
    },
    toJSON: () => ({ kind: "boosting", baseLogit, trees: packTrees(trees), binning }),
  };
}

/** Gradient-boosted trees on 255 quantile bins, log loss. Stops early where validation rows are given. */
export function createBoosting(parameters: Partial<BoostingParameters> = {}): Estimator<BoostingModel> {
  const complete = { ...DEFAULT_BOOSTING, ...parameters };
  return {
    name: "boosting",
    fit(data, seed) {
      const { matrix, labels } = data;
      const binning = fitBinning(matrix);
      const shape = { widths: binWidths(binning), categorical: categoricalFlags(binning) };
      const workspace = createWorkspace({
        ...shape,
        rows: matrix.rows,
        maxLeaves: complete.maxLeaves,
      });
      const team = soloTeam(workspace);
      binMatrix(binning, matrix, workspace, team);
      const rows = data.rows ?? allRows(matrix.rows);
      const validation = data.validation ?? new Int32Array(0);
      const fit = fitBoosting(workspace, team, { labels, rows, validation }, complete, seed);
      return boostingModelOf(binning, fit.baseLogit, fit.trees);
    },
  };
}
