import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chiSquaredSurvival } from "./chi-squared-distribution.ts";
import { normalCdf, normalQuantile, normalTwoSidedP, zOfConfidence } from "./normal-distribution.ts";
import { newcombeInterval, wilsonInterval } from "./proportion-interval.ts";

const relative = (actual: number, expected: number): number => Math.abs(actual / expected - 1);

describe("distributions", () => {
  // Reference values of SciPy 1.10.1.
  it("have the reference values of the normal", () => {
    for (const [z, expected] of [
      [-8, 6.22096057427174e-16],
      [-2.5, 0.006209665325776132],
      [-1, 0.15865525393145707],
      [0.3, 0.6179114221889526],
      [1.96, 0.9750021048517795],
      [3.1, 0.9990323967867817],
    ] as const) {
      expect(relative(normalCdf(z), expected)).toBeLessThan(1e-12);
    }
    for (const [probability, expected] of [
      [1e-10, -6.361340902404056],
      [0.001, -3.090232306167813],
      [0.3, -0.5244005127080409],
      [0.975, 1.959963984540054],
      [0.999999, 4.753424308817087],
    ] as const) {
      expect(relative(normalQuantile(probability), expected)).toBeLessThan(1e-11);
    }
    expect(normalQuantile(0.5)).toBe(0);
    expect(zOfConfidence(0.95)).toBeCloseTo(1.959963984540054, 12);
    expect(normalTwoSidedP(0)).toBe(1);
    expect(() => normalQuantile(1)).toThrow(RangeError);
  });

  it("have the reference values of chi-squared", () => {
    for (const [statistic, degrees, expected] of [
      [3.84, 1, 0.05004352124870519],
      [16.793, 1, 4.168679471886338e-5],
      [5, 4, 0.2872974951836458],
      [40, 3, 1.065509033425585e-8],
      [0.5, 10, 0.999993388289439],
    ] as const) {
      expect(relative(chiSquaredSurvival(statistic, degrees), expected)).toBeLessThan(1e-10);
    }
    expect(chiSquaredSurvival(0, 1)).toBe(1);
    expect(() => chiSquaredSurvival(Number.NaN, 1)).toThrow(RangeError);
  });
});

describe("intervals of proportions", () => {
  it("have Wilson's reference values", () => {
    expect(wilsonInterval(0, 10)).toEqual({ low: 0, high: expect.closeTo(0.27753279986288926, 12) });
    expect(wilsonInterval(10, 10)).toEqual({ low: expect.closeTo(0.7224672001371109, 12), high: 1 });
    // Newcombe's own example of 1998.
    const interval = wilsonInterval(81, 263);
    expect(interval.low).toBeCloseTo(0.2552885198782742, 12);
    expect(interval.high).toBeCloseTo(0.36620957698280004, 12);
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it("have Newcombe's reference values for a difference", () => {
    // Newcombe 1998, table II: 56/70 against 48/80 by method 10.
    const interval = newcombeInterval({ events: 56, rows: 70 }, { events: 48, rows: 80 });
    expect(interval.difference).toBeCloseTo(0.2, 12);
    expect(interval.low).toBeCloseTo(0.0524, 4);
    expect(interval.high).toBeCloseTo(0.3339, 4);
    expect(newcombeInterval({ events: 0, rows: 0 }, { events: 1, rows: 2 })).toMatchObject({ difference: 0 });
  });

  it("always hold the share they are of", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (a, b) => {
        const interval = wilsonInterval(Math.min(a, b), Math.max(a, b, 1));
        const rate = Math.min(a, b) / Math.max(a, b, 1);
        expect(interval.low).toBeLessThanOrEqual(rate);
        expect(interval.high).toBeGreaterThanOrEqual(rate);
      }),
    );
  });
});
