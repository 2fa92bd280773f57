import { describe, expect, it } from "vitest";

import { logLoss } from "../metrics/log-loss.ts";
import { createRandom } from "../random.ts";
import { chooseCalibration, CURVE_FROM_OUTCOMES, fitCalibration } from "./choose-calibrator.ts";
import { fitIsotonic } from "./fit-isotonic.ts";
import { fitBeta } from "./fit-sloped-calibrator.ts";
import { fitRisingCurve } from "./fit-rising-curve.ts";
import { sigmoid } from "./logit.ts";

/** Out-of-fold logits of customers whose true log odds are `truth` of the logit, and what became of them. */
function simulate(rows: number, truth: (logit: number) => number, seed: number, shift = 0) {
  const random = createRandom(seed);
  const logits = Float64Array.from({ length: rows }, () => shift + random.normal());
  const labels = Uint8Array.from(logits, (z) => (random.next() < sigmoid(truth(z)) ? 1 : 0));
  return { logits, labels, foldOf: Uint32Array.from(logits, (_, row) => row % 5) };
}

const leaversOf = (labels: Uint8Array): number => labels.reduce((sum, label) => sum + label, 0);
const distinct = (values: ArrayLike<number>): number => new Set(Array.from(values)).size;

describe("the kind of calibration", () => {
  it("goes by leavers and not by rows: few in forty thousand leave three parameters to tell", () => {
    const { logits, labels, foldOf } = simulate(40_000, (z) => 0.8 * z, 3, -7);
    expect(leaversOf(labels)).toBeLessThan(300);
    expect(chooseCalibration(labels, logits, foldOf)).toBe("beta");
    const said = logits.map(fitCalibration("beta", labels, logits).apply);
    expect(distinct(said)).toBe(distinct(logits));
    const highestTruth = logits.reduce((most, z) => Math.max(most, sigmoid(0.8 * z)), 0);
    expect(Math.max(...said)).toBeLessThan(3 * highestTruth);
    // The isotonic step of before ties nearly all of them.
    expect(distinct(logits.map(fitIsotonic(labels, logits).apply))).toBeLessThan(distinct(logits) / 2);
  });

  it("goes by the rarer outcome, whichever that is", () => {
    const { logits, labels, foldOf } = simulate(40_000, (z) => 0.8 * z, 4, 6.5);
    expect(labels.length - leaversOf(labels)).toBeLessThan(CURVE_FROM_OUTCOMES);
    expect(chooseCalibration(labels, logits, foldOf)).toBe("beta");
  });

  it("is the free curve where thousands show a bend that three parameters cannot follow", () => {
    const stepped = (z: number): number => (z < -0.5 ? -2 : z < 0.7 ? -0.5 : 2) + 0.2 * z;
    const { logits, labels, foldOf } = simulate(20_000, stepped, 5);
    expect(chooseCalibration(labels, logits, foldOf)).toBe("curve");
    const fresh = simulate(20_000, stepped, 6);
    const lossOf = (kind: "beta" | "curve"): number =>
      logLoss(fresh.labels, fresh.logits.map(fitCalibration(kind, labels, logits).apply));
    expect(lossOf("curve")).toBeLessThan(lossOf("beta"));
  });

  it("is no worse than either where both would do", () => {
    const { logits, labels, foldOf } = simulate(20_000, (z) => 1.3 * z + 0.2, 7);
    const kind = chooseCalibration(labels, logits, foldOf);
    const fresh = simulate(20_000, (z) => 1.3 * z + 0.2, 8);
    const lossOf = (one: "beta" | "curve"): number =>
      logLoss(fresh.labels, fresh.logits.map(fitCalibration(one, labels, logits).apply));
    expect(lossOf(kind)).toBeLessThan(Math.min(lossOf("beta"), lossOf("curve")) + 2e-4);
  });
});

describe("scores that the model keeps apart", () => {
  it("stay apart in the free curve, beyond what it was fitted on too", () => {
    const { logits, labels } = simulate(8000, (z) => z, 9);
    const curve = fitCalibration("curve", labels, logits);
    const asked = Float64Array.from({ length: 5001 }, (_, i) => -25 + i / 100);
    expect(distinct(asked.map(curve.applyToLogit))).toBe(5001);
  });

  it("stay apart where a beta curve would be flat at one end", () => {
    // Below 0 the logit says nothing: a falls to 0, and a beta curve would call half the customers the same.
    const { logits, labels } = simulate(4000, (z) => (z > 0 ? 3 * z : -0.5 * z) - 1, 10);
    const calibrator = fitCalibration("beta", labels, logits);
    expect(distinct(logits.map(calibrator.apply))).toBe(distinct(logits));
  });

  it("have no end of the curve made by a handful of them", () => {
    // The three highest of twenty thousand happen to leave, where a little over one in three do.
    const { logits, labels } = simulate(20_000, (z) => 0.3 * z - 1.5, 11);
    const top = [...logits.keys()].sort((a, b) => logits[b]! - logits[a]!);
    for (const row of top.slice(0, 3)) labels[row] = 1;
    const highest = logits[top[0]!]!;
    expect(sigmoid(0.3 * highest - 1.5)).toBeLessThan(0.45);
    expect(fitIsotonic(labels, logits).apply(highest)).toBeGreaterThan(0.7);
    expect(fitCalibration("curve", labels, logits).apply(highest)).toBeLessThan(0.6);
  });

  it("have too few behind them for a curve below three bins of fifty and fifty", () => {
    const { logits, labels } = simulate(120, (z) => z, 12);
    expect(fitRisingCurve(labels, logits, fitBeta(labels, logits))).toBeNull();
    expect(fitCalibration("curve", labels, logits).kind).toBe("beta");
  });
});
