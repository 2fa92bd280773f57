import { describe, expect, test } from "vitest";

import { selectMatrixRows, type FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { encodeTable, fitPreprocessor } from "../preprocess/preprocessor.ts";
import { rocAuc } from "../metrics/roc-auc.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";
import { createBoosting } from "./boosting/boosting-model.ts";
import type { Estimator } from "./estimator.ts";
import { createForest } from "./forest/forest-model.ts";
import { createLogisticRegression } from "./logistic/logistic-regression.ts";
import { readModel } from "./read-model.ts";

// What every estimator promises (scikit-learn's check_estimator, for ours).
const estimators: Record<string, Estimator> = {
  "spline regression": createLogisticRegression(),
  "boosted trees": createBoosting({ rounds: 40, maxLeaves: 8, rowShare: 0.8, featureShare: 0.8 }),
  "random forest": createForest({ trees: 30 }),
};

const customers = simulateCustomers(800, 31);
const { matrix } = encodeTable(fitPreprocessor(customers.table).preprocessor, customers.table);
const { labels } = customers;
const rows = Int32Array.from({ length: 600 }, (_, i) => i);
const unseen = selectMatrixRows(
  matrix,
  Int32Array.from({ length: 200 }, (_, i) => 600 + i),
);
const unseenLabels = labels.slice(600);

describe.each(Object.entries(estimators))("%s", (_, estimator) => {
  const model = estimator.fit({ matrix, labels, rows }, 1);

  test("ranks customers it has not seen", () => {
    expect(rocAuc(unseenLabels, model.predictProba(unseen))).toBeGreaterThan(0.65);
  });

  test("gives probabilities that are those of its logits", () => {
    const logits = model.predictLogit(unseen);
    model.predictProba(unseen).forEach((p, row) => {
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThan(1);
      expect(p).toBeCloseTo(1 / (1 + Math.exp(-logits[row]!)), 12);
    });
  });

  test("explains each logit exactly", () => {
    const logits = model.predictLogit(unseen);
    const { base, values } = model.contributions(unseen);
    const width = unseen.features.length;
    logits.forEach((logit, row) => {
      const sum = values
        .subarray(row * width, (row + 1) * width)
        .reduce((total, value) => total + value, base);
      expect(sum).toBeCloseTo(logit, 10);
    });
  });

  test("is the same for the same seed, and untouched by another fit", () => {
    const before = JSON.stringify(model);
    estimator.fit({ matrix, labels: labels.map((label) => 1 - label), rows }, 2);
    expect(JSON.stringify(estimator.fit({ matrix, labels, rows }, 1))).toBe(before);
    expect(JSON.stringify(model)).toBe(before);
  });

  test("reads back from its document", () => {
    const read = readModel(JSON.parse(JSON.stringify(model)));
    expect(read.kind).toBe(model.kind);
    expect(read.predictLogit(unseen)).toEqual(model.predictLogit(unseen));
  });

  test("lets nothing non-finite out, whatever comes in", () => {
    const strange: FeatureMatrix = {
      rows: 4,
      features: matrix.features.map((feature) =>
        feature.kind === "numeric"
          ? { ...feature, values: Float64Array.of(Number.NaN, 1e15, -1e15, 0) }
          : { ...feature, codes: Int32Array.of(-1, -1, 0, feature.levels.length - 1) },
      ),
    };
    expect(model.predictProba(strange).every((p) => p > 0 && p < 1)).toBe(true);
    expect(model.contributions(strange).values.every(Number.isFinite)).toBe(true);
  });

  test("learns from rows of one class, constant columns and two rows without failing", () => {
    const flat: FeatureMatrix = {
      rows: 2,
      features: [{ name: "x", label: "x", kind: "numeric", values: Float64Array.of(1, 1) }],
    };
    for (const y of [Uint8Array.of(0, 0), Uint8Array.of(0, 1)]) {
      const fitted = estimator.fit({ matrix: flat, labels: y }, 1);
      expect(fitted.predictProba(flat).every((p) => p > 0 && p < 1)).toBe(true);
    }
  });
});
