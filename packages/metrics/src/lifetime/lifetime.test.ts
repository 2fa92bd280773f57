import { describe, expect, it } from "vitest";
import { kaplanMeier } from "../index.ts";
import { mrrOfCustomer } from "../revenue/mrr-timeline.ts";
import { day, line, monthly } from "../testing/ledgers.ts";
import { hazardByTenure } from "./hazard-by-tenure.ts";
import { simpleLifetimeValue, survivalLifetimeValue } from "./lifetime-value.ts";
import { poissonInterval } from "./poisson-interval.ts";
import { tenures } from "./tenures.ts";

describe("tenures", () => {
  const customers = [
    mrrOfCustomer("stays", [line(100, monthly, "2026-01-01")]),
    mrrOfCustomer("left", [line(100, monthly, "2026-01-01", "2026-01-31")]),
    mrrOfCustomer("came back", [
      line(100, monthly, "2026-01-01", "2026-01-11"),
      line(100, monthly, "2026-02-10"),
    ]),
    mrrOfCustomer("leaves later", [line(100, monthly, "2026-02-01", "2026-06-01")]),
    mrrOfCustomer("to come", [line(100, monthly, "2026-04-01")]),
    mrrOfCustomer("changes currency", [
      line(100, monthly, "2026-01-11", "2026-01-21"),
      line(100, monthly, "2026-01-21", "2026-02-10", { currency: "USD" }),
    ]),
    mrrOfCustomer("never", []),
  ];

  it("are days since the first payment, an event where nothing is paid any more", () => {
    expect(tenures(customers, day("2026-03-01"))).toEqual({
      customerIds: ["stays", "left", "came back", "leaves later", "changes currency"],
      durations: [59, 30, 59, 28, 30],
      events: [0, 1, 0, 0, 1],
      entries: [0, 0, 0, 0, 0],
    });
  });

  it("begin to count when records begin, and leave out who had left before", () => {
    expect(tenures(customers, day("2026-03-01"), day("2026-02-01"))).toEqual({
      customerIds: ["stays", "came back", "leaves later", "changes currency"],
      durations: [59, 59, 28, 30],
      events: [0, 0, 0, 1],
      entries: [31, 31, 0, 21],
    });
  });
});

describe("hazard by tenure", () => {
  it("is leavers over time spent in the stretch, an edge counting for the stretch that ends there", () => {
    const followUp = { durations: [10, 20, 35, 60, 30], events: [1, 0, 1, 0, 1] };
    const bands = hazardByTenure(followUp, [0, 30, 60, 90]);
    expect(bands.map(({ atRisk, leavers, exposure, hazard }) => [atRisk, leavers, exposure, hazard])).toEqual(
      [
        [5, 2, 120, 2 / 120],
        [2, 1, 35, 1 / 35],
        [0, 0, 0, null],
      ],
    );
    const weights = [2, 1, 1, 3, 1];
    const each = (of: number[]) => of.flatMap((value, row) => Array<number>(weights[row]!).fill(value));
    expect(hazardByTenure({ ...followUp, weights }, [0, 30, 60, 90])).toEqual(
      hazardByTenure({ durations: each(followUp.durations), events: each(followUp.events) }, [0, 30, 60, 90]),
    );
    // Garwood's interval of a count of 1: 0.025318 to 5.571643.
    expect(bands[1]!.low).toBeCloseTo(0.025317807984 / 35, 10);
    expect(bands[1]!.high).toBeCloseTo(5.571643390939 / 35, 10);
    expect(bands[2]).toMatchObject({ low: null, high: null });
    const late = { ...followUp, entries: [0, 0, 31, 40, 0] };
    expect(hazardByTenure(late, [0, 30, 60]).map((band) => [band.atRisk, band.exposure])).toEqual([
      [3, 60],
      [2, 24],
    ]);
  });

  it("has the exact Poisson interval", () => {
    // chi2.ppf(.025, 2 n) / 2 and chi2.ppf(.975, 2 n + 2) / 2 of SciPy 1.17.1.
    for (const [count, low, high] of [
      [0, 0, 3.6888794541139354],
      [1, 0.025317807984289876, 5.571643390938898],
      [10, 4.7953886961324335, 18.39035604201778],
      [100, 81.36399125092314, 121.62679379242638],
      [2_000, 1913.2987096256304, 2089.6174394458276],
      [2_001, 1914.27679835694, 2090.639345273666],
      [100_000, 99381.15266374472, 100621.74473974388],
    ] as const) {
      const interval = poissonInterval(count, 0.95);
      expect(Math.abs(interval.low - low)).toBeLessThanOrEqual(1e-6 * low + 1e-12);
      expect(Math.abs(interval.high - high)).toBeLessThanOrEqual(1e-6 * high);
    }
  });

  it("refuses edges that do not rise", () => {
    const followUp = { durations: [1], events: [0] };
    expect(() => hazardByTenure(followUp, [0, 30, 30])).toThrow("edge 2 of the tenures is 30");
    expect(() => hazardByTenure(followUp, [-1, 30])).toThrow("edge 0 of the tenures is -1");
    expect(hazardByTenure(followUp, [])).toEqual([]);
  });
});

describe("lifetime value", () => {
  const earnings = { currency: "EUR", arpaMinor: 1_000, marginShare: 0.8 };
  // S = 1 before month 1, 3/4 until 2, then 3/4 x 2/3 = 1/2, followed until month 4.
  const curve = kaplanMeier({ durations: [1, 2, 2, 4], events: [1, 1, 0, 0] });

  it("is ARPA x margin over the average churn of six months", () => {
    const rates = [0.5, 0.02, 0.03, 0.01, 0.02, 0, 0.04];
    expect(simpleLifetimeValue(earnings, rates)).toEqual({
      currency: "EUR",
      valueMinor: 40_000,
      averageLogoChurn: 0.02,
    });
  });

  it("is null where churn is 0, or a month is not known, or nobody pays, never 0", () => {
    const none = Array.from({ length: 6 }, () => 0);
    expect(simpleLifetimeValue(earnings, none)).toMatchObject({ valueMinor: null, averageLogoChurn: 0 });
    expect(simpleLifetimeValue(earnings, [0.1, 0.1])).toMatchObject({ valueMinor: null });
    expect(simpleLifetimeValue(earnings, [0.1, 0.1, 0.1, null, 0.1, 0.1])).toMatchObject({
      valueMinor: null,
    });
    const nobody = { ...earnings, arpaMinor: null };
    expect(
      simpleLifetimeValue(
        nobody,
        none.map(() => 0.1),
      ).valueMinor,
    ).toBeNull();
    expect(
      survivalLifetimeValue(nobody, curve, { yearlyDiscountRate: 0, unitsPerMonth: 1 }).valueMinor,
    ).toBeNull();
    const unseen = kaplanMeier({ durations: [], events: [] });
    expect(survivalLifetimeValue(earnings, unseen, { yearlyDiscountRate: 0, unitsPerMonth: 1 })).toEqual({
      currency: "EUR",
      valueMinor: null,
      cutOffMonths: 0,
      reachesHorizon: false,
    });
  });

  it("sums survival month by month, and says where customers were followed no longer", () => {
    const of = (yearlyDiscountRate: number, horizonMonths?: number) =>
      survivalLifetimeValue(earnings, curve, {
        yearlyDiscountRate,
        unitsPerMonth: 1,
        ...(horizonMonths === undefined ? {} : { horizonMonths }),
      });
    // 1 + 3/4 + 1/2 + 1/2 + 1/2 = 3.25 months.
    expect(of(0)).toEqual({ currency: "EUR", valueMinor: 2_600, cutOffMonths: 5, reachesHorizon: false });
    expect(of(0, 3)).toEqual({ currency: "EUR", valueMinor: 1_800, cutOffMonths: 3, reachesHorizon: true });
    const discounted = 1 + 0.75 / 1.21 ** (1 / 12) + 0.5 / 1.21 ** (2 / 12);
    expect(of(0.21, 3).valueMinor).toBe(Math.round(800 * discounted));
  });

  it("goes on with nothing where all have left", () => {
    const gone = kaplanMeier({ durations: [1, 2], events: [1, 1] });
    expect(survivalLifetimeValue(earnings, gone, { yearlyDiscountRate: 0, unitsPerMonth: 1 })).toEqual({
      currency: "EUR",
      valueMinor: 1_200,
      cutOffMonths: 36,
      reachesHorizon: true,
    });
  });

  it("refuses margins, discounts and horizons that are none", () => {
    expect(() => simpleLifetimeValue({ ...earnings, marginShare: 80 }, [])).toThrow("a margin of 80");
    const of = (yearlyDiscountRate: number, horizonMonths: number) => () =>
      survivalLifetimeValue(earnings, curve, { yearlyDiscountRate, unitsPerMonth: 1, horizonMonths });
    expect(of(-1, 36)).toThrow("a discount of -1 a year");
    expect(of(0, 0.5)).toThrow("a horizon of 0.5 months");
  });
});
