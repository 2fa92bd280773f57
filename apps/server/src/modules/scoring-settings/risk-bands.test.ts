import { describe, expect, it } from "vitest";
import { riskBandsFor, riskLevelOf } from "./risk-bands.ts";

describe("risk bands", () => {
  it("lie where the odds are 1, 2.5 and 6 times the average customer's", () => {
    expect(riskBandsFor(0.2)).toEqual({ medium: 20, high: 38, critical: 60 });
    expect(riskBandsFor(0.5)).toEqual({ medium: 50, high: 71, critical: 86 });
  });

  it("stay apart and inside 1 to 99 at any base rate", () => {
    for (const baseRate of [0.0001, 0.004, 0.5, 0.97, 0.9999]) {
      const { medium, high, critical } = riskBandsFor(baseRate);
      expect(medium).toBeGreaterThanOrEqual(1);
      expect(high).toBeGreaterThan(medium);
      expect(critical).toBeGreaterThan(high);
      expect(critical).toBeLessThanOrEqual(99);
    }
  });

  it("include their own edge", () => {
    const bands = { medium: 10, high: 30, critical: 60 };
    expect([9, 10, 29, 30, 59, 60].map((score) => riskLevelOf(score, bands))).toEqual([0, 1, 1, 2, 2, 3]);
  });
});
