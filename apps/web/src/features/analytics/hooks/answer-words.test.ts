import type { Analysis, TrackRecord } from "@forestay/contracts/wire";
import { describe, expect, it } from "vitest";
import { answerTitle, trustSentence, warningsLine } from "./answer-words.ts";

const quality = {
  verdict: "good",
  measuredOn: { unit: "customers", rows: 1369, customers: 1369, outcomes: 85, day: null },
  calibrationBins: [
    { meanPredicted: 0.02, observed: 0.01, lower: 0, upper: 0.1, count: 10 },
    { meanPredicted: 0.31, observed: 0.27, lower: 0.2, upper: 0.4, count: 10 },
  ],
} as unknown as NonNullable<Analysis["quality"]>;
const churn = { definition: "cancelled", inactiveDays: 60 } as const;
const analysis = {
  customersAnalyzed: 2418,
  needAttention: 126,
  source: "model",
  quality,
  churn,
  horizonDays: 90,
  isUndated: false,
  levels: [{ level: 3, customers: 38, monthlyRevenue: 100, lifetimeValue: 0 }],
  firstCalls: { customers: 5, valueAtRisk: 54_199, shareOfValueAtRisk: 0.294 },
} as unknown as Analysis;

describe("the answer of an analysis", () => {
  it("is what the first calls cover, else how many need attention", () => {
    expect(answerTitle(analysis)).toBe("Five calls cover 29% of the revenue at risk");
    const counts = "2,418 customers analyzed, 126 need attention";
    const first = { customers: 5, valueAtRisk: 1, shareOfValueAtRisk: 0.01 };
    expect(answerTitle({ ...analysis, firstCalls: first })).toBe(counts);
    expect(answerTitle({ ...analysis, firstCalls: null })).toBe(counts);
    expect(answerTitle({ ...analysis, source: "rules" })).toBe(counts);
    for (const verdict of ["not_reliable", "unconfirmed"] as const)
      expect(answerTitle({ ...analysis, quality: { ...quality, verdict } })).toBe(counts);
  });

  it("speaks of lifetime value where no revenue is known", () => {
    const levels = [{ level: 3 as const, customers: 38, monthlyRevenue: 0, lifetimeValue: 9 }];
    expect(answerTitle({ ...analysis, levels })).toBe("Five calls cover 29% of the lifetime value at risk");
  });
});

describe("whether to believe it, in a sentence", () => {
  const level = { share: null, lower: null, upper: null };
  const record = {
    latest: {
      churn,
      horizonDays: 90,
      scoredFrom: "2020-07-16T09:00:00.000Z",
      scoredTo: "2020-07-16T12:00:00.000Z",
      customers: 2400,
      left: 150,
      meanProbability: 0.06,
      levels: [
        { level: 2, meanProbability: 0.4, scored: 100, left: 42, ...level },
        { level: 3, meanProbability: 0.75, scored: 41, left: 31, ...level },
      ],
    },
  } as unknown as TrackRecord;

  it("is what became of those that were scored High or Critical, beside what was expected", () => {
    expect(trustSentence(analysis, record)).toMatch(
      /^Of 141 customers scored High or Critical on Jul 16, 2020, 73 left within 90 days\. We expected 71\.$/,
    );
  });

  it("is how unseen customers turned out where no score has come of age, or those that have say nothing of these", () => {
    const tried = "Tried on 1,369 customers it had not seen: of those it gave 31 in 100, 27 in 100 left.";
    expect(trustSentence(analysis, undefined)).toBe(tried);
    expect(trustSentence({ ...analysis, horizonDays: 30 }, record)).toBe(tried);
    expect(trustSentence({ ...analysis, isUndated: true }, record)).toBe(tried);
    const doubtful = { ...analysis, quality: { ...quality, verdict: "provisional" as const } };
    expect(trustSentence(doubtful, undefined)).toBe(
      `These scores are provisional: little is known so far. ${tried}`,
    );
  });

  it("says what must not be relied on before anything else", () => {
    expect(trustSentence({ ...analysis, quality: null }, record)).toMatch(/^Rules, not trained: .*never/);
    const useless = { ...analysis, quality: { ...quality, verdict: "not_reliable" as const } };
    expect(trustSentence(useless, record)).toMatch(/^Do not rely on these scores/);
    const asked = { ...analysis, quality: { ...quality, verdict: "unconfirmed" as const } };
    expect(trustSentence(asked, record)).toMatch(/^To be confirmed: .* before a customer left\.$/);
  });
});

it("counts what must be known besides in one line, and has none where there is nothing", () => {
  const left = [{ reason: "Already left", count: 982 }];
  expect(warningsLine({ warnings: ["a", "b"], notScored: left })).toBe("2 warnings, 982 not scored");
  expect(warningsLine({ warnings: ["a"], notScored: [] })).toBe("1 warning");
  expect(warningsLine({ warnings: [], notScored: left })).toBe("982 customers not scored");
  expect(warningsLine({ warnings: [], notScored: [] })).toBeNull();
});
