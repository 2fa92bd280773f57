import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brierDecomposition, brierScore } from "./brier-score.ts";
import { calibrationBins, calibrationError } from "./calibration-bins.ts";
import { confusionAt } from "./confusion.ts";
import { liftByTenth, topLift } from "./lift.ts";
import { compareLogLoss, logLoss, meanLossInterval, priorLogLoss, rowLogLosses } from "./log-loss.ts";
import { prAuc, prAucInterval } from "./pr-auc.ts";
import { compareRocAuc, rocAuc, rocAucInterval } from "./roc-auc.ts";
import { precisionRecallCurve, rocCurve } from "./roc-curve.ts";

// Twenty rows with ties; every frozen figure below was seen in scikit-learn 1.2.1 and SciPy 1.10.1 on these.
const labels = [0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0];
const scoreA = [
  0.1, 0.3, 0.35, 0.8, 0.2, 0.6, 0.3, 0.3, 0.05, 0.45, 0.7, 0.15, 0.6, 0.9, 0.25, 0.1, 0.4, 0.55, 0.5, 0.2,
];
const scoreB = [
  0.2, 0.1, 0.5, 0.4, 0.3, 0.7, 0.2, 0.6, 0.15, 0.3, 0.5, 0.4, 0.35, 0.8, 0.1, 0.3, 0.6, 0.3, 0.2, 0.25,
];

/** Rows with both classes and many ties. */
const scoredRows = fc
  .array(fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 20 })), { minLength: 1, maxLength: 60 })
  .map((rows) => {
    const all = [...rows, [0, 7] as const, [1, 9] as const];
    return { labels: all.map((row) => row[0]), scores: all.map((row) => row[1] / 20) };
  });

describe("ROC AUC", () => {
  it("equals the reference with ties", () => {
    expect(rocAuc(labels, scoreA)).toBeCloseTo(0.8846153846153846, 14);
    expect(rocAuc(labels, scoreB)).toBeCloseTo(0.9065934065934066, 14);
  });

  it("has DeLong's standard error and interval", () => {
    const interval = rocAucInterval(labels, scoreA)!;
    expect(interval.standardError).toBeCloseTo(0.07656247240321788, 12);
    expect(interval.low).toBeCloseTo(0.7345556961377357, 12);
    expect(interval.high).toBe(1);
  });

  it("compares two scores of the same rows by DeLong's paired test", () => {
    const comparison = compareRocAuc(labels, scoreA, scoreB)!;
    expect(comparison.difference).toBeCloseTo(-0.02197802197802201, 12);
    expect(comparison.standardError).toBeCloseTo(0.09537887594352776, 12);
    expect(comparison.z).toBeCloseTo(-0.23042861179277088, 10);
    expect(comparison.pValue).toBeCloseTo(0.8177587302750979, 10);
  });

  it("is null for one class and gives no evidence when a score is compared with itself", () => {
    expect(rocAuc([1, 1], [0.2, 0.3])).toBeNull();
    expect(rocAucInterval([0, 0], [0.2, 0.3])).toBeNull();
    expect(compareRocAuc(labels, scoreA, scoreA)).toMatchObject({ difference: 0, z: 0, pValue: 1 });
  });

  it("does not claim certainty for a perfect ranking of few rows", () => {
    expect(rocAucInterval([0, 0, 0, 1, 1, 1], [1, 2, 3, 4, 5, 6])).toEqual({
      auc: 1,
      standardError: 0,
      low: expect.closeTo(0.2924, 4),
      high: 1,
    });
    expect(rocAucInterval([0, 0, 1], [1, 3, 2])!.standardError).toBeGreaterThan(0.1);
  });

  it("is the share of pairs ranked rightly, whatever the order of the rows or the scale of the score", () => {
    fc.assert(
      fc.property(scoredRows, (rows) => {
        const events = rows.scores.filter((_, row) => rows.labels[row] === 1);
        const others = rows.scores.filter((_, row) => rows.labels[row] === 0);
        let right = 0;
        for (const event of events) {
          for (const other of others) right += event > other ? 1 : event === other ? 0.5 : 0;
        }
        const auc = rocAuc(rows.labels, rows.scores)!;
        expect(auc).toBeCloseTo(right / (events.length * others.length), 12);
        expect(rocAuc(rows.labels.toReversed(), rows.scores.toReversed())).toBe(auc);
        expect(
          rocAuc(
            rows.labels,
            rows.scores.map((score) => Math.exp(3 * score)),
          ),
        ).toBe(auc);
        const interval = rocAucInterval(rows.labels, rows.scores)!;
        expect(interval.auc).toBeCloseTo(auc, 12);
        expect(interval.low).toBeLessThanOrEqual(auc);
        expect(interval.high).toBeGreaterThanOrEqual(auc);
      }),
    );
  });
});

describe("precision and recall", () => {
  it("equal the reference average precision with ties", () => {
    expect(prAuc(labels, scoreA)).toBeCloseTo(0.8245421245421245, 14);
    expect(prAuc(labels, scoreB)).toBeCloseTo(0.815018315018315, 14);
    expect(prAuc([0, 0], [0.1, 0.2])).toBeNull();
  });

  it("give a score that says nothing the base rate", () => {
    expect(prAuc([0, 1, 0, 0], [1, 1, 1, 1])).toBe(0.25);
  });

  it("keep the interval inside 0 to 1 around the figure", () => {
    const interval = prAucInterval(labels, scoreA)!;
    expect(interval.baseRate).toBe(0.35);
    // logit(.8245) = 1.5476, half width 1.96 / sqrt(7 x .8245 x .1755) = 1.9476.
    expect(interval.low).toBeCloseTo(0.4013, 3);
    expect(interval.high).toBeCloseTo(0.9706, 3);
    expect(prAucInterval([0, 1], [0, 1])).toMatchObject({ prAuc: 1, low: expect.closeTo(0.025, 10) });
  });
});

describe("losses of probabilities", () => {
  it("equal the reference", () => {
    expect(logLoss(labels, scoreA)).toBeCloseTo(0.43187947096856744, 14);
    expect(brierScore(labels, scoreA)).toBeCloseTo(0.13775, 14);
  });

  it("stay finite for a sure mistake", () => {
    expect(logLoss([1, 0], [0, 1])).toBeCloseTo(34.54, 1);
  });

  it("compare with the base rate", () => {
    expect(priorLogLoss(labels)).toBeCloseTo(
      logLoss(
        labels,
        labels.map(() => 0.35),
      ),
      12,
    );
    expect(priorLogLoss([1, 1])).toBe(0);
    const gain = compareLogLoss(
      labels,
      scoreA,
      labels.map(() => 0.35),
    );
    expect(gain.mean).toBeCloseTo(logLoss(labels, scoreA) - priorLogLoss(labels), 12);
    expect(gain.high).toBeLessThan(0);
  });

  it("have the interval of a mean", () => {
    const interval = meanLossInterval([1, 2, 3, 4]);
    expect(interval.mean).toBe(2.5);
    expect(interval.standardError).toBeCloseTo(Math.sqrt(5 / 3 / 4), 14);
    expect(meanLossInterval(rowLogLosses([1], [0.5])).standardError).toBe(0);
  });

  it("take the Brier score apart without a remainder", () => {
    fc.assert(
      fc.property(scoredRows, fc.integer({ min: 1, max: 20 }), (rows, bins) => {
        const parts = brierDecomposition(rows.labels, rows.scores, bins);
        expect(parts.reliability - parts.resolution + parts.uncertainty + parts.withinBins).toBeCloseTo(
          parts.score,
          12,
        );
      }),
    );
  });

  it("take the Brier score apart as by hand", () => {
    // Two groups of two: said .25, seen .5; said .75, seen 1. Base rate .75.
    const parts = brierDecomposition([0, 1, 1, 1], [0.25, 0.25, 0.75, 0.75], 2);
    expect(parts).toEqual({
      score: 0.1875,
      reliability: 0.0625,
      resolution: 0.0625,
      uncertainty: 0.1875,
      withinBins: 0,
      skill: 0,
    });
  });
});

describe("calibration", () => {
  it("puts equal masses into bins and never parts equal probabilities", () => {
    const bins = calibrationBins([0, 1, 0, 1, 1, 1], [0.1, 0.2, 0.2, 0.2, 0.8, 0.9], 3);
    expect(bins.map((bin) => bin.rows)).toEqual([1, 3, 2]);
    expect(bins[1]).toMatchObject({ events: 2, lowestProbability: 0.2, highestProbability: 0.2 });
    expect(bins[1]!.low).toBeCloseTo(0.2077, 3);
    expect(bins[1]!.high).toBeCloseTo(0.9385, 3);
  });

  it("measures the expected and the largest gap", () => {
    const error = calibrationError([0, 1, 1, 1], [0.25, 0.25, 0.75, 0.75], 2);
    expect(error.expected).toBe(0.25);
    expect(error.largest).toBe(0.25);
    expect(error.noiseFloor).toBeCloseTo(Math.sqrt((2 * 0.1875) / (Math.PI * 2)), 12);
  });

  it("does not depend on the order of the rows", () => {
    fc.assert(
      fc.property(scoredRows, (rows) => {
        const forward = calibrationError(rows.labels, rows.scores);
        const backward = calibrationError(rows.labels.toReversed(), rows.scores.toReversed());
        expect(backward.expected).toBeCloseTo(forward.expected, 12);
        const counted = calibrationBins(rows.labels, rows.scores, 15).reduce((sum, bin) => sum + bin.rows, 0);
        expect(counted).toBe(rows.labels.length);
      }),
    );
  });
});

describe("lift", () => {
  it("counts the leavers of each slice of the ranking", () => {
    const slices = liftByTenth(labels, scoreA)!;
    expect(slices).toHaveLength(10);
    expect(slices[0]).toMatchObject({
      rows: 2,
      events: 2,
      rate: 1,
      capturedSoFar: expect.closeTo(2 / 7, 12),
    });
    expect(slices[0]!.lift).toBeCloseTo(1 / 0.35, 12);
    // Rows three and four: .7 is a leaver, and of the two rows at .6 one is: half a leaver expected.
    expect(slices[1]).toMatchObject({ rows: 2, events: 1.5 });
    expect(slices[9]!.capturedSoFar).toBeCloseTo(1, 12);
  });

  it("gives the top tenth an interval and needs a leaver", () => {
    const top = topLift(labels, scoreA)!;
    expect(top).toMatchObject({ rows: 2, lift: expect.closeTo(2.857, 3) });
    expect(top.low).toBeCloseTo(0.8222, 3);
    expect(top.high).toBeCloseTo(6.4106, 3);
    expect(liftByTenth([0, 0], [1, 2])).toBeNull();
    expect(topLift([0, 0], [1, 2])).toBeNull();
  });

  it("adds up to all leavers whatever the ties, and a constant score lifts nothing", () => {
    fc.assert(
      fc.property(scoredRows, (rows) => {
        const total = rows.labels.reduce<number>((sum, label) => sum + label, 0);
        const slices = liftByTenth(rows.labels, rows.scores)!;
        expect(slices.reduce((sum, slice) => sum + slice.events, 0)).toBeCloseTo(total, 9);
        const flat = liftByTenth(
          rows.labels,
          rows.labels.map(() => 1),
        )!;
        for (const slice of flat) expect(slice.lift).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe("curves and counts", () => {
  it("follow the reference ROC points", () => {
    const points = rocCurve(labels, scoreA)!;
    expect(points).toHaveLength(16);
    expect(points[0]).toEqual({ falsePositiveRate: 0, truePositiveRate: 0, cutOff: null });
    expect(points[4]).toEqual({ falsePositiveRate: 1 / 13, truePositiveRate: 4 / 7, cutOff: 0.6 });
    expect(points[15]).toEqual({ falsePositiveRate: 1, truePositiveRate: 1, cutOff: 0.05 });
    expect(rocCurve([1, 1], [0, 1])).toBeNull();
  });

  it("are thinned to what a page can draw without losing the shape", () => {
    const rows = 5000;
    const score = Array.from({ length: rows }, (_, row) => row / rows);
    const outcome = score.map((value, row) => (((row * 7919) % rows) / rows < value ** 2 ? 1 : 0));
    const points = rocCurve(outcome, score, 200)!;
    expect(points.length).toBeLessThanOrEqual(200);
    expect(points.at(-1)).toMatchObject({ falsePositiveRate: 1, truePositiveRate: 1 });
    let area = 0;
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1]!, points[i]!];
      area += ((b.falsePositiveRate - a.falsePositiveRate) * (a.truePositiveRate + b.truePositiveRate)) / 2;
    }
    expect(area).toBeCloseTo(rocAuc(outcome, score)!, 3);
    const curve = precisionRecallCurve(outcome, score, 100)!;
    expect(curve.length).toBeLessThanOrEqual(100);
    expect(curve.at(-1)!.recall).toBe(1);
  });

  it("count flagged rows at each cut-off, with null for a rate over nothing", () => {
    const [half, all] = confusionAt(labels, scoreA, [0.5, 1]);
    expect(half).toMatchObject({
      truePositives: 5,
      falsePositives: 2,
      trueNegatives: 11,
      falseNegatives: 2,
      flaggedShare: 0.35,
    });
    expect(half!.precision).toBeCloseTo(5 / 7, 12);
    expect(all).toMatchObject({ precision: null, recall: 0, specificity: 1 });
  });
});

describe("bad input", () => {
  it("is refused with the row that is wrong", () => {
    expect(() => rocAuc([0, 1], [0.5])).toThrow("2 labels but 1 scores");
    expect(() => rocAuc([], [])).toThrow("no rows");
    expect(() => rocAuc([0, 2], [0, 1])).toThrow("label of row 1 is 2");
    expect(() => prAuc([0, 1], [0, Number.NaN])).toThrow("score of row 1 is NaN");
    expect(() => logLoss([0, 1], [0.5, 1.5])).toThrow("probability of row 1 is 1.5");
  });
});
