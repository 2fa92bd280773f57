import { binMatrix, binWidths, categoricalFlags, fitBinning } from "../models/boosting/binning.ts";
import { boostingModelOf, type BoostingModel } from "../models/boosting/boosting-model.ts";
import { DEFAULT_BOOSTING, type BoostingParameters } from "../models/boosting/boosting-parameters.ts";
import { fitBoosting } from "../models/boosting/fit-boosting.ts";
import { createWorkspace } from "../models/boosting/workspace.ts";
import { allRows, type TrainingRows } from "../models/estimator.ts";
import { startHelpers } from "./start-helpers.ts";

/**
 * Boosted trees as `createBoosting` fits them, each tree grown by several threads at once: for one large fit.
 * The model is the same, bit for bit, for any number of threads. Blocks the calling thread while it fits.
 */
export async function fitBoostingOnThreads(
  data: TrainingRows,
  parameters: Partial<BoostingParameters>,
  seed: number,
  threads: number,
): Promise<BoostingModel> {
  const complete = { ...DEFAULT_BOOSTING, ...parameters };
  const { matrix, labels } = data;
  const helpers = startHelpers(threads);
  try {
    const binning = fitBinning(matrix);
    const workspace = createWorkspace({
      rows: matrix.rows,
      widths: binWidths(binning),
      categorical: categoricalFlags(binning),
      maxLeaves: complete.maxLeaves,
      threads,
    });
    const team = helpers.join(workspace);
    binMatrix(binning, matrix, workspace, team);
    const rows = data.rows ?? allRows(matrix.rows);
    const validation = data.validation ?? new Int32Array(0);
    const fit = fitBoosting(workspace, team, { labels, rows, validation }, complete, seed);
    return boostingModelOf(binning, fit.baseLogit, fit.trees);
  } finally {
    await helpers.close();
  }
}
