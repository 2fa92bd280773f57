import { expect, test } from "vitest";

import { binMatrix, binWidths, categoricalFlags, fitBinning } from "../models/boosting/binning.ts";
import { createBoosting } from "../models/boosting/boosting-model.ts";
import { DEFAULT_BOOSTING } from "../models/boosting/boosting-parameters.ts";
import { fitBoosting, type BoostingFit } from "../models/boosting/fit-boosting.ts";
import { createWorkspace } from "../models/boosting/workspace.ts";
import { encodeTable, fitPreprocessor } from "../preprocess/preprocessor.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";
import { fitBoostingOnThreads } from "./fit-boosting-on-threads.ts";
import { startHelpers } from "./start-helpers.ts";

// More rows than one piece of work has, and a number that leaves every last piece incomplete.
const { table, labels } = simulateCustomers(20_011, 8);
const { matrix } = encodeTable(fitPreprocessor(table).preprocessor, table);
const rows = Int32Array.from(labels.keys()).filter((row) => row % 5 > 0);
const validation = Int32Array.from(labels.keys()).filter((row) => row % 5 === 0);

/** A fit by so many threads, all of which have started when it begins. */
async function fitTogether(threads: number, rowShare: number): Promise<BoostingFit> {
  const parameters = { ...DEFAULT_BOOSTING, rounds: 4, maxLeaves: 31, featureShare: 0.8, rowShare };
  const helpers = startHelpers(threads);
  try {
    const binning = fitBinning(matrix);
    const workspace = createWorkspace({
      rows: matrix.rows,
      widths: binWidths(binning),
      categorical: categoricalFlags(binning),
      maxLeaves: 31,
      threads,
    });
    const team = helpers.join(workspace);
    await team.allHere;
    binMatrix(binning, matrix, workspace, team);
    return fitBoosting(workspace, team, { labels, rows, validation }, parameters, 3);
  } finally {
    await helpers.close();
  }
}

test.each([1, 0.7])(
  "two and four threads grow the very trees that one grows, of a share of %d of the rows",
  async (rowShare) => {
    const alone = await fitTogether(1, rowShare);
    expect(alone.trees.length).toBe(4);
    expect(await fitTogether(2, rowShare)).toEqual(alone);
    expect(await fitTogether(4, rowShare)).toEqual(alone);
  },
);

test("helpers that come too late change nothing", async () => {
  const parameters = { rounds: 2, maxLeaves: 8 };
  const alone = createBoosting(parameters).fit({ matrix, labels }, 1);
  const helped = await fitBoostingOnThreads({ matrix, labels }, parameters, 1, 2);
  expect(helped.toJSON()).toEqual(alone.toJSON());
});
