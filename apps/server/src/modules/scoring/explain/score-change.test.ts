import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScoreFactor } from "@forestay/contracts";
import { scoreChange } from "./score-change.ts";

const factor = (feature: string, points: number, evidence = feature): ScoreFactor => ({
  feature,
  label: feature,
  evidence,
  points,
});
const sum = (moved: { points: number }[]) => moved.reduce((total, { points }) => total + points, 0);

describe("what moved a score", () => {
  it("is named by factor, with what was and is known, and adds up to the change", () => {
    const moved = scoreChange(
      {
        score: 20,
        modelVersion: "v1",
        factors: [factor("logins", -6.2, "30 a month"), factor("plan", 2), factor("tickets", 1.5)],
      },
      {
        score: 41,
        modelVersion: "v1",
        factors: [factor("logins", 11.1, "2 a month"), factor("plan", 2), factor("payment", 4.4, "Failed")],
      },
    );
    expect(moved).toEqual([
      { feature: "logins", label: "logins", before: "30 a month", after: "2 a month", points: 17.3 },
      { feature: "payment", label: "payment", before: null, after: "Failed", points: 4.4 },
      { feature: "tickets", label: "tickets", before: "tickets", after: null, points: -1.5 },
      { feature: "other", label: "Everything else, and rounding", before: null, after: null, points: 0.8 },
    ]);
  });

  it("is the customer's where something about it changed, and the model's where another one looks at the same", () => {
    const moved = scoreChange(
      {
        score: 20,
        modelVersion: "v1",
        factors: [factor("logins", -6, "30 a month"), factor("plan", 2), factor("age", 3)],
      },
      {
        score: 33,
        modelVersion: "v2",
        factors: [factor("logins", 3, "2 a month"), factor("plan", 7), factor("other", -1)],
      },
    );
    expect(moved).toMatchObject([
      { feature: "logins", points: 9 },
      { feature: "model_changed", label: "Scored by model v2 in place of model v1", points: 4 },
    ]);
  });

  it("always adds up, whatever the two scores were made of", () => {
    const score = fc.record({
      score: fc.integer({ min: 0, max: 100 }),
      modelVersion: fc.constantFrom("v1", "v2", null),
      factors: fc.uniqueArray(
        fc
          .tuple(
            fc.constantFrom(..."abcdefghijkl", "other"),
            fc.integer({ min: -400, max: 400 }),
            fc.constantFrom("x", "y"),
          )
          .map(([feature, points, evidence]) => factor(feature, points / 10, evidence)),
        { selector: ({ feature }) => feature, maxLength: 11 },
      ),
    });
    fc.assert(
      fc.property(score, score, (before, after) => {
        const moved = scoreChange(before, after);
        expect(sum(moved)).toBeCloseTo(after.score - before.score, 9);
        expect(moved.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});
