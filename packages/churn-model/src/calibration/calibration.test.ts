import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrationError } from "../metrics/calibration-bins.ts";
import { type Calibrator, calibratorFromJSON, shiftToBaseRate } from "./calibrator.ts";
import { fitIsotonic } from "./fit-isotonic.ts";
import { fitBeta, fitPlatt, fitShrunkSlope } from "./fit-sloped-calibrator.ts";
import { logitOf, sigmoid, softplus } from "./logit.ts";

const labels = [0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0];
const probabilities = [
  0.1, 0.3, 0.35, 0.8, 0.2, 0.6, 0.3, 0.3, 0.05, 0.45, 0.7, 0.15, 0.6, 0.9, 0.25, 0.1, 0.4, 0.55, 0.5, 0.2,
];
const logits = probabilities.map(logitOf);

const fits: Record<string, (labels: number[], logits: number[]) => Calibrator> = {
  platt: fitPlatt,
  beta: fitBeta,
  isotonic: fitIsotonic,
  "shrunk slope": fitShrunkSlope,
  "beta at another base rate": (y, z) => shiftToBaseRate(fitBeta(y, z), { sampleRate: 0.5, trueRate: 0.03 }),
};

const rows = fc
  .array(
    fc.tuple(
      fc.constantFrom(0, 1),
      fc.oneof(fc.double({ min: -8, max: 8, noNaN: true }), fc.integer({ min: -3, max: 3 })),
    ),
    {
      minLength: 1,
      maxLength: 80,
    },
  )
  .map((all) => ({ labels: all.map((row) => row[0]), logits: all.map((row) => row[1]) }));

describe.each(Object.entries(fits))("%s calibration", (_, fit) => {
  it("never inverts ranks and lets nothing non-finite out, on any rows", () => {
    fc.assert(
      fc.property(rows, fc.array(fc.double({ noNaN: true }), { minLength: 2 }), (data, unseen) => {
        const calibrator = fit(data.labels, data.logits);
        const inputs = [...data.logits, ...unseen, -1e308, 1e308, Number.POSITIVE_INFINITY, -Infinity];
        let before = 0;
        for (const logit of inputs.sort((a, b) => a - b)) {
          const probability = calibrator.apply(logit);
          expect(probability).toBeGreaterThan(0);
          expect(probability).toBeLessThan(1);
          expect(probability).toBeGreaterThanOrEqual(before);
          expect(Number.isFinite(calibrator.applyToLogit(logit))).toBe(true);
          before = probability;
        }
      }),
    );
  });

  it("is the same after a round trip through JSON text", () => {
    fc.assert(
      fc.property(rows, (data) => {
        const calibrator = fit(data.labels, data.logits);
        const read = calibratorFromJSON(JSON.parse(JSON.stringify(calibrator)));
        expect(read.kind).toBe(calibrator.kind);
        for (const logit of [-5, -0.3, 0, 1.7, 40]) expect(read.apply(logit)).toBe(calibrator.apply(logit));
      }),
    );
  });

  it("survives rows that are separable, of one class, constant or a single one", () => {
    for (const [y, z] of [
      [
        [0, 0, 1, 1],
        [-2, -1, 1, 2],
      ],
      [
        [0, 0, 0],
        [-1, 0, 1],
      ],
      [
        [1, 1],
        [0.5, 0.7],
      ],
      [
        [0, 1, 1],
        [0.2, 0.2, 0.2],
      ],
      [[1], [3]],
    ] as const) {
      const probability = fit([...y], [...z]).apply(0.4);
      expect(probability).toBeGreaterThan(0);
      expect(probability).toBeLessThan(1);
    }
  });

  it("refuses NaN", () => {
    expect(() => fit(labels, logits).apply(Number.NaN)).toThrow(RangeError);
    expect(() => fit([0, 1], [0, Number.NaN])).toThrow(RangeError);
  });
});

describe("the curves all calibration rests on", () => {
  const nextUp = (z: number): number => {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, z);
    bits.setBigInt64(0, bits.getBigInt64(0) + (z < 0 ? -1n : 1n));
    return bits.getFloat64(0);
  };

  // The first two numbers are where e^z / (1 + e^z), and z + ln(1 + e^-z), fall.
  it("never fall between neighbouring numbers", () => {
    const starts = fc.oneof(
      fc.constantFrom(-1.870746899396181, 0.335709733888507, 40),
      // Where e^z and ln(1 + x) change from one way of working them out to another: e^z at odd halves of ln 2, x at sqrt(2) - 1.
      fc.constantFrom(-5, -3, -1, 1, 3, 5).map((odd) => (odd * Math.LN2) / 2 - 5e-15),
      fc.constantFrom(Math.log(Math.SQRT2 - 1) - 2e-15, Math.log(Math.SQRT2 + 1) - 2e-15),
      fc.double({ min: -1e-3, max: 1e-3, noNaN: true, noDefaultInfinity: true }).filter((z) => z !== 0),
      fc.double({ min: -800, max: 800, noNaN: true }).filter((z) => z !== 0),
    );
    fc.assert(
      fc.property(starts, (start) => {
        let z = start;
        for (let step = 0; step < 100; step++) {
          const next = nextUp(z);
          expect(sigmoid(next)).toBeGreaterThanOrEqual(sigmoid(z));
          expect(softplus(next)).toBeGreaterThanOrEqual(softplus(z));
          if (next === 0) break;
          z = next;
        }
      }),
    );
  });

  it("hold at both ends", () => {
    expect([sigmoid(-1e308), sigmoid(0), sigmoid(1e308)]).toEqual([0, 0.5, 1]);
    expect(sigmoid(-30)).toBeCloseTo(Math.exp(-30), 25);
    expect([softplus(-1e308), softplus(1e308)]).toEqual([0, 1e308]);
    expect(softplus(0)).toBeCloseTo(Math.LN2, 15);
  });
});

describe("fitted parameters", () => {
  // Seen with SciPy 1.10.1 (minimize) and scikit-learn 1.2.1 on the same rows.
  it("of Platt scaling are the reference's", () => {
    const document = fitPlatt(labels, logits).toJSON();
    expect(document).toEqual({
      kind: "platt",
      slope: expect.closeTo(1.18184762, 6),
      intercept: expect.closeTo(-0.14515658, 6),
    });
  });

  it("of beta calibration are the reference's", () => {
    expect(fitBeta(labels, logits, 0).toJSON()).toEqual({
      kind: "beta",
      a: expect.closeTo(1.3622, 4),
      b: expect.closeTo(2.53598, 4),
      c: expect.closeTo(-0.87567, 4),
    });
  });

  it("of isotonic calibration are the reference's blocks, smoothed where they are pure", () => {
    const calibrator = fitIsotonic(labels, logits);
    expect(calibrator.apply(logitOf(0.35))).toBeCloseTo(2 / 7, 12);
    expect(calibrator.apply(logitOf(0.5))).toBeCloseTo(2 / 7, 12);
    expect(calibrator.apply(logitOf(0.55))).toBeCloseTo(2 / 3, 12);
    // Seven rows from .05 to .25, none left; three from .7 up, all left.
    expect(calibrator.apply(-10)).toBeCloseTo(0.5 / 8, 12);
    expect(calibrator.apply(10)).toBeCloseTo(3.5 / 4, 12);
  });

  it("hold a slope at zero where the score points the wrong way", () => {
    const upsideDown = labels.map((label) => 1 - label);
    expect(fitPlatt(upsideDown, logits).toJSON()).toMatchObject({ slope: 0 });
    const beta = fitBeta(upsideDown, logits);
    expect(beta.toJSON()).toMatchObject({ a: 0, b: 0 });
    expect(beta.apply(2)).toBeCloseTo(13 / 20, 3);
  });

  it("find the distortion that was put in", () => {
    const n = 20_000;
    const raw = Array.from({ length: n }, (_, i) => (6 * (i + 0.5)) / n - 3);
    const truth = (z: number): number => sigmoid(0.7 * softplus(z) - 1.6 * softplus(-z) - 0.4);
    // A low-discrepancy draw: the golden ratio spreads the outcomes as a random one would, without a seed.
    const outcome = raw.map((z, i) => ((i * 0.6180339887498949) % 1 < truth(z) ? 1 : 0));
    for (const fit of [fitBeta, fitIsotonic]) {
      const calibrator = fit(outcome, raw);
      for (const z of [-2.5, -1, 0, 1, 2.5]) expect(calibrator.apply(z)).toBeCloseTo(truth(z), 1.5);
      const error = calibrationError(
        outcome,
        raw.map((z) => calibrator.apply(z)),
      );
      expect(error.expected).toBeLessThan(0.01);
    }
    expect(fitBeta(outcome, raw).toJSON()).toEqual({
      kind: "beta",
      a: expect.closeTo(1.6, 1),
      b: expect.closeTo(0.7, 1),
      c: expect.closeTo(-0.4, 1),
    });
  });
});

describe("the slope shrunk to the base rate", () => {
  it("says the base rate to everyone when the score knows nothing", () => {
    const outcome = [0, 0, 1, 0, 0, 0, 1, 0];
    const noise = [0.1, -0.4, -0.1, 0.5, 0.3, -0.2, 0.05, -0.1];
    const calibrator = fitShrunkSlope(outcome, noise);
    expect(calibrator.toJSON()).toMatchObject({ slope: 0 });
    expect(calibrator.apply(5)).toBeCloseTo(2.5 / 9, 12);
  });

  it("trusts a signal the more rows show it", () => {
    const slopeOf = (copies: number): number => {
      const y = Array.from({ length: copies }, () => labels).flat();
      const z = Array.from({ length: copies }, () => logits).flat();
      return (fitShrunkSlope(y, z).toJSON() as { slope: number }).slope;
    };
    expect(slopeOf(1)).toBeGreaterThan(0.5);
    expect(slopeOf(1)).toBeLessThan(slopeOf(3));
    expect(slopeOf(3)).toBeLessThan(slopeOf(30));
  });

  it("keeps the mean probability at the base rate it is given", () => {
    const calibrator = fitShrunkSlope(labels, logits, 0.1);
    const mean = logits.reduce((sum, z) => sum + calibrator.apply(z), 0) / logits.length;
    expect(mean).toBeCloseTo(0.1, 10);
    expect(() => fitShrunkSlope(labels, logits, 0)).toThrow(RangeError);
  });
});

describe("another base rate", () => {
  it("shifts every logit by the difference of the rates' logits", () => {
    const calibrator = fitPlatt(labels, logits);
    const shifted = shiftToBaseRate(calibrator, { sampleRate: 0.5, trueRate: 0.1 });
    expect(shifted.applyToLogit(1)).toBeCloseTo(calibrator.applyToLogit(1) + Math.log(1 / 9), 12);
    expect(() => shiftToBaseRate(calibrator, { sampleRate: 0, trueRate: 0.1 })).toThrow(RangeError);
  });

  it("gives back the population's rates from a sample drawn by outcome", () => {
    // Of 10,000 at 2% and 10,000 at 10%: all 1,200 leavers and 1,200 stayers, 1:15.67, are in the sample.
    const keep = 1200 / (9800 + 9000);
    const sampled = (rate: number): number => rate / (rate + (1 - rate) * keep);
    const identity = calibratorFromJSON({ kind: "platt", slope: 1, intercept: 0 });
    const shifted = shiftToBaseRate(identity, { sampleRate: 0.5, trueRate: 0.06 });
    for (const rate of [0.02, 0.1]) expect(shifted.apply(logitOf(sampled(rate)))).toBeCloseTo(rate, 10);
  });
});

describe("a tampered document", () => {
  it.each([
    [null, "not an object"],
    [{ kind: "magic" }, "kind magic is not known"],
    [{ kind: "platt", slope: -1, intercept: 0 }, "slope is -1"],
    [{ kind: "platt", slope: 1 }, "intercept is undefined"],
    [{ kind: "beta", a: 1, b: "2", c: 0 }, "b is 2"],
    [{ kind: "isotonic", logits: [0, 1], calibrated: [1, 0] }, "calibrated does not rise at 0"],
    [{ kind: "isotonic", logits: [1, 1], calibrated: [0, 1] }, "logits does not rise at 1"],
    [{ kind: "isotonic", logits: [], calibrated: [] }, "0 knots"],
    [
      { kind: "shifted", offset: 1, inner: { kind: "platt", slope: Number.NaN, intercept: 0 } },
      "slope is NaN",
    ],
  ])("%j is refused", (document, message) => {
    expect(() => calibratorFromJSON(document)).toThrow(message);
  });
});
