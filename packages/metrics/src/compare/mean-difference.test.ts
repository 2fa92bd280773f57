import { describe, expect, it } from "vitest";
import { meanDifference } from "./mean-difference.ts";

describe("the difference of two means", () => {
  it("has Welch's interval at the published quantiles of t", () => {
    // Equal variances and sizes: 2(n - 1) degrees of freedom; t(.975) at 18 and 120 from the tables.
    for (const [n, t] of [
      [10, 2.100_922],
      [61, 1.979_93],
    ] as const) {
      const found = meanDifference({ n, mean: 5, variance: 4 }, { n, mean: 3, variance: 4 });
      const half = t * Math.sqrt(8 / n);
      expect(found?.value).toBe(2);
      expect(found?.low).toBeCloseTo(2 - half, 4);
      expect(found?.high).toBeCloseTo(2 + half, 4);
    }
  });

  it("counts the degrees of freedom by Satterthwaite where both vary differently", () => {
    // 1/10 and 16/20: freedom = .81 / (.01/9 + .64/19) = 23.28; t(.975) there is 2.0672.
    const found = meanDifference({ n: 10, mean: 0, variance: 1 }, { n: 20, mean: 0, variance: 16 });
    expect(found?.high).toBeCloseTo(2.0672 * Math.sqrt(0.9), 3);
  });

  it("is not told of fewer than ten, and is a point where nothing varies", () => {
    expect(meanDifference({ n: 9, mean: 1, variance: 1 }, { n: 50, mean: 1, variance: 1 })).toBeNull();
    expect(meanDifference({ n: 10, mean: 3, variance: 0 }, { n: 10, mean: 1, variance: 0 })).toEqual({
      value: 2,
      low: 2,
      high: 2,
    });
  });
});
