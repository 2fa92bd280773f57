import path from "node:path";
import {
  compareLogLoss,
  foldsOf,
  logLoss,
  openScorer,
  scoreTable,
  selectRows,
  SHOWN_DAYS,
  stratifiedFolds,
  trainChurnModel,
  type LeavingDays,
  type Recipe,
  type Table,
} from "@forestay/churn-model";
import { simulateLeaving } from "../../packages/churn-model/src/testing/simulated-leaving.ts";
import { readTelcoFromStart } from "./telco-from-start.ts";

import type { BenchResult } from "./bench-result.ts";

// When, and not only whether: the chances of 30, 60 and 90 days that one model gives, against three models trained for
// each number of days by themselves, on the same rows; on simulated companies against the truth, on a public set on
// customers held out.

const DATA = process.env["FORESTAY_DATA"] ?? path.resolve(import.meta.dirname, "../../../shared/data");
const CUSTOMERS = 5000;
const FRESH = 20_000;
const SEEDS = [1, 2, 3, 4];
/** About 12 and 26 % leave within 90 days. */
const LEVELS = [-4.2, -3.2];
const HORIZON_DAYS = 90;
const FOLDS = 5;

export async function run(): Promise<BenchResult[]> {
  return [...(await onSimulated()), ...(await onTelco())];
}

async function onSimulated(): Promise<BenchResult[]> {
  const byDays = SHOWN_DAYS.map(() => ({ one: 0, own: 0, level: 0 }));
  for (const level of LEVELS) {
    for (const seed of SEEDS) {
      const { table, leaving } = simulateLeaving(CUSTOMERS, seed, { level });
      const fresh = simulateLeaving(FRESH, 1000 + seed, { level });
      const { one, own, level: ifLevel } = await chancesOf({ table, leaving }, fresh.table, seed, "gbdt");
      byDays.forEach((sums, i) => {
        const truth = fresh.truth(i + 1);
        sums.one += divergence(truth, one[i]!);
        sums.own += divergence(truth, own[i]!);
        sums.level += divergence(truth, ifLevel[i]!);
      });
    }
  }
  return byDays.flatMap(({ one, own, level }, i): BenchResult[] => [
    {
      measure: `simulated, ${SHOWN_DAYS[i]} days: divergence from the truth as a share of that of a model of its own`,
      value: one / own,
      unit: "ratio",
      goal: "at most 1.1",
      passed: one / own <= 1.1,
    },
    {
      measure: `simulated, ${SHOWN_DAYS[i]} days: as a share of that of the 90 days' score spread evenly`,
      value: one / level,
      unit: "ratio",
    },
  ]);
}

/** IBM's telephone customers, each from its start: a third of those who leave do so in their first three months. */
async function onTelco(): Promise<BenchResult[]> {
  const set = await readTelcoFromStart(path.join(DATA, "telco.csv"), HORIZON_DAYS);
  if (set === null) return [{ measure: "telco: the file is not here; not measured", value: 0, unit: "rows" }];
  const { table, leaving } = set;
  const rows = table.rowIds.length;
  const said = {
    one: SHOWN_DAYS.map(() => new Float64Array(rows)),
    own: SHOWN_DAYS.map(() => new Float64Array(rows)),
  };
  const labelsAt = (days: number) => Uint8Array.from(leaving.leftAfterDays, (day) => (day <= days ? 1 : 0));
  const foldOf = stratifiedFolds(labelsAt(HORIZON_DAYS), FOLDS, { seed: 1 });
  for (const [fold, { train, test }] of foldsOf(foldOf).entries()) {
    const part = { table: selectRows(table, train), leaving: leavingOf(leaving, train) };
    const { one, own } = await chancesOf(part, selectRows(table, test), fold + 1, "auto");
    for (const i of SHOWN_DAYS.keys())
      test.forEach((row, at) => {
        said.one[i]![row] = one[i]![at]!;
        said.own[i]![row] = own[i]![at]!;
      });
  }
  return SHOWN_DAYS.flatMap((days, i): BenchResult[] => {
    const labels = labelsAt(days);
    const left = labels.reduce((sum, label) => sum + label, 0);
    const { mean, low, high } = compareLogLoss(labels, said.one[i]!, said.own[i]!);
    return [
      {
        measure: `telco, ${days} days (${left} of ${rows} left): log loss less that of a model of its own, from ${low.toFixed(5)} to ${high.toFixed(5)}`,
        value: mean,
        unit: "nats",
        goal: "not above 0 beyond chance",
        passed: low <= 0,
      },
      {
        measure: `telco, ${days} days: log loss of the one model`,
        value: logLoss(labels, said.one[i]!),
        unit: "nats",
      },
      {
        measure: `telco, ${days} days: mean chance as a share of those who left`,
        value: said.one[i]!.reduce((sum, p) => sum + p, 0) / left,
        unit: "ratio",
        goal: "0.9 to 1.1",
        passed: Math.abs(said.one[i]!.reduce((sum, p) => sum + p, 0) / left - 1) <= 0.1,
      },
    ];
  });
}

/** Chances of the fresh rows by one model of when, by three models of their own, and by the score spread evenly. */
async function chancesOf(
  { table, leaving }: { table: Table; leaving: LeavingDays },
  fresh: Table,
  seed: number,
  recipe: Recipe,
): Promise<{ one: Float64Array[]; own: Float64Array[]; level: Float64Array[] }> {
  const documentFor = async (days: number, dated: boolean) => {
    const labels = Uint8Array.from(leaving.leftAfterDays, (day) => (day <= days ? 1 : 0));
    const set = { table, labels, ...(dated ? { leaving } : {}) };
    const outcome = await trainChurnModel(set, { seed, recipe, horizonDays: days, evaluation: "folds" });
    if (outcome.kind === "refused") throw new Error(outcome.message);
    return outcome.document;
  };
  const { probabilities, times } = await openScorer(await documentFor(HORIZON_DAYS, true), 0).score(fresh);
  const own: Float64Array[] = [];
  for (const days of SHOWN_DAYS) own.push(scoreTable(await documentFor(days, false), fresh).probabilities);
  const level = SHOWN_DAYS.map((days) => probabilities.map((p) => 1 - (1 - p) ** (days / HORIZON_DAYS)));
  return { one: times!.chances, own, level };
}

const leavingOf = ({ leftAfterDays, watchedDays }: LeavingDays, rows: ArrayLike<number>): LeavingDays => ({
  leftAfterDays: Float64Array.from(rows, (row) => leftAfterDays[row]!),
  watchedDays: Float64Array.from(rows, (row) => watchedDays[row]!),
});

/** Mean Kullback-Leibler divergence of what was said from the truth, in nats a customer. */
function divergence(truth: Float64Array, said: Float64Array): number {
  let sum = 0;
  truth.forEach((p, row) => {
    const q = said[row]!;
    sum += p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
  });
  return sum / truth.length;
}
