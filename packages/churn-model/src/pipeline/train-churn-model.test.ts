import { describe, expect, test } from "vitest";

import { selectRows, type TrainingSet } from "../table.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";
import type { Trained } from "./contract.ts";
import { parseModelDocument } from "../document/document.ts";
import { trainChurnModel } from "./train-churn-model.ts";
import { explainRows, scoreTable } from "../scoring/use-model.ts";

const customers = simulateCustomers(1200, 1);
const trainedOn = async (set: TrainingSet, seed = 1): Promise<Trained> => {
  const outcome = await trainChurnModel(set, { seed, recipe: "logistic" });
  if (outcome.kind !== "trained") throw new Error(outcome.message);
  return outcome;
};
const shared = trainedOn(customers);

describe("a trained model", () => {
  test("finds the known probabilities of new customers", async () => {
    const { document, report } = await shared;
    const fresh = simulateCustomers(1500, 99);
    const { probabilities } = scoreTable(document, fresh.table);
    const error = probabilities.reduce((sum, p, row) => sum + (p - fresh.truth[row]!) ** 2, 0) / 1500;
    expect(Math.sqrt(error)).toBeLessThan(0.08);
    expect(report.verdict).toBe("good");
    expect(report.baselines.every((baseline) => baseline.beaten)).toBe(true);
  });

  test("explains each probability so that the base rate and the points add up to it", async () => {
    const { document, report } = await shared;
    const { probabilities } = scoreTable(document, customers.table);
    for (const [i, explanation] of explainRows(document, customers.table, [0, 7, 400]).entries()) {
      const points = explanation.contributions.reduce((sum, part) => sum + part.points, 0);
      expect(explanation.baseProbability * 100 + points).toBeCloseTo(explanation.probability * 100, 8);
      expect(explanation.probability).toBeCloseTo(probabilities[[0, 7, 400][i]!]!, 12);
      expect(explanation.baseProbability).toBeCloseTo(report.baseRate, 6);
    }
  });

  test("is the same document for the same data and seed, and another for another seed", async () => {
    const { document } = await shared;
    expect(JSON.stringify((await trainedOn(customers)).document)).toBe(JSON.stringify(document));
    expect((await trainedOn(customers, 2)).document.checksum).not.toBe(document.checksum);
  });

  test("holds out every customer and reports the drivers that were put in", async () => {
    const { heldOutProbabilities, report } = await shared;
    expect(heldOutProbabilities.every((p) => p > 0 && p < 1)).toBe(true);
    const names = report.drivers.map((driver) => driver.feature);
    expect(names.at(-1)).toBe("noise");
    expect(report.drivers.find((driver) => driver.feature === "usage")?.direction).toBe("lowers");
  });

  test("survives storage that reorders keys, and refuses other versions and changed documents", async () => {
    const { document } = await shared;
    const reordered = Object.fromEntries(
      Object.entries(JSON.parse(JSON.stringify(document)) as object).reverse(),
    );
    expect(parseModelDocument(reordered).kind).toBe("ok");
    expect(parseModelDocument(JSON.stringify(document)).kind).toBe("ok");
    expect(parseModelDocument({ ...document, version: 2 })).toMatchObject({ reason: "other_version" });
    const changed = structuredClone(document);
    changed.model.ensemble.intercept += 0.1;
    expect(parseModelDocument(changed)).toMatchObject({ reason: "tampered" });
    for (const stored of ["", "{", "null", 3, {}])
      expect(parseModelDocument(stored)).toMatchObject({ reason: "not_a_model" });
  });

  test("scores values it never saw and says how many there were", async () => {
    const { document } = await shared;
    const table = selectRows(customers.table, [0, 1, 2]);
    table.columns = table.columns.filter((column) => column.name !== "usage");
    for (const column of table.columns)
      if (column.kind === "categorical") column.values = ["gold", null, "basic"];
    const tenure = table.columns[0]!;
    if (tenure.kind === "numeric") tenure.values = Float64Array.of(Infinity, -1e300, Number.NaN);
    const { probabilities, inputs } = scoreTable(document, table);
    expect(probabilities.every((p) => p > 0 && p < 1)).toBe(true);
    expect(inputs.find((input) => input.feature === "plan")).toMatchObject({ unseen: 1, missing: 1 });
    expect(inputs.find((input) => input.feature === "usage")).toMatchObject({ missing: 3, absent: true });
  });
});

describe("data that cannot carry a model", () => {
  const withLabels = (rows: number, outcomes: number): TrainingSet => {
    const { table } = simulateCustomers(rows, 3);
    return { table, labels: Uint8Array.from({ length: rows }, (_, row) => (row < outcomes ? 1 : 0)) };
  };

  test.each([
    [0, 0, "no_rows"],
    [30, 0, "one_class"],
    [30, 30, "one_class"],
    [30, 1, "too_few_outcomes"],
    [30, 26, "too_few_outcomes"],
  ])("%i customers of whom %i left are refused", async (rows, outcomes, reason) => {
    const outcome = await trainChurnModel(withLabels(rows, outcomes), { seed: 1 });
    expect(outcome).toMatchObject({ kind: "refused", reason });
    if (outcome.kind === "refused") expect(outcome.message).toMatch(/customers/);
  });

  test("no signal is published as not reliable, with scores near the base rate", async () => {
    const { document, report } = await trainedOn(simulateCustomers(1500, 5, { signal: 0 }));
    expect(report.verdict).toBe("not_reliable");
    const { probabilities } = scoreTable(document, customers.table);
    for (const p of probabilities) expect(Math.abs(p - report.baseRate)).toBeLessThan(0.15);
  });

  test("a column that gives the answer away is left out and named", async () => {
    const leaky = simulateCustomers(1000, 6);
    const values = Float64Array.from(leaky.labels, (label, row) => label + (row % 10) / 100);
    leaky.table.columns.push({ name: "score_after", kind: "numeric", values });
    const { report } = await trainedOn(leaky);
    expect(report.leaks).toMatchObject([{ name: "score_after", action: "excluded" }]);
    expect(report.droppedColumns).toMatchObject([{ name: "score_after", reason: "leak" }]);
    expect(report.metrics.rocAuc.estimate).toBeLessThan(0.9);
  });

  test("a known true rate moves the scores and the base, and keeps the order", async () => {
    const outcome = await trainChurnModel(customers, { seed: 1, recipe: "logistic", truePriorRate: 0.05 });
    if (outcome.kind !== "trained") throw new Error(outcome.message);
    const [explanation] = explainRows(outcome.document, customers.table, [3]);
    expect(explanation!.baseProbability).toBeCloseTo(0.05, 6);
    const before = scoreTable((await shared).document, customers.table).probabilities;
    const after = scoreTable(outcome.document, customers.table).probabilities;
    before.forEach((p, row) => expect(after[row]).toBeLessThan(p));
  });

  test("a file sampled by outcome is measured as the real customers would be: held-out chances and figures alike", async () => {
    const all = simulateCustomers(6000, 9);
    const rate = all.labels.reduce((sum, label) => sum + label, 0) / all.labels.length;
    const leavers = [...all.labels.keys()].filter((row) => all.labels[row] === 1);
    const stayers = [...all.labels.keys()].filter((row) => all.labels[row] === 0);
    const rows = [...leavers.slice(0, 700), ...stayers.slice(0, 700)];
    const sample = {
      table: selectRows(all.table, rows),
      labels: Uint8Array.from(rows, (row) => all.labels[row]!),
    };
    const outcome = await trainChurnModel(sample, {
      seed: 1,
      recipe: "logistic",
      evaluation: "folds",
      truePriorRate: rate,
    });
    if (outcome.kind !== "trained") throw new Error(outcome.message);
    const { report, heldOutProbabilities } = outcome;
    const ofClass = (label: number): number => {
      const own = [...heldOutProbabilities].filter((_, i) => sample.labels[i] === label);
      return own.reduce((sum, p) => sum + p, 0) / own.length;
    };
    // Back at the true rate the held-out chances have it as their mean.
    expect(rate * ofClass(1) + (1 - rate) * ofClass(0)).toBeCloseTo(rate, 1);
    const mean = report.calibration.reduce((sum, bin) => sum + bin.rows * bin.meanPredicted, 0);
    const measured = report.calibration.reduce((sum, bin) => sum + bin.rows, 0);
    const left = report.calibration.reduce((sum, bin) => sum + bin.rows * bin.observed, 0);
    expect(left / measured).toBeCloseTo(rate, 2);
    expect(mean / measured).toBeCloseTo(rate, 1);
    expect(report.metrics.ece.estimate).toBeLessThan(0.06);
    expect(report.baselines[0]!.logLoss).toBeCloseTo(
      -(rate * Math.log(rate) + (1 - rate) * Math.log(1 - rate)),
      2,
    );
    expect(report.evaluation).toMatch(/drawn so that [\d.]+% left, as in truth/);
  });

  test("stops when the caller asks, while explaining too", async () => {
    const stop = new AbortController();
    let asked = false;
    const run = trainChurnModel(customers, {
      seed: 1,
      recipe: "logistic",
      evaluation: "folds",
      signal: stop.signal,
      onProgress: ({ stage }) => {
        if (stage !== "explain") return;
        asked = true;
        // Asked after the stage has begun, as a person does.
        setImmediate(() => stop.abort());
      },
    });
    await expect(run).rejects.toThrow();
    expect(asked).toBe(true);
  });

  test("stops when the caller asks", async () => {
    const stop = new AbortController();
    const run = trainChurnModel(customers, { seed: 1, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(run).rejects.toThrow();
  });
});
