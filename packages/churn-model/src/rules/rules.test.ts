import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultRules, ruleDocumentFromJSON } from "./rule-document.ts";
import { coldStart, type RuleFeatures, scoreByRules } from "./score-by-rules.ts";
import { nothingKnown } from "../testing/nothing-known.ts";

const healthy: RuleFeatures = {
  daysSinceLastActivity: 2,
  typicalGapDays: 4,
  tenureDays: 1200,
  failedPayments90d: 0,
  daysOverdue: 0,
  status: "active",
  usageLast30d: 40,
  usagePrevious30d: 30,
};
const amount = fc.option(fc.double({ min: 0, max: 5000, noNaN: true }));
const anyFeatures: fc.Arbitrary<RuleFeatures> = fc.record({
  daysSinceLastActivity: amount,
  typicalGapDays: amount,
  tenureDays: amount,
  failedPayments90d: fc.option(fc.nat(20)),
  daysOverdue: amount,
  status: fc.constantFrom("active", "past_due", "paused", null),
  usageLast30d: amount,
  usagePrevious30d: amount,
});

describe("a score by rules", () => {
  it("is the base rate when nothing is known", () => {
    expect(scoreByRules(nothingKnown, 0.08)).toEqual({
      probability: expect.closeTo(0.08, 12),
      score: 8,
      logit: expect.closeTo(Math.log(0.08 / 0.92), 12),
      factors: [],
      rulesKnown: 0,
      rulesTotal: 8,
    });
  });

  it("has points that add up to it exactly, and nothing non-finite, for any customer", () => {
    fc.assert(
      fc.property(anyFeatures, fc.double({ min: 0, max: 1, noNaN: true }), (features, baseRate) => {
        const result = scoreByRules(features, baseRate);
        const base = Math.min(0.999, Math.max(0.001, baseRate));
        const sum = result.factors.reduce((total, factor) => total + factor.points, 100 * base);
        expect(sum).toBeCloseTo(100 * result.probability, 9);
        expect(result.probability).toBeGreaterThan(0);
        expect(result.probability).toBeLessThan(1);
        expect(result.factors.every((factor) => factor.evidence !== "" && factor.points !== 0)).toBe(true);
      }),
    );
  });

  it("still adds up where reasons cancel each other out", () => {
    const weights = { ...defaultRules, rules: defaultRules.rules.map((rule) => ({ ...rule })) };
    const result = scoreByRules(
      { ...nothingKnown, tenureDays: 10, status: "paused" },
      0.2,
      ruleDocumentFromJSON({
        ...weights,
        rules: [
          { code: "tenure_days", label: "New", cause: "tenure", steps: [{ from: 0, logOdds: 0.5 }] },
          { code: "paused", label: "Paused", cause: "status", steps: [{ from: 1, logOdds: -0.5 }] },
        ],
      }),
    );
    expect(result.probability).toBeCloseTo(0.2, 12);
    expect(result.factors.map((factor) => factor.points)).toEqual([
      expect.closeTo(-8, 9),
      expect.closeTo(8, 9),
    ]);
  });

  it("goes down for a healthy customer and up for one in trouble", () => {
    expect(scoreByRules(healthy, 0.1).probability).toBeLessThan(0.05);
    const trouble: RuleFeatures = {
      ...healthy,
      daysSinceLastActivity: 30,
      usageLast30d: 3,
      failedPayments90d: 2,
    };
    const result = scoreByRules(trouble, 0.1);
    expect(result.probability).toBeGreaterThan(0.5);
    expect(result.factors.map((factor) => [factor.code, factor.evidence])).toEqual([
      ["silence_in_own_gaps", "last active 30 days ago, usually every 4 days"],
      ["failed_payments_90d", "2 failed payments in the last 90 days"],
      ["usage_share_of_before", "3 in the last 30 days, was 30"],
      ["tenure_days", "customer for 1,200 days"],
    ]);
  });

  it("never goes down as silence, failed payments or arrears grow or usage falls", () => {
    const grows: [keyof RuleFeatures, number[]][] = [
      ["daysSinceLastActivity", [0, 5, 10, 20, 40, 80, 400]],
      ["failedPayments90d", [0, 1, 2, 3, 9]],
      ["daysOverdue", [0, 1, 20, 40, 200]],
      ["usageLast30d", [90, 40, 28, 20, 10, 3, 0]],
    ];
    for (const [field, values] of grows) {
      const scores = values.map((value) => scoreByRules({ ...healthy, [field]: value }, 0.1).probability);
      expect(scores).toEqual([...scores].sort((a, b) => a - b));
    }
  });

  it("measures silence by the customer's own rhythm, and in days only where there is none", () => {
    const monthly = scoreByRules({ ...nothingKnown, daysSinceLastActivity: 32, typicalGapDays: 30 }, 0.1);
    const weekly = scoreByRules({ ...nothingKnown, daysSinceLastActivity: 32, typicalGapDays: 7 }, 0.1);
    const unknown = scoreByRules({ ...nothingKnown, daysSinceLastActivity: 32 }, 0.1);
    expect(monthly.probability).toBeLessThan(0.1);
    expect(weekly.probability).toBeGreaterThan(0.15);
    expect(unknown.factors).toMatchObject([{ code: "silence_in_days", evidence: "last active 32 days ago" }]);
    // Daily users are not alarming after a weekend.
    const weekend = scoreByRules({ ...nothingKnown, daysSinceLastActivity: 3, typicalGapDays: 1 }, 0.1);
    expect(weekend.probability).toBeLessThan(0.1);
  });

  it("counts one payment problem once however often it shows", () => {
    const failed: RuleFeatures = { ...nothingKnown, failedPayments90d: 3 };
    const one = scoreByRules(failed, 0.1);
    const thrice = scoreByRules({ ...failed, daysOverdue: 20, status: "past_due" }, 0.1);
    expect(thrice.probability).toBe(one.probability);
    expect(thrice.factors).toHaveLength(1);
  });

  it("does not read a fall into too little usage", () => {
    const few = scoreByRules({ ...nothingKnown, usageLast30d: 0, usagePrevious30d: 3 }, 0.1);
    expect(few.factors).toEqual([]);
  });
});

describe("edited rules", () => {
  it("come back from JSON as they are", () => {
    expect(ruleDocumentFromJSON(JSON.parse(JSON.stringify(defaultRules)))).toEqual(defaultRules);
  });

  const edited = (change: object) => ({
    ...defaultRules,
    rules: [{ ...defaultRules.rules[0], ...change }],
  });

  it.each([
    [{ format: "x" }, "version 1"],
    [{ ...defaultRules, rules: 3 }, "not a list"],
    [edited({ code: "age" }), "rule age is not known"],
    [edited({ label: "" }), "has no label"],
    [
      edited({
        steps: [
          { from: 1, logOdds: 0 },
          { from: 1, logOdds: 1 },
        ],
      }),
      "do not rise at 1",
    ],
    [edited({ steps: [{ from: 1, logOdds: 50 }] }), "weight 50"],
    [edited({ steps: [{ from: 1, logOdds: null }] }), "weight null"],
    [{ ...defaultRules, rules: [defaultRules.rules[0], defaultRules.rules[0]] }, "there twice"],
  ])("are refused when wrong (%#)", (document, message) => {
    expect(() => ruleDocumentFromJSON(document)).toThrow(message);
  });
});

describe("a cold start", () => {
  it("counts what is still needed, of the rarer outcome", () => {
    expect(coldStart({ left: 4, stayed: 90 })).toMatchObject({
      canTrain: false,
      stillNeeded: 1,
      missing: "leavers",
      message: expect.stringContaining("1 more leaver needed"),
    });
    expect(coldStart({ left: 30, stayed: 0 })).toMatchObject({ stillNeeded: 5, missing: "stayers" });
    expect(coldStart({ left: 5, stayed: 25 })).toEqual({
      canTrain: true,
      stillNeeded: 0,
      missing: null,
      message: null,
    });
  });
});
