import { expect, test } from "vitest";

import { createRandom } from "../../random.ts";
import type { FeatureMatrix } from "../../preprocess/feature-matrix.ts";
import { createLogisticRegression } from "../logistic/logistic-regression.ts";
import { createBoosting } from "./boosting-model.ts";

const ROWS = 60_000;

/** Customers of whom one in a hundred leaves, by two numbers of four. */
function simulate(seed: number): { matrix: FeatureMatrix; labels: Uint8Array; truth: Float64Array } {
  const random = createRandom(seed);
  const columns = Array.from({ length: 4 }, () => Float64Array.from({ length: ROWS }, () => random.normal()));
  const [a, b] = columns as [Float64Array, Float64Array];
  const truth = a.map((value, row) => 1 / (1 + Math.exp(5 - 0.7 * value - (b[row]! > 0 ? 0.8 : 0))));
  const labels = Uint8Array.from(truth, (p) => (random.next() < p ? 1 : 0));
  const features = columns.map((values, i) => ({
    name: `field ${i}`,
    label: `field ${i}`,
    kind: "numeric" as const,
    values,
  }));
  return { matrix: { rows: ROWS, features }, labels, truth };
}

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

const divergence = (truth: Float64Array, said: Float64Array): number =>
  mean(truth.map((p, row) => p * Math.log(p / said[row]!) + (1 - p) * Math.log((1 - p) / (1 - said[row]!))));

const train = simulate(1);
const fresh = simulate(2);
const all = Int32Array.from(train.labels.keys());
const halves = {
  rows: all.filter((row) => row % 2 === 0),
  validation: all.filter((row) => row % 2 === 1),
};

/** Of the very rows that were learnt from, as many are told to leave as left: what was drawn is put right. */
function expectLevel(said: Float64Array): void {
  const told = mean(Array.from(halves.rows, (row) => said[row]!));
  const left = mean(Array.from(halves.rows, (row) => train.labels[row]!));
  expect(told / left).toBeGreaterThan(0.98);
  expect(told / left).toBeLessThan(1.02);
}

test("trees on few stayers per leaver tell the chances of all, with fewer rows and no worse", () => {
  const common = { rounds: 200, patience: 20, maxLeaves: 8, rowShare: 0.6, l2: 5 };
  const fit = (mostPerRarer?: number) =>
    createBoosting({ ...common, ...(mostPerRarer === undefined ? {} : { mostPerRarer }) }).fit(
      { ...train, ...halves },
      1,
    );
  const thinned = fit(8);
  expectLevel(thinned.predictProba(train.matrix));
  expect(divergence(fresh.truth, thinned.predictProba(fresh.matrix))).toBeLessThan(
    1.1 * divergence(fresh.truth, fit().predictProba(fresh.matrix)),
  );
});

test("a regression whose strength was chosen on few stayers per leaver tells the chances of all", () => {
  const regression = createLogisticRegression().fit({ ...train, ...halves }, 1);
  expectLevel(regression.predictProba(train.matrix));
  const nothing = divergence(fresh.truth, new Float64Array(ROWS).fill(mean(train.labels)));
  expect(divergence(fresh.truth, regression.predictProba(fresh.matrix))).toBeLessThan(0.15 * nothing);
});
