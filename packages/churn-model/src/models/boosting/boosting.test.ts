import { describe, expect, test } from "vitest";

import { encodeTable, fitPreprocessor } from "../../preprocess/preprocessor.ts";
import { selectMatrixRows, type FeatureMatrix } from "../../preprocess/feature-matrix.ts";
import { createRandom } from "../../random.ts";
import { simulateCustomers } from "../../testing/simulated-customers.ts";
import { binMatrix, binWidths, categoricalFlags, fitBinning } from "./binning.ts";
import { boostingModel, createBoosting } from "./boosting-model.ts";
import { DEFAULT_BOOSTING, type BoostingParameters } from "./boosting-parameters.ts";
import { fitBoosting } from "./fit-boosting.ts";
import { soloTeam } from "./team.ts";
import { createWorkspace } from "./workspace.ts";

// Rows go four at a time: three are left at the end.
const customers = simulateCustomers(1503, 4);
const { matrix } = encodeTable(fitPreprocessor(customers.table).preprocessor, customers.table);
const { labels } = customers;
const small: Partial<BoostingParameters> = { rounds: 30, maxLeaves: 12, minData: 5 };

const fitLogits = (data: FeatureMatrix, y: Uint8Array, seed = 1): Float64Array =>
  createBoosting(small).fit({ matrix: data, labels: y }, seed).predictLogit(data);

/** A column of many levels with an effect, for the sorted splits, beside the others. */
function withManyLevels(): FeatureMatrix {
  const random = createRandom(9);
  const codes = Int32Array.from(labels, (label) => (random.next() < 0.05 ? -1 : random.int(20) + label * 5));
  const levels = Array.from({ length: 25 }, (_, i) => `level ${i}`);
  return {
    rows: matrix.rows,
    features: [...matrix.features, { name: "many", label: "many", kind: "categorical", codes, levels }],
  };
}

describe("boosted trees", () => {
  test.each([24, 150])(
    "of %i leaves come out the same, bit for bit, from WebAssembly and from plain JavaScript",
    (maxLeaves) => {
      const data = withManyLevels();
      const binning = fitBinning(data);
      const fits = [false, true].map((plain) => {
        const workspace = createWorkspace({
          rows: data.rows,
          widths: binWidths(binning),
          categorical: categoricalFlags(binning),
          maxLeaves,
        });
        const team = soloTeam(workspace, plain);
        expect(team.kernel.name).toBe(plain ? "plain" : "wasm");
        binMatrix(binning, data, workspace, team);
        const rows = Int32Array.from({ length: 1200 }, (_, i) => i);
        const validation = Int32Array.from({ length: 300 }, (_, i) => 1200 + i);
        const parameters = {
          ...DEFAULT_BOOSTING,
          maxLeaves,
          minData: 2,
          rowShare: 0.7,
          featureShare: 0.8,
          rounds: 40,
        };
        return fitBoosting(workspace, team, { labels, rows, validation }, parameters, 5);
      });
      expect(fits[0]!.trees.length).toBeGreaterThan(5);
      expect(fits[0]).toEqual(fits[1]);
    },
  );

  test("do not change under a monotone transform of a numeric column", () => {
    const bent: FeatureMatrix = {
      rows: matrix.rows,
      features: matrix.features.map((feature) =>
        feature.kind === "numeric"
          ? { ...feature, values: feature.values.map((x) => Math.exp(x / 20)) }
          : feature,
      ),
    };
    expect(fitLogits(bent, labels)).toEqual(fitLogits(matrix, labels));
  });

  test("do not depend on the order of the rows, nor of the columns, while nothing is sampled", () => {
    const expected = fitLogits(matrix, labels);
    const order = createRandom(3).shuffle(Int32Array.from(labels.keys()));
    const shuffled = fitLogits(
      selectMatrixRows(matrix, order),
      Uint8Array.from(order, (row) => labels[row]!),
    );
    order.forEach((row, i) => expect(shuffled[i]).toBe(expected[row]));
    const turned = { rows: matrix.rows, features: [...matrix.features].reverse() };
    fitLogits(turned, labels).forEach((logit, row) => expect(logit).toBeCloseTo(expected[row]!, 9));
  });

  test("learn where missing values belong, and send new categories there", () => {
    const values = Float64Array.from({ length: 600 }, (_, i) => (i % 3 === 0 ? Number.NaN : i % 50));
    const y = Uint8Array.from({ length: 600 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const column: FeatureMatrix = {
      rows: 600,
      features: [{ name: "x", label: "x", kind: "numeric", values }],
    };
    const model = createBoosting(small).fit({ matrix: column, labels: y }, 1);
    const [missing, present] = model.predictProba(selectMatrixRows(column, [0, 1]));
    expect(missing).toBeGreaterThan(0.9);
    expect(present).toBeLessThan(0.1);
  });

  test("a column of two hundred meaningless levels is not worth a split", () => {
    const random = createRandom(12);
    const codes = Int32Array.from(labels, () => random.int(200));
    const levels = Array.from({ length: 200 }, (_, i) => `name ${i}`);
    const noisy: FeatureMatrix = {
      rows: matrix.rows,
      features: [
        ...matrix.features,
        { name: "surname", label: "surname", kind: "categorical", codes, levels },
      ],
    };
    const { values } = createBoosting({ ...small, minData: 20 })
      .fit({ matrix: noisy, labels }, 1)
      .contributions(noisy);
    const width = noisy.features.length;
    const importance = noisy.features.map((_, feature) => {
      let sum = 0;
      for (let row = 0; row < noisy.rows; row++) sum += Math.abs(values[row * width + feature]!);
      return sum;
    });
    expect(importance.at(-1)! / importance.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
  });

  test("score and explain data in which no column is a number", () => {
    const random = createRandom(1);
    const codes = Int32Array.from({ length: 600 }, () => random.int(3));
    const outcomes = Uint8Array.from(codes, (code) => (random.next() < [0.7, 0.4, 0.1][code]! ? 1 : 0));
    const plans: FeatureMatrix = {
      rows: 600,
      features: [{ name: "plan", label: "plan", kind: "categorical", codes, levels: ["a", "b", "c"] }],
    };
    const model = createBoosting(small).fit({ matrix: plans, labels: outcomes }, 1);
    const chances = model.predictProba(plans);
    const of = (code: number) => chances[codes.indexOf(code)]!;
    expect(of(0)).toBeGreaterThan(of(1) + 0.1);
    expect(of(1)).toBeGreaterThan(of(2) + 0.1);
    const { base, values } = model.contributions(plans);
    model.predictLogit(plans).forEach((logit, row) => expect(base + values[row]!).toBeCloseTo(logit, 9));
  });

  test("survive storage unchanged", () => {
    const data = withManyLevels();
    const model = createBoosting(small).fit({ matrix: data, labels }, 2);
    const read = boostingModel(JSON.parse(JSON.stringify(model)) as ReturnType<typeof model.toJSON>);
    expect(read.predictLogit(data)).toEqual(model.predictLogit(data));
    expect(read.toJSON()).toEqual(model.toJSON());
  });

  test("refuse more rows than their fixed-point sums can hold, and more leaves than a byte can number", () => {
    const shape = { rows: 100, widths: [2], categorical: [false], maxLeaves: 2 };
    expect(() => createWorkspace({ ...shape, rows: 5_000_000 })).toThrow("5000000 rows are more than");
    expect(() => createWorkspace({ ...shape, maxLeaves: 257 })).toThrow(
      "trees of 257 leaves are larger than 256",
    );
  });
});
