import { describe, expect, it } from "vitest";
import type { CustomerRecord } from "#modules/customers/index.ts";
import type { FeatureRow } from "#modules/features/index.ts";
import { createRulesScorer, rulesBaseRate } from "./rules-scorer.ts";

const now = new Date("2026-06-30T00:00:00Z");
const silentFor = (days: number) =>
  ({
    id: "c",
    lastActivityAt: null,
    lastLoginAt: new Date(now.getTime() - days * 86_400_000),
    startedAt: null,
    tenureMonths: null,
    paymentStatus: null,
    subscriptionStatus: null,
  }) as unknown as CustomerRecord;
const loggedIn = (...perMonth: number[]) =>
  ({
    values: { logins_30d: 0 },
    earlier: perMonth.map((logins_30d) => ({ logins_30d })),
  }) as unknown as FeatureRow;

async function silence(days: number, row: FeatureRow | null) {
  const scorer = createRulesScorer(0.1, now);
  const [scored] = await scorer.score([{ customer: silentFor(days), row, missing: null }], {
    withFactors: true,
  });
  return scored?.factors.find(({ feature }) => feature.startsWith("silence"));
}

describe("silence by the rules", () => {
  it("is measured against the customer's own rhythm where months before this one show it", async () => {
    expect(await silence(20, loggedIn(30, 28, 32))).toMatchObject({
      feature: "silence_in_own_gaps",
      evidence: "Last active 20 days ago, usually every 1 day",
    });
    const now = await silence(20, loggedIn(30, 28, 32));
    const seldom = await silence(20, loggedIn(1, 2, 1));
    expect(now?.points).toBeGreaterThan(0);
    expect(seldom?.points).toBeLessThan(0);
  });

  it("is counted in days where nothing is known of the rhythm", async () => {
    expect(await silence(40, null)).toMatchObject({ feature: "silence_in_days" });
    expect(await silence(40, loggedIn(1))).toMatchObject({ feature: "silence_in_days" });
    expect(await silence(40, loggedIn(0, 0, 0))).toMatchObject({ feature: "silence_in_days" });
  });
});

describe("the base rate of rules", () => {
  it("is an assumption that outcomes of both kinds outweigh", () => {
    expect(rulesBaseRate({ left: 0, stayed: 40 })).toBe(0.1);
    expect(rulesBaseRate({ left: 7, stayed: 0 })).toBe(0.1);
    expect(rulesBaseRate({ left: 4, stayed: 96 })).toBeCloseTo(5 / 110, 12);
  });
});
