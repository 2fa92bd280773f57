import { describe, expect, it } from "vitest";
import { bandEdges, countByScore, probabilityRangeAt } from "./to-model-quality.ts";

describe("what is said of the quality", () => {
  const bins = [
    { meanPredicted: 0.1, observed: 0.1, lower: 0.08, upper: 0.12, count: 100 },
    { meanPredicted: 0.5, observed: 0.5, lower: 0.4, upper: 0.6, count: 100 },
  ];

  it("gives a chance the interval of held-out customers with such chances", () => {
    expect([0.05, 0.1, 0.3, 0.5, 0.9].map((p) => probabilityRangeAt(bins, p))).toEqual([2, 2, 6, 10, 10]);
    expect(probabilityRangeAt([], 0.5)).toBeNull();
  });

  it("counts at each band's edge whom it flags and how many of them left", () => {
    const heldOut = {
      probabilities: Float64Array.of(0.05, 0.3, 0.35, 0.7, 0.8),
      labels: Uint8Array.of(0, 0, 1, 1, 1),
    };
    const edges = bandEdges(countByScore(heldOut), { medium: 10, high: 35, critical: 75 });
    expect(edges).toEqual([
      {
        level: 1,
        cutOff: 10,
        flagged: 4,
        leaversFound: 3,
        missed: 0,
        falseAlarms: 1,
        precision: 0.75,
        recall: 1,
      },
      {
        level: 2,
        cutOff: 35,
        flagged: 3,
        leaversFound: 3,
        missed: 0,
        falseAlarms: 0,
        precision: 1,
        recall: 1,
      },
      {
        level: 3,
        cutOff: 75,
        flagged: 1,
        leaversFound: 1,
        missed: 2,
        falseAlarms: 0,
        precision: 1,
        recall: 1 / 3,
      },
    ]);
  });
});
