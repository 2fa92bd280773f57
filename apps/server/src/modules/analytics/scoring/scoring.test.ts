import { describe, expect, it } from "vitest";
import { bandEdges, countByScore, probabilityRangeAt } from "../quality/to-model-quality.ts";
import { chooseTrainingSource } from "../training/outcome-counts.ts";
import { customerSampler } from "../training/sample-customers.ts";
import { riskBandsFor, riskLevelOf } from "./risk-bands.ts";
import { rulesBaseRate } from "./rules-scorer.ts";
import { createScoreTotals } from "./score-totals.ts";

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

describe("the totals of an analysis", () => {
  const customer = {
    probability: 0.25,
    score: 25,
    level: 1 as const,
    monthlyRevenueCents: 10_000,
    lifetimeValueCents: 50_000,
  };

  it("expect p x 12 months of revenue, with the 80% band of independent customers", () => {
    const totals = createScoreTotals("USD");
    for (let index = 0; index < 400; index++) totals.add(customer);
    const { expectedRevenueAtRisk, levels } = totals.result();
    const halfWidth = 1.2816 * Math.sqrt(400 * 0.25 * 0.75) * 1200;
    expect(expectedRevenueAtRisk?.value).toBe(400 * 0.25 * 1200);
    expect(expectedRevenueAtRisk?.lower).toBeCloseTo(120_000 - halfWidth, 0);
    expect(expectedRevenueAtRisk?.upper).toBeCloseTo(120_000 + halfWidth, 0);
    expect(levels[1]).toEqual({ level: 1, customers: 400, monthlyRevenue: 40_000, lifetimeValue: 200_000 });
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

describe("what is said of the quality", () => {
  const bins = [
    { meanPredicted: 0.1, observed: 0.1, lower: 0.08, upper: 0.12, count: 100 },
    { meanPredicted: 0.5, observed: 0.5, lower: 0.4, upper: 0.6, count: 100 },
  ];

  it("gives a chance the interval of held-out customers with such chances", () => {
    expect([0.05, 0.1, 0.3, 0.5, 0.9].map((p) => probabilityRangeAt(bins, p))).toEqual([2, 2, 6, 10, 10]);
    expect(probabilityRangeAt([], 0.5)).toBeNull();
  });

  it("counts at each band's edge whom it flags and how many of them left", () => {
    const heldOut = {
      probabilities: Float64Array.of(0.05, 0.3, 0.35, 0.7, 0.8),
      labels: Uint8Array.of(0, 0, 1, 1, 1),
    };
    const edges = bandEdges(countByScore(heldOut), { medium: 10, high: 35, critical: 75 });
    expect(edges).toEqual([
      {
        level: 1,
        cutOff: 10,
        flagged: 4,
        leaversFound: 3,
        missed: 0,
        falseAlarms: 1,
        precision: 0.75,
        recall: 1,
      },
      {
        level: 2,
        cutOff: 35,
        flagged: 3,
        leaversFound: 3,
        missed: 0,
        falseAlarms: 0,
        precision: 1,
        recall: 1,
      },
      {
        level: 3,
        cutOff: 75,
        flagged: 1,
        leaversFound: 1,
        missed: 2,
        falseAlarms: 0,
        precision: 1,
        recall: 1 / 3,
      },
    ]);
  });
});

describe("what is learned from", () => {
  const none = { left: 0, stayed: 0 };
  const history = (left: number, stayed = 500) => ({
    left,
    stayed,
    stayedSnapshots: stayed,
    snapshots: 5000,
  });

  it("is dated history when it knows enough, else labels, else nothing", () => {
    expect(chooseTrainingSource({ labels: { left: 900, stayed: 900 }, history: history(60) })).toBe(
      "history",
    );
    expect(chooseTrainingSource({ labels: { left: 900, stayed: 900 }, history: history(20) })).toBe("labels");
    expect(chooseTrainingSource({ labels: none, history: history(5) })).toBe("history");
    expect(chooseTrainingSource({ labels: { left: 4, stayed: 900 }, history: history(4) })).toBeNull();
    expect(
      chooseTrainingSource({
        labels: { left: 900, stayed: 0 },
        history: { ...none, snapshots: 0, stayedSnapshots: 0 },
      }),
    ).toBeNull();
  });

  it("is the same sample of about 200,000 rows each time", () => {
    const inSample = customerSampler(1_000_000);
    const ids = Array.from(
      { length: 20_000 },
      (_, index) => `01a1fe22-9287-7dee-8b0e-${index.toString(16).padStart(12, "0")}`,
    );
    const chosen = ids.filter(inSample);
    expect(chosen.length / ids.length).toBeGreaterThan(0.18);
    expect(chosen.length / ids.length).toBeLessThan(0.22);
    expect(ids.toReversed().filter(customerSampler(1_000_000)).toReversed()).toEqual(chosen);
    expect(ids.every(customerSampler(200_000))).toBe(true);
  });

  it("starts rules from an assumption that outcomes of both kinds outweigh", () => {
    expect(rulesBaseRate({ left: 0, stayed: 40 })).toBe(0.1);
    expect(rulesBaseRate({ left: 7, stayed: 0 })).toBe(0.1);
    expect(rulesBaseRate({ left: 4, stayed: 96 })).toBeCloseTo(5 / 110, 12);
  });
});
