import { describe, expect, it } from "vitest";
import { campaignUplift, incrementalRevenue } from "./campaign-uplift.ts";

// Newcombe 1998, Statistics in Medicine 17, 873-890, table II, method 10, to the four places printed there.
const published = [
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 20, -0.1611, 0.2775],
  [0, 10, 0, 10, -0.2775, 0.2775],
  [10, 10, 0, 20, 0.6791, 1],
  [10, 10, 0, 10, 0.6075, 1],
] as const;

describe("campaign uplift", () => {
  it.each(published)("of %i/%i over %i/%i has the published interval", (a, m, b, n, low, high) => {
    const uplift = campaignUplift({ customers: m, retained: a }, { customers: n, retained: b });
    expect(uplift.uplift).toBeCloseTo(a / m - b / n, 12);
    expect(Math.abs(uplift.low! - low)).toBeLessThan(0.00005 + 1e-9);
    expect(Math.abs(uplift.high! - high)).toBeLessThan(0.00005 + 1e-9);
    expect(uplift.conclusive).toBe(low > 0);
  });

  it("is conclusive where a campaign drives customers away, and unknown with an empty arm", () => {
    expect(
      campaignUplift({ customers: 400, retained: 300 }, { customers: 400, retained: 350 }),
    ).toMatchObject({ uplift: -0.125, conclusive: true });
    expect(campaignUplift({ customers: 0, retained: 0 }, { customers: 9, retained: 9 })).toEqual({
      uplift: null,
      low: null,
      high: null,
      conclusive: false,
    });
    expect(() => campaignUplift({ customers: 1, retained: 2 }, { customers: 1, retained: 1 })).toThrow(
      "2 retained of 1 customers (sent)",
    );
  });

  it("is worth uplift x customers sent x mean value", () => {
    const uplift = campaignUplift({ customers: 70, retained: 56 }, { customers: 80, retained: 48 });
    const revenue = incrementalRevenue(uplift, 70, { currency: "EUR", amountMinor: 1_250.5 });
    expect(revenue).toMatchObject({ currency: "EUR", amountMinor: 17_507 });
    expect(revenue.lowMinor).toBe(Math.round(uplift.low! * 70 * 1_250.5));
    expect(revenue.highMinor).toBe(Math.round(uplift.high! * 70 * 1_250.5));
    const none = { uplift: null, low: null, high: null, conclusive: false };
    expect(incrementalRevenue(none, 70, { currency: "EUR", amountMinor: 5 }).amountMinor).toBeNull();
  });
});
