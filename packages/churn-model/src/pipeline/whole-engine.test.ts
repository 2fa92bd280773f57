import { describe, expect, test } from "vitest";

import { encodeTable } from "../preprocess/preprocessor.ts";
import { createRandom } from "../random.ts";
import { ensembleOf } from "../stack/ensemble.ts";
import { selectRows, type TrainingSet } from "../table.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";
import type { Trained, TrainingOptions } from "./contract.ts";
import { sampleTrainingSet } from "./sample-training-set.ts";
import { trainChurnModel } from "./train-churn-model.ts";
import { explainRows, scoreTable } from "../scoring/use-model.ts";

const trained = async (set: TrainingSet, options: Partial<TrainingOptions> = {}): Promise<Trained> => {
  const outcome = await trainChurnModel(set, { seed: 1, evaluation: "folds", ...options });
  if (outcome.kind !== "trained") throw new Error(outcome.message);
  return outcome;
};
const customers = simulateCustomers(1100, 41);
const stack = trained(customers);

describe("the whole stack", () => {
  test("is chosen for data of this size, and its contributions add up on the logit to 1e-9", async () => {
    const { document, report } = await stack;
    expect(report.recipe).toBe("stack");
    const { matrix } = encodeTable(
      document.model.preprocessor,
      selectRows(customers.table, [...Array(50).keys()]),
    );
    const ensemble = ensembleOf(document.model.ensemble);
    const logits = ensemble.stackedLogit(matrix);
    const { base, values } = ensemble.contributions(matrix);
    const width = matrix.features.length;
    logits.forEach((logit, row) => {
      const sum = values
        .subarray(row * width, (row + 1) * width)
        .reduce((total, value) => total + value, base);
      expect(Math.abs(sum - logit)).toBeLessThan(1e-9);
    });
  });

  test("shows points that add up to the probability, each with the sign of its logit", async () => {
    const { document, report } = await stack;
    for (const { baseProbability, probability, contributions } of explainRows(
      document,
      customers.table,
      [1, 2, 3],
    )) {
      const points = contributions.reduce((sum, part) => sum + part.points, 0);
      expect(Math.abs(baseProbability * 100 + points - probability * 100)).toBeLessThan(0.05);
      expect(Math.abs(baseProbability - report.baseRate)).toBeLessThan(0.001);
      for (const { logit, points: own } of contributions) expect(own * logit).toBeGreaterThanOrEqual(0);
    }
  });

  test("never inverts the order of its logits, and is calibrated on new customers", async () => {
    const { document } = await stack;
    const fresh = simulateCustomers(4000, 42);
    const { probabilities } = scoreTable(document, fresh.table);
    const ensemble = ensembleOf(document.model.ensemble);
    const logits = ensemble.stackedLogit(encodeTable(document.model.preprocessor, fresh.table).matrix);
    const order = Array.from(logits.keys()).sort((a, b) => logits[a]! - logits[b]!);
    for (let i = 1; i < order.length; i++)
      expect(probabilities[order[i]!]).toBeGreaterThanOrEqual(probabilities[order[i - 1]!]!);
    const error = probabilities.reduce((sum, p, row) => sum + (p - fresh.truth[row]!) ** 2, 0) / 4000;
    expect(Math.sqrt(error)).toBeLessThan(0.085);
  });

  test("scores a customer the same alone, among others, and with the columns in another order", async () => {
    const { document } = await stack;
    const together = scoreTable(document, customers.table).probabilities;
    const alone = scoreTable(document, selectRows(customers.table, [77])).probabilities[0];
    const turned = { ...customers.table, columns: [...customers.table.columns].reverse() };
    expect(alone).toBe(together[77]);
    expect(scoreTable(document, turned).probabilities[77]).toBe(together[77]);
  });
});

test("the order of the rows changes nothing beyond rounding in a regression", async () => {
  const order = createRandom(8).shuffle([...customers.labels.keys()]);
  const shuffled = {
    table: selectRows(customers.table, order),
    labels: Uint8Array.from(order, (row) => customers.labels[row]!),
  };
  const [one, other] = await Promise.all([
    trained(customers, { recipe: "logistic" }),
    trained(shuffled, { recipe: "logistic" }),
  ]);
  const before = scoreTable(one.document, customers.table).probabilities;
  const after = scoreTable(other.document, customers.table).probabilities;
  before.forEach((p, row) => expect(after[row]).toBeCloseTo(p, 6));
});

describe("small, repeated, dated and very large data", () => {
  test("thirty customers get a provisional model, or an honest word that it is not reliable", async () => {
    const { report, heldOutProbabilities } = await trained(simulateCustomers(30, 51, { signal: 2 }), {
      evaluation: "full",
    });
    expect(report.recipe).toBe("small");
    expect(["provisional", "not_reliable"]).toContain(report.verdict);
    expect(report.evaluation).toMatch(/cross-validation, 5 times with other folds/);
    expect(report.metrics.rocAuc.upper).toBeGreaterThan(report.metrics.rocAuc.lower);
    expect(heldOutProbabilities.every((p) => p > 0 && p < 1)).toBe(true);
  });

  test("rows that repeat are counted and do not make the model look better than it is", async () => {
    const once = simulateCustomers(400, 52, { signal: 0.2 });
    const rows = [...once.labels.keys(), ...once.labels.keys()];
    const twice = {
      table: { ...selectRows(once.table, rows), rowIds: rows.map((_, i) => `r${i}`) },
      labels: Uint8Array.from(rows, (row) => once.labels[row]!),
    };
    const { report } = await trained(twice);
    expect(report.duplicates).toEqual({ rows: 400, groups: 400 });
    const single = await trained(once);
    expect(report.metrics.logLoss.estimate).toBeGreaterThan(single.report.metrics.logLoss.estimate - 0.03);
  });

  test("with dates, quality is measured on the latest snapshot by a model of the past", async () => {
    const snapshots = simulateCustomers(1200, 53);
    const days = [0, 90, 180];
    const set = {
      ...snapshots,
      times: Float64Array.from(
        snapshots.labels,
        (_, row) => Date.UTC(2026, 0, 1) + days[row % 3]! * 86_400_000,
      ),
      groups: Array.from(snapshots.labels, (_, row) => `customer ${Math.floor(row / 3)}`),
    };
    const { report } = await trained(set, { evaluation: "full", horizonDays: 90, recipe: "logistic" });
    expect(report.evaluation).toMatch(/400 customers of 2026-06-30/);
    expect(report.lift.reduce((sum, { rows }) => sum + rows, 0)).toBe(400);
  });

  test("a sample of a large set takes customers whole, whatever the order of the rows", () => {
    const { table, labels } = simulateCustomers(3000, 54);
    const groups = Array.from(labels, (_, row) => `customer ${row % 1000}`);
    const sampled = sampleTrainingSet({ table, labels, groups }, 1, { most: 900, leaversFirst: true })!;
    expect(sampled.rows.length).toBeGreaterThan(700);
    expect(sampled.rows.length).toBeLessThan(1100);
    expect(new Set(sampled.set.groups).size * 3).toBe(sampled.rows.length);
    expect(sampleTrainingSet({ table, labels }, 1, { most: 3000 })).toBeNull();
  });

  describe("a sample of customers with one row each", () => {
    const { table } = simulateCustomers(10_000, 54);
    const labelsOf = (rate: number) =>
      Uint8Array.from(table.rowIds, (_, row) => (row % (1 / rate) === 0 ? 1 : 0));
    const first = { most: 2000, leaversFirst: true };
    const countLeft = (labels: Uint8Array) => labels.reduce((sum, label) => sum + label, 0);

    test("takes leavers first, up to an eighth of the most rows, and says the whole set's rate", () => {
      const all = { table, labels: labelsOf(0.01) };
      const few = sampleTrainingSet(all, 1, first)!;
      expect(few.trueRate).toBe(0.01);
      expect(countLeft(few.set.labels), "all who left").toBe(100);
      expect(few.rows.length, "each instead of four who stayed").toBeGreaterThan(1600);
      expect(few.rows.length).toBeLessThan(1800);

      const many = sampleTrainingSet({ table, labels: labelsOf(0.05) }, 1, first)!;
      expect(many.trueRate).toBe(0.05);
      expect(countLeft(many.set.labels)).toBeGreaterThan(200);
      expect(countLeft(many.set.labels)).toBeLessThan(300);
      expect(many.rows.length, "four who stayed beside each").toBeLessThan(1400);

      const stayersAreFew = { table, labels: all.labels.map((label) => 1 - label) };
      const mirrored = sampleTrainingSet(stayersAreFew, 1, first)!;
      expect(mirrored.trueRate).toBe(0.99);
      expect(mirrored.rows).toEqual(few.rows);
    });

    test("gives chances at the whole set's rate, inside the sample and outside", async () => {
      const random = createRandom(3);
      const values = Float64Array.from({ length: 12_000 }, () => random.normal());
      const labels = Uint8Array.from(values, (x) => (random.next() < 0.05 * Math.exp(x - 0.5) ? 1 : 0));
      const rowIds = Array.from(values, (_, row) => `c${row}`);
      const large = { table: { rowIds, columns: [{ name: "x", kind: "numeric" as const, values }] }, labels };
      const { report, heldOutProbabilities } = await trained(large, { recipe: "logistic", mostRows: 8000 });
      const rate = countLeft(labels) / labels.length;
      expect(report).toMatchObject({
        truePriorRate: rate,
        sampledFrom: { rows: labels.length, outcomes: countLeft(labels) },
      });
      expect(report.outcomes, "every leaver is learned from").toBe(countLeft(labels));
      expect(report.baseRate).toBeGreaterThan(1.05 * rate);
      const mean = heldOutProbabilities.reduce((sum, p) => sum + p, 0) / labels.length;
      expect(Math.abs(mean / rate - 1)).toBeLessThan(0.05);
    });

    test("holds the set's own rate where that tells as much, where customers have several rows, dates or days of leaving", () => {
      const rows = table.rowIds.length;
      const few = { table, labels: labelsOf(0.01) };
      const leaving = { leftAfterDays: new Float64Array(rows), watchedDays: new Float64Array(rows) };
      expect(sampleTrainingSet(few, 1, { most: 2000 })!.trueRate, "unless asked").toBeNull();
      for (const set of [
        { table, labels: labelsOf(0.2) },
        { ...few, groups: table.rowIds },
        { ...few, leaving },
        { ...few, times: new Float64Array(rows) },
      ]) {
        const sampled = sampleTrainingSet(set, 1, first)!;
        expect(sampled.trueRate).toBeNull();
        expect(sampled.rows.length).toBeGreaterThan(1850);
        expect(sampled.rows.length).toBeLessThan(2150);
        const rate = countLeft(sampled.set.labels) / sampled.rows.length;
        expect(Math.abs(rate - countLeft(set.labels) / rows)).toBeLessThan(0.02);
      }
    });
  });

  test("a set whose shapes do not fit each other is refused in words", async () => {
    const { table } = simulateCustomers(50, 55);
    const outcome = await trainChurnModel({ table, labels: new Uint8Array(49) }, { seed: 1 });
    expect(outcome).toMatchObject({
      kind: "refused",
      reason: "invalid_input",
      message: "49 labels for 50 rows.",
    });
  });

  test("a table without a usable column is refused, with the reason for each", async () => {
    const { labels } = simulateCustomers(60, 56);
    const rowIds = Array.from(labels, (_, row) => String(row));
    const table = {
      rowIds,
      columns: [{ name: "email", kind: "categorical" as const, values: rowIds.map((id) => `${id}@x.no`) }],
    };
    const outcome = await trainChurnModel({ table, labels }, { seed: 1 });
    expect(outcome).toMatchObject({
      reason: "no_usable_columns",
      details: { droppedColumns: [{ reason: "email" }] },
    });
  });
});
