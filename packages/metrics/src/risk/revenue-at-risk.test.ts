import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedRevenueAtRisk, revenueOfHighRisk, valueAtRisk } from "./revenue-at-risk.ts";
import { quantilesOfSum } from "./sum-of-chances.ts";

const exactly = (amountMinor: number) => ({
  amountMinor,
  atLeastMinor: amountMinor,
  atMostMinor: amountMinor,
});
const inEur = (churnProbabilities: number[], valuesMinor: number[]) => ({
  currency: "EUR",
  churnProbabilities,
  valuesMinor,
});

describe("expected revenue at risk", () => {
  it("is the sum of the list, each customer rounded to the minor unit", () => {
    const rows = inEur([0.255, 0.1, 1, 0], [999, 5, 70, 400]);
    const list = rows.churnProbabilities.map((chance, at) => valueAtRisk(chance, rows.valuesMinor[at]!));
    expect(list).toEqual([255, 1, 70, 0]);
    expect(expectedRevenueAtRisk(rows)).toMatchObject({ currency: "EUR", customers: 4, expectedMinor: 326 });
    expect(revenueOfHighRisk(rows, [1, 0, 1, 0])).toBe(1_069);
  });

  it("has the band of the exact distribution where that is worked out by hand", () => {
    // 0, 100, 200, 300 with a quarter each.
    expect(expectedRevenueAtRisk(inEur([0.5, 0.5], [100, 200]))).toMatchObject({
      low: exactly(0),
      high: exactly(300),
    });
    // P(nobody) = .9 x .9 = .81, P(at most 100) = .9: the 90th percentile is 100, at the very edge.
    expect(expectedRevenueAtRisk(inEur([0.1, 0.1], [200, 100]))).toMatchObject({
      low: exactly(0),
      high: exactly(100),
    });
    expect(expectedRevenueAtRisk(inEur([0.1], [200]))).toMatchObject({ low: exactly(0), high: exactly(0) });
    // Binomial(10, 1/2): 10th percentile 3 (P(<= 2) = .055, P(<= 3) = .172), 90th 7 (P(<= 6) = .828, P(<= 7) = .945).
    const ten = Array.from({ length: 10 }, () => 0.5);
    expect(expectedRevenueAtRisk(inEur([...ten, 1], [...ten.map(() => 7_000), 50]))).toMatchObject({
      low: exactly(21_050),
      high: exactly(49_050),
    });
    expect(expectedRevenueAtRisk(inEur([], []))).toEqual({
      currency: "EUR",
      customers: 0,
      expectedMinor: 0,
      low: exactly(0),
      high: exactly(0),
    });
  });

  it("has the band of all outcomes, one by one, for any few customers", () => {
    const few = fc.array(
      fc.tuple(fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.integer({ min: 1, max: 5_000 })),
      { minLength: 1, maxLength: 9 },
    );
    fc.assert(
      fc.property(few, (rows) => {
        const told = expectedRevenueAtRisk(
          inEur(
            rows.map(([chance]) => chance),
            rows.map(([, value]) => value),
          ),
        );
        expect(told.low).toEqual(exactly(allOutcomes(rows, 0.1)));
        expect(told.high).toEqual(exactly(allOutcomes(rows, 0.9)));
      }),
    );
  });

  it("holds the exact quantile between its bounds where values are rounded or taken as normal", () => {
    const some = fc.array(
      fc.tuple(
        fc.double({ min: 0.01, max: 0.6, noNaN: true }),
        fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2_500 })),
      ),
      { minLength: 20, maxLength: 100 },
    );
    const shares = [0.1, 0.5, 0.9];
    fc.assert(
      fc.property(some, fc.constantFrom(8, 40, 200), fc.constantFrom(2_000, 60_000), (rows, events, work) => {
        const chances = Float64Array.from(rows, ([chance]) => chance);
        const values = Float64Array.from(rows, ([, value]) => value);
        const exact = quantilesOfSum({ chances, values }, shares, { work: 2 ** 30, events: 1_000 });
        const rough = quantilesOfSum({ chances, values }, shares, { work, events });
        for (const [at, { value, atLeast, atMost }] of rough.entries()) {
          expect(exact[at]!.atMost).toBe(exact[at]!.atLeast);
          expect(atLeast).toBeLessThanOrEqual(exact[at]!.value + 0.01);
          expect(atMost).toBeGreaterThanOrEqual(exact[at]!.value - 0.01);
          expect(value).toBeGreaterThanOrEqual(atLeast);
          expect(value).toBeLessThanOrEqual(atMost);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is within a percent of itself for tens of thousands of customers, in any order", () => {
    const size = 40_000;
    const chances = Array.from({ length: size }, (_, i) => 0.02 + ((i * 37) % 100) / 400);
    const values = Array.from(
      { length: size },
      (_, i) => 1_200 + ((i * 7_919) % 10_007) * (i % 50 === 0 ? 90 : 3),
    );
    const told = expectedRevenueAtRisk(inEur(chances, values));
    for (const end of [told.low, told.high]) {
      expect(end.atMostMinor - end.atLeastMinor).toBeLessThan(0.01 * told.expectedMinor);
      expect(end.amountMinor).toBeGreaterThan(end.atLeastMinor);
      expect(end.amountMinor).toBeLessThan(end.atMostMinor);
    }
    expect(told.low.amountMinor).toBeLessThan(told.expectedMinor);
    expect(told.high.amountMinor).toBeGreaterThan(told.expectedMinor);
    const turned = expectedRevenueAtRisk(inEur(chances.toReversed(), values.toReversed()));
    expect(turned.expectedMinor).toBe(told.expectedMinor);
    expect(Math.abs(turned.low.amountMinor - told.low.amountMinor)).toBeLessThanOrEqual(1);
  });

  it("refuses chances and values that are none", () => {
    const of = (chance: number, value: number) => () =>
      expectedRevenueAtRisk(inEur([0.5, chance], [1, value]));
    expect(of(1.2, 5)).toThrow("the churn probability of row 1 is 1.2");
    expect(of(Number.NaN, 5)).toThrow("the churn probability of row 1 is NaN");
    expect(of(0.5, -5)).toThrow("the value of row 1 is -5, which is below zero");
    expect(of(0.5, 0.5)).toThrow("the value of row 1 is 0.5");
    expect(() => expectedRevenueAtRisk(inEur([0.5], []))).toThrow("1 chances for 0 values");
    expect(() => revenueOfHighRisk(inEur([0.5], [1]), [])).toThrow("0 levels for 1 values");
  });
});

/** Quantile over all 2^n outcomes. */
function allOutcomes(rows: readonly (readonly [number, number])[], share: number): number {
  const outcomes = Array.from({ length: 2 ** rows.length }, (_, mask) => {
    let sum = 0;
    let chance = 1;
    for (const [at, [probability, value]] of rows.entries()) {
      const happens = (mask >> at) % 2 === 1;
      if (happens) sum += value;
      chance *= happens ? probability : 1 - probability;
    }
    return { sum, chance };
  }).sort((a, b) => a.sum - b.sum);
  let below = 0;
  for (const [at, { sum, chance }] of outcomes.entries()) {
    below += chance;
    if (below >= share - 1e-12 && outcomes[at + 1]?.sum !== sum) return sum;
  }
  return outcomes.at(-1)!.sum;
}
