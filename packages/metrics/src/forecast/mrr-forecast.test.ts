import { createRandom } from "@forestay/churn-model";
import { describe, expect, it } from "vitest";
import { forecastBand, forecastMrr, growthSpread, type MrrOutlook } from "./mrr-forecast.ts";

const plan = (name: string | null, mrrMinor: number, voluntary: number, involuntary = 0, unknown = 0) => ({
  plan: name,
  mrrMinor,
  voluntary,
  involuntary,
  unknown,
});
const outlook = (changed: Partial<MrrOutlook> = {}): MrrOutlook => ({
  plans: [plan("Pro", 80_000, 0.02, 0.01), plan("Basic", 20_000, 0.04, 0.02, 0.01)],
  newMinor: 4000,
  reactivationMinor: 1000,
  changeRate: 0.005,
  recoveryRate: 0.5,
  ...changed,
});

describe("a forecast of MRR", () => {
  it("goes month by month as worked out by hand", () => {
    const [now, first, second] = forecastMrr(outlook(), {}, 2);
    // Pro 80,000 x .975 + .8 x 5,000 = 82,000; Basic 20,000 x .935 + .2 x 5,000 = 19,700.
    expect([now, first]).toEqual([100_000, 101_700]);
    const pro = 82_000 * 0.975 + (82_000 / 101_700) * 5000;
    expect(second).toBeCloseTo(pro + 19_700 * 0.935 + (19_700 / 101_700) * 5000, 8);
  });

  it("moves by each lever as it says, and not at all by one that says what was measured", () => {
    const month = (levers: Parameters<typeof forecastMrr>[1]) => forecastMrr(outlook(), levers, 1)[1];
    const measured = { churn: new Map([["Pro", 0.03]]), recoveryRate: 0.5, saveRate: 0, newMinor: 4000 };
    expect(month(measured)).toBeCloseTo(101_700, 8);
    // Half of the churn by choice is kept: 80,000 x .01 + 20,000 x .025 more.
    expect(month({ saveRate: 0.5 })).toBeCloseTo(101_700 + 800 + 500, 8);
    // Three quarters come in instead of a half: half of what ended unpaid stays.
    expect(month({ recoveryRate: 0.75 })).toBeCloseTo(101_700 + 400 + 200, 8);
    expect(month({ churn: new Map([["Basic", 0]]) })).toBeCloseTo(101_700 + 1400, 8);
    expect(month({ newMinor: 0 })).toBeCloseTo(97_700, 8);
    expect(month({ priceChange: 0.1 })).toBeCloseTo(1.1 * 101_700, 8);
    const unknown = outlook({ recoveryRate: null });
    expect(forecastMrr(unknown, { recoveryRate: 0.9 }, 1)).toEqual(forecastMrr(unknown, {}, 1));
  });

  it("begins from nothing, and never falls below it", () => {
    expect(forecastMrr(outlook({ plans: [plan(null, 0, 0)] }), {}, 1)).toEqual([0, 5000]);
    const gone = outlook({ plans: [plan("Pro", 100, 1)], newMinor: 0, reactivationMinor: 0, changeRate: -1 });
    expect(forecastMrr(gone, {}, 2)).toEqual([100, 0, 0]);
    expect(
      forecastMrr(
        outlook({ plans: [plan("Pro", 100, 0)], newMinor: 0, reactivationMinor: 0, changeRate: 0 }),
        { churn: new Map([["Pro", 0.1]]) },
        1,
      ),
    ).toEqual([100, 90]);
  });
});

describe("its band", () => {
  it("is not known of two months, nor of months that began with nothing", () => {
    const month = { startMinor: 100, endMinor: 110 };
    expect(growthSpread([month, month, { startMinor: 0, endMinor: 5 }])).toBeNull();
    expect(growthSpread([month, month, month])).toEqual({ months: 3, deviation: expect.closeTo(0, 12) });
  });

  it("is Student's over the months, which h of them to come and their mean widen", () => {
    // t of 11 degrees for 80%: 1.363430.
    const { low, high } = forecastBand(1000, 12, { months: 12, deviation: 0.01 });
    const wide = 1.36343 * 0.01 * Math.sqrt(12 + 12);
    expect(high).toBeCloseTo(1000 * (1 + wide), 2);
    expect(low).toBeCloseTo(1000 * (1 - wide), 2);
  });

  it.each([
    [12, 0.02],
    [6, 0.05],
  ])("holds what came eight times in ten, of companies with %i months that vary by %f", (n, deviation) => {
    const random = createRandom(n);
    let held = 0;
    const companies = 3000;
    for (let company = 0; company < companies; company++) {
      const growth = () => 0.015 + deviation * random.normal();
      let mrr = 1_000_000;
      const months = Array.from({ length: n }, () => {
        const startMinor = mrr;
        mrr *= 1 + growth();
        return { startMinor, endMinor: mrr };
      });
      const mean =
        months.reduce((sum, month) => sum + (month.endMinor - month.startMinor) / month.startMinor, 0) / n;
      const expected = forecastMrr(
        {
          plans: [plan(null, mrr, 0)],
          newMinor: 0,
          reactivationMinor: 0,
          changeRate: mean,
          recoveryRate: null,
        },
        {},
        6,
      )[6]!;
      for (let month = 0; month < 6; month++) mrr *= 1 + growth();
      const { low, high } = forecastBand(expected, 6, growthSpread(months)!);
      if (mrr >= low && mrr <= high) held++;
    }
    expect(held / companies).toBeGreaterThan(0.77);
    expect(held / companies).toBeLessThan(0.83);
  });
});
