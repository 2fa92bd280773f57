import { describe, expect, it } from "vitest";
import { createLogisticRegression } from "../models/logistic/logistic-regression.ts";
import { readModel } from "../models/read-model.ts";
import { simulateHazards } from "../testing/simulated-hazards.ts";
import { fitHazard, hazardModelFromJSON } from "./hazard-model.ts";
import { kaplanMeier, survivalAt } from "./kaplan-meier.ts";

const options = { periodLength: 30, maxPeriods: 4 };

describe("the hazard model", () => {
  const data = simulateHazards(6000, 21);
  const model = fitHazard(createLogisticRegression(), data, { ...options, observable: data.observable }, 1)!;
  const meanOf = (values: Float64Array): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;

  it("finds the true 30, 60 and 90 day probabilities of customers it has not seen", () => {
    const fresh = simulateHazards(3000, 77);
    const predicted = model.probabilities(fresh.matrix, [30, 60, 90]);
    for (const [i, periods] of [1, 2, 3].entries()) {
      const truth = fresh.truth(periods);
      const meanError = meanOf(truth.map((p, row) => Math.abs(p - predicted[i]![row]!)));
      expect(meanError).toBeLessThan(0.02);
      expect(meanOf(predicted[i]!)).toBeCloseTo(meanOf(truth), 1.7);
    }
  });

  it("agrees on average with Kaplan-Meier", () => {
    const curve = kaplanMeier(data.followUp);
    const [at60, at90] = model.probabilities(data.matrix, [60, 90]);
    expect(1 - survivalAt(curve, 60)!.survival).toBeCloseTo(meanOf(at60!), 1.7);
    expect(1 - survivalAt(curve, 90)!.survival).toBeCloseTo(meanOf(at90!), 1.7);
  });

  it("never gives a longer horizon a smaller chance", () => {
    const horizons = [1, 15, 30, 31, 45, 60, 90, 120];
    const predicted = model.probabilities(data.matrix, horizons);
    for (let i = 1; i < horizons.length; i++) {
      expect(predicted[i]!.every((p, row) => p >= predicted[i - 1]![row]! && p > 0 && p < 1)).toBe(true);
    }
  });

  it("follows the age of a customer and holds the last hazard it knows", () => {
    const [young] = model.probabilities(data.matrix, [30]);
    const [old] = model.probabilities(data.matrix, [30], new Float64Array(data.matrix.rows).fill(90));
    const [older] = model.probabilities(data.matrix, [30], new Float64Array(data.matrix.rows).fill(900));
    expect(meanOf(old!)).toBeGreaterThan(meanOf(young!) + 0.02);
    expect(older).toEqual(old);
    const hazard = model.hazard(data.matrix, 3);
    expect(Math.max(...hazard.map((p, row) => Math.abs(p - old![row]!)))).toBeLessThan(1e-12);
  });

  it("says so instead of guessing past what was followed", () => {
    expect(() => model.probabilities(data.matrix, [150])).toThrow("reaches past the 120");
    expect(() => model.probabilities(data.matrix, [0])).toThrow("horizon 0");
  });

  it("is the same after a round trip through JSON text and refuses another document", () => {
    const read = hazardModelFromJSON(JSON.parse(JSON.stringify(model)), readModel);
    expect(read.probabilities(data.matrix, [90])).toEqual(model.probabilities(data.matrix, [90]));
    expect(() => hazardModelFromJSON({ kind: "hazard", periodLength: 0 }, readModel)).toThrow(
      "not a hazard model",
    );
    expect(() => hazardModelFromJSON(null, readModel)).toThrow("not a hazard model");
  });

  it("does not exist without leavers, or when a feature takes the period's name", () => {
    const few = simulateHazards(20, 1);
    const nobody = { ...few, followUp: { ...few.followUp, events: new Uint8Array(20) } };
    expect(fitHazard(createLogisticRegression(), nobody, options, 1)).toBeNull();
    const named = {
      ...few.matrix,
      features: few.matrix.features.map((f) => ({ ...f, name: "hazard_period" })),
    };
    expect(() => fitHazard(createLogisticRegression(), { ...few, matrix: named }, options, 1)).toThrow(
      "hazard_period",
    );
  });
});
