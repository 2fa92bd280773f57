import { describe, expect, it } from "vitest";
import { distributionTitle } from "./analysis-words.ts";

const bins = (...counts: number[]) =>
  counts.map((count, index) => ({ from: 5 * index, to: 5 * index + 5, count }));
const levels = (...counts: number[]) =>
  counts.map((customers, level) => ({
    level: level as 0 | 1 | 2 | 3,
    customers,
    monthlyRevenue: 0,
    lifetimeValue: 0,
  }));

describe("the histogram's title", () => {
  it("says that a model which tells nobody apart gives everybody the same, not that scores are spread", () => {
    const same = {
      customersAnalyzed: 426,
      levels: levels(0, 426, 0, 0),
      scoreHistogram: bins(0, 0, 426, 0),
      quality: null,
    };
    expect(distributionTitle(same)).toBe("All customers score about the same");
    expect(distributionTitle({ ...same, scoreHistogram: bins(0, 100, 226, 100) })).toBe("Scores are spread");
  });
});
