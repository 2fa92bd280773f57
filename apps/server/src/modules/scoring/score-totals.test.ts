import { describe, expect, it } from "vitest";
import { createScoreTotals } from "./score-totals.ts";

describe("the totals of an analysis", () => {
  const customer = {
    probability: 0.25,
    score: 25,
    level: 1 as const,
    monthlyRevenueCents: 10_000,
    lifetimeValueCents: 50_000,
    currency: null,
  };

  it("never add another currency to the company's, and say whom that leaves out", () => {
    const totals = createScoreTotals("USD");
    totals.add({ ...customer, currency: "USD" });
    totals.add({ ...customer, currency: "JPY", monthlyRevenueCents: 9_000_000 });
    const { expectedRevenueAtRisk, customers, levels, expectedLeavers } = totals.result();
    expect([customers, expectedLeavers?.value]).toEqual([2, 0.5]);
    expect(expectedRevenueAtRisk?.value).toBe(300);
    expect(expectedRevenueAtRisk?.basis).toContain("1 customers who do not pay in USD are left out");
    expect(levels[1]).toEqual({ level: 1, customers: 2, monthlyRevenue: 100, lifetimeValue: 500 });
  });

  it("expect p x 12 months of revenue, with the 80% band of independent customers", () => {
    const totals = createScoreTotals("USD");
    for (let index = 0; index < 400; index++) totals.add(customer);
    const { expectedRevenueAtRisk, levels } = totals.result();
    // Of 400 who leave with a chance of 1 in 4 the 10th and 90th percentile are 89 and 111.
    expect(expectedRevenueAtRisk).toMatchObject({
      value: 400 * 0.25 * 1200,
      lower: 89 * 1200,
      upper: 111 * 1200,
    });
    expect(levels[1]).toEqual({ level: 1, customers: 400, monthlyRevenue: 40_000, lifetimeValue: 200_000 });
  });

  it("never promise more than there is to lose, of money as of customers", () => {
    const totals = createScoreTotals("USD");
    totals.add({ ...customer, probability: 0.5 });
    expect(totals.result()).toMatchObject({
      expectedRevenueAtRisk: { value: 600, lower: 0, upper: 1200 },
      expectedLeavers: { value: 0.5, lower: 0, upper: 1 },
    });
  });

  it("expect as many leavers as the chances add up to, with the same band", () => {
    const totals = createScoreTotals("USD");
    expect(totals.result().expectedLeavers).toBeNull();
    for (let index = 0; index < 400; index++) totals.add(customer);
    expect(totals.result().expectedLeavers).toEqual({ value: 100, lower: 89, upper: 111 });
  });

  it("take the lifetime value where no revenue is known, and say so; nothing known gives no figure", () => {
    const totals = createScoreTotals("USD");
    totals.add({ ...customer, monthlyRevenueCents: null });
    expect(totals.result().expectedRevenueAtRisk).toMatchObject({
      value: 125,
      basis: expect.stringContaining("lifetime value"),
    });
    const unknown = createScoreTotals("USD");
    unknown.add({ ...customer, monthlyRevenueCents: null, lifetimeValueCents: null });
    expect(unknown.result().expectedRevenueAtRisk).toBeNull();
  });

  it("count every customer in one of twenty bins, certainty included", () => {
    const totals = createScoreTotals("USD");
    for (const probability of [0, 0.049, 0.05, 0.999, 1]) totals.add({ ...customer, probability });
    const bins = totals.result().scoreHistogram;
    expect(bins).toHaveLength(20);
    expect([bins[0]?.count, bins[1]?.count, bins[19]?.count]).toEqual([2, 1, 2]);
  });
});
