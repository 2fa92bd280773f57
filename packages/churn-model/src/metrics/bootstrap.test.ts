import { describe, expect, it } from "vitest";
import { createRandom } from "../random.ts";
import { bootstrapInterval, quantile } from "./bootstrap.ts";
import { calibrationError } from "./calibration-bins.ts";
import { measureHeldOut } from "./held-out-quality.ts";
import { rocAuc } from "./roc-auc.ts";

const meanOf = (values: readonly number[]) => (rows: Uint32Array) =>
  rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;

/** Rows whose labels are drawn from the very probabilities given. */
function calibratedRows(rows: number, seed: number) {
  const random = createRandom(seed);
  const probabilities = Array.from({ length: rows }, () => random.next() ** 2 * 0.9 + 0.02);
  return { probabilities, labels: probabilities.map((p) => (random.next() < p ? 1 : 0)) };
}

describe("bootstrap interval", () => {
  it("comes near the normal interval of a mean and is the same for the same seed", () => {
    const random = createRandom(3);
    const values = Array.from({ length: 400 }, () => random.normal());
    const interval = bootstrapInterval(400, meanOf(values), { seed: 11 })!;
    expect(interval.high - interval.low).toBeCloseTo((2 * 1.96) / 20, 1.5);
    expect(bootstrapInterval(400, meanOf(values), { seed: 11 })).toEqual(interval);
    expect(bootstrapInterval(400, meanOf(values), { seed: 12 })).not.toEqual(interval);
  });

  it("covers the truth about as often as it says", () => {
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const random = createRandom(trial);
      const values = Array.from({ length: 60 }, () => random.normal());
      const interval = bootstrapInterval(60, meanOf(values), { seed: trial, resamples: 200 })!;
      if (interval.low <= 0 && interval.high >= 0) covered++;
    }
    expect(covered).toBeGreaterThan(180);
    expect(covered).toBeLessThan(199);
  });

  it("keeps each class in every resample when it is told the classes", () => {
    const labels = [1, 0, 0, 0, 0, 0, 0, 0];
    const scores = [5, 1, 2, 3, 4, 6, 7, 8];
    const auc = (rows: Uint32Array) =>
      rocAuc(
        Array.from(rows, (row) => labels[row]!),
        Array.from(rows, (row) => scores[row]!),
      );
    expect(bootstrapInterval(8, auc, { seed: 1, strata: labels })!.resamples).toBe(1000);
    expect(bootstrapInterval(8, auc, { seed: 1 })!.resamples).toBeLessThan(1000);
  });

  it("is null where the figure does not exist", () => {
    expect(bootstrapInterval(3, () => null, { seed: 1 })).toBeNull();
    expect(bootstrapInterval(3, (rows) => (rows.join() === "0,1,2" ? 1 : null), { seed: 1 })).toBeNull();
  });

  it("interpolates quantiles as R and NumPy do", () => {
    expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75);
    expect(quantile([7], 0.9)).toBe(7);
  });
});

describe("held-out quality", () => {
  it("holds every figure inside its own interval", () => {
    const { labels, probabilities } = calibratedRows(3000, 5);
    const quality = measureHeldOut(labels, probabilities, { seed: 1 })!;
    for (const figure of Object.values(quality.metrics)) {
      expect(figure.lower).toBeLessThanOrEqual(figure.estimate);
      expect(figure.upper).toBeGreaterThanOrEqual(figure.estimate);
      expect(figure.upper).toBeGreaterThan(figure.lower);
    }
    expect(quality.metrics.ece.estimate).toBeCloseTo(calibrationError(labels, probabilities).expected, 12);
    expect(quality.lift.map((slice) => slice.tenth)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(quality.calibration).toHaveLength(10);
    expect(quality.roc[0]!.threshold).toBe(1);
  });

  it("shows no more calibration error than chance gives for a perfectly calibrated score", () => {
    const { labels, probabilities } = calibratedRows(6000, 8);
    const { expected, noiseFloor } = calibrationError(labels, probabilities);
    expect(expected).toBeLessThan(2 * noiseFloor);
    expect(noiseFloor).toBeCloseTo(0.013, 2);
  });

  it("leaves room above a small calibration error, and none below a large one", () => {
    const { labels, probabilities } = calibratedRows(6000, 8);
    const good = measureHeldOut(labels, probabilities, { seed: 1 })!.metrics.ece;
    expect(good.lower).toBe(0);
    expect(good.upper).toBeGreaterThan(good.estimate + 0.003);
    const said = probabilities.map((p) => p / 2);
    const bad = measureHeldOut(labels, said, { seed: 1 })!.metrics.ece;
    expect(bad.lower).toBeGreaterThan(0.1);
  });

  it("does not exist for one class", () => {
    expect(measureHeldOut([0, 0], [0.1, 0.2], { seed: 1 })).toBeNull();
  });
});
