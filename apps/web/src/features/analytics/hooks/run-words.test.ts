import { describe, expect, it } from "vitest";
import { modelChoiceWords, timeWords } from "./run-words.ts";

const runs = { training: { seconds: 40, customers: 500 }, scoring: { seconds: 6, customers: 500 } };

describe("how long a run will take", () => {
  it("is measured on the last run of its kind", () => {
    expect(timeWords({ customers: 1, lastRuns: runs }, true)).toMatch(
      /^About 40 seconds: .*trained took 40 seconds/,
    );
    expect(timeWords({ customers: 1, lastRuns: runs }, false)).toMatch(/^About 6 seconds/);
    expect(timeWords({ customers: 5000, lastRuns: runs }, false)).toMatch(/^About 1 min:/);
  });

  it("is not made up where nothing has run", () => {
    const none = { customers: 10, lastRuns: { training: null, scoring: null } };
    expect(timeWords(none, true)).toMatch(/^Nothing has been trained yet/);
    expect(timeWords(none, false)).toMatch(/less than the training took/);
  });
});

it("a model to choose carries its interval and how far it may be believed, never a bare AUC", () => {
  const words = modelChoiceWords({
    version: "v2",
    label: "Model v2, learned from your label",
    trainedAt: "2020-03-04T00:00:00Z",
    auc: { value: 0.713, lower: 0.58, upper: 0.84 },
    verdict: "provisional",
    isCurrent: true,
    isPreselected: true,
  });
  expect(words).toContain("AUC 0.71 (0.58 to 0.84), provisional (in use)");
});
