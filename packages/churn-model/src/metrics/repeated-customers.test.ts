import { describe, expect, it } from "vitest";
import { createRandom } from "../random.ts";
import { measureHeldOut } from "./held-out-quality.ts";
import { compareLogLoss } from "./log-loss.ts";

const random = createRandom(7);
const probabilities = Array.from({ length: 300 }, () => random.next() ** 2 * 0.8 + 0.05);
const labels = probabilities.map((p) => (random.next() < p ? 1 : 0));
const customers = labels.map((_, row) => row);
const twelveTimes = <T>(values: readonly T[]) => values.flatMap((value) => Array<T>(12).fill(value));

describe("rows that repeat customers", () => {
  const once = measureHeldOut(labels, probabilities, { seed: 1 })!;
  const clusterOf = twelveTimes(customers);
  const repeated = measureHeldOut(twelveTimes(labels), twelveTimes(probabilities), { seed: 1, clusterOf })!;

  it("narrow no interval: twelve copies of each customer say what one says", () => {
    for (const metric of ["rocAuc", "prAuc", "brier", "logLoss", "ece", "lift"] as const) {
      const [a, b] = [once.metrics[metric], repeated.metrics[metric]];
      const width = (b.upper - b.lower) / (a.upper - a.lower);
      expect([metric, b.estimate]).toEqual([metric, expect.closeTo(a.estimate, 6)]);
      expect([metric, width]).toEqual([metric, expect.closeTo(1, 0.8)]);
      expect(width, metric).toBeGreaterThan(0.85);
    }
    once.calibration.forEach((bin, i) => {
      expect(repeated.calibration[i]?.observedLower).toBeCloseTo(bin.observedLower, 6);
      expect(repeated.calibration[i]?.observedUpper).toBeCloseTo(bin.observedUpper, 6);
    });
  });

  it("are measured as ever where each customer has one row", () => {
    expect(measureHeldOut(labels, probabilities, { seed: 1, clusterOf: customers })).toEqual(once);
  });

  it("do not make a faint difference between two models certain", () => {
    const other = probabilities.map((p) => p * 0.8 + 0.05);
    const single = compareLogLoss(labels, probabilities, other);
    const twelve = compareLogLoss(
      twelveTimes(labels),
      twelveTimes(probabilities),
      twelveTimes(other),
      0.95,
      clusterOf,
    );
    expect(twelve.mean).toBeCloseTo(single.mean, 12);
    expect(twelve.standardError).toBeCloseTo(single.standardError, 12);
  });
});
