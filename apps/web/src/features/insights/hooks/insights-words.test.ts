import { describe, expect, it } from "vitest";
import { cohortTitle, hazardTitle, survivalTitle } from "./retention-words.ts";
import {
  equationTitle,
  movementsYearTitle,
  mrrChurnTitle,
  noSimpleValue,
  noSurvivalValue,
} from "./revenue-words.ts";

const month = (month: number, left: number, spent: number) => ({
  month,
  atRisk: spent,
  left,
  rate: left / spent,
  low: null,
  high: null,
});

describe("the sentence over leaving by month", () => {
  it("names a month only where it loses more than chance explains", () => {
    const even = Array.from({ length: 12 }, (_, at) => month(at + 1, 30, 1000));
    expect(hazardTitle(even)).toBe("No month of their life stands out");
    // 60 of 1,000 against a mean of 32.5: 4.8 deviations; 45 are 2.
    expect(hazardTitle([...even.slice(1), month(12, 60, 1000)])).toBe("Month 12 costs the most: 6% leave");
    expect(hazardTitle([month(1, 45, 1000), ...even.slice(1)])).toBe("No month of their life stands out");
    // A high rate of very few says nothing.
    expect(hazardTitle([...even, month(13, 3, 10)])).toBe("No month of their life stands out");
    expect(hazardTitle([month(1, 2, 20)])).toBe("Too few have left to say in which month");
  });
});

const curve = { customers: 100, left: 40, lastDay: 300, medianLow: null, medianHigh: null };

describe("the sentence over survival", () => {
  it("says the median, else a year, else as long as is known", () => {
    const points = [{ day: 20, survival: 0.6, low: 0.5, high: 0.7 }];
    expect(survivalTitle({ ...curve, points, median: 20 })).toBe(
      "Half of new customers have left after 20 days",
    );
    expect(survivalTitle({ ...curve, points, median: 100 })).toBe(
      "Half of new customers have left after 3 months",
    );
    expect(survivalTitle({ ...curve, points, median: null, lastDay: 500 })).toBe(
      "60% of new customers stay a first year",
    );
    expect(survivalTitle({ ...curve, points, median: null })).toBe(
      "60% of new customers are still here after 10 months",
    );
    expect(survivalTitle({ ...curve, left: 0, points: [], median: null })).toBe(
      "Nobody of 100 customers has left so far",
    );
  });
});

it("cohorts are told at the oldest age that two of them have completed", () => {
  const row = (shares: number[], complete: number) => ({
    month: "2026-01",
    from: "2026-01-01",
    customers: 10,
    cells: shares.map((share, age) => ({ kept: 10 * share, of: 10, share, isComplete: age < complete })),
  });
  const table = {
    rows: [row([1, 0.9], 1), row([1, 0.9, 0.8], 2), row([1, 0.7, 0.6, 0.5], 3)],
    average: [1, 0.8, 0.6, null],
  };
  expect(cohortTitle(table, "customers")).toBe("80% of customers are still here 1 month after the first");
  expect(cohortTitle({ rows: [], average: [] }, "revenue")).toBe("Cohorts by the month they began");
});

it("months are told to the cent, and only full ones are counted", () => {
  const flow = (start: number, end: number) => ({
    start,
    end,
    new: 0,
    expansion: 0,
    reactivation: 0,
    contraction: 0,
    churn: 0,
    counts: { new: 0, expansion: 0, contraction: 0, churn: 0, reactivation: 0 },
  });
  const of = (month: string, isComplete: boolean, made: ReturnType<typeof flow> | null) => ({
    month,
    from: `${month}-01`,
    until: `${month}-28`,
    isComplete,
    flow: made,
    churn: null,
  });
  const months = [
    of("2026-03", true, null),
    of("2026-04", true, flow(100, 90.5)),
    of("2026-05", false, flow(90.5, 500)),
  ];
  expect(equationTitle(months, "USD")).toBe("April took $9.50, 9.5% less");
  expect(movementsYearTitle(months)).toBe("The one full month ended no higher");
});

it("what was lost of MRR is held against what grew: less, as much or more", () => {
  const of = (net: number) =>
    mrrChurnTitle([{ month: "2026-05", from: "2026-05-01", until: "2026-05-31", gross: 0.1, net }]);
  expect([0.04, 0, -0.02].map(of)).toEqual([
    "May lost 10% of MRR, 4% after what grew and came back",
    "May lost 10% of MRR, and as much grew or came back",
    "May lost 10% of MRR, and more than that grew or came back",
  ]);
});

it("a value that is not there says first that nobody pays", () => {
  const of = (perCustomer: number | null, monthCount: number) => ({
    day: "2026-05-31",
    mrr: 0,
    customers: 0,
    perCustomer,
    simple: {
      value: null,
      meanChurn: null,
      months: Array.from({ length: monthCount }, () => ({
        month: "2026-05",
        from: "2026-05-01",
        until: "2026-05-31",
        left: 0,
        activeAtStart: 3,
        share: 0,
      })),
    },
    survival: {
      value: null,
      months: 0,
      reachesHorizon: false,
      horizonMonths: 60,
      yearlyDiscount: 0.1,
      customers: 0,
    },
  });
  const words = (perCustomer: number | null, monthCount: number) => [
    noSimpleValue(of(perCustomer, monthCount), "EUR"),
    noSurvivalValue(of(perCustomer, monthCount), "EUR"),
  ];
  expect(words(null, 6)).toEqual(["n/a: nobody pays in EUR today.", "n/a: nobody pays in EUR today."]);
  expect(words(10, 2)).toEqual([
    "n/a: it needs six full months that began with customers.",
    "n/a: nobody was followed yet.",
  ]);
});
