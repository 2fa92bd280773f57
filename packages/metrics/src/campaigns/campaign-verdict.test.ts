import { describe, expect, it } from "vitest";
import { ALWAYS_VALID_WIDTH, alwaysValidUplift } from "./always-valid.ts";
import { campaignUplift } from "./campaign-uplift.ts";
import { campaignVerdict } from "./campaign-verdict.ts";
import { customersNeeded, smallestEffect, suggestHoldout } from "./holdout-size.ts";

const arm = (customers: number, retained: number) => ({ customers, retained });

describe("the interval for looking daily", () => {
  it("is 1.39 times as wide as the ordinary one on the planned day, wider before and after", () => {
    expect(ALWAYS_VALID_WIDTH).toBeCloseTo(1.386, 3);
    const widthAt = (share: number) => {
      const sent = arm(4500 * share, 4140 * share);
      const held = arm(4500 * share, 4050 * share);
      const often = alwaysValidUplift(sent, held, { sent: 4500, holdout: 4500 });
      const once = campaignUplift(sent, held);
      return (often.high! - often.low!) / (once.high! - once.low!);
    };
    expect(widthAt(1)).toBeGreaterThan(1.37);
    expect(widthAt(1)).toBeLessThan(1.4);
    expect(widthAt(0.1)).toBeGreaterThan(widthAt(1));
    expect(widthAt(4)).toBeGreaterThan(widthAt(1));
  });

  it("says nothing before there is anything to say", () => {
    expect(alwaysValidUplift(arm(40, 39), arm(1, 1), { sent: 9000, holdout: 1000 })).toMatchObject({
      low: null,
    });
    expect(alwaysValidUplift(arm(0, 0), arm(0, 0), { sent: 0, holdout: 0 })).toMatchObject({ low: null });
    expect(() => alwaysValidUplift(arm(1, 2), arm(1, 1), { sent: 1, holdout: 1 })).toThrow("2 retained of 1");
  });
});

describe("a verdict", () => {
  const planned = { sent: 900, holdout: 904 };
  it("is read by the ordinary interval on the planned day, and by the wide one on every other", () => {
    const sent = arm(900, 889);
    const held = arm(904, 879);
    const early = campaignVerdict(sent, held, planned, false);
    expect(early).toMatchObject({ finding: "open", isFinal: false });
    const final = campaignVerdict(sent, held, planned, true);
    expect(final).toMatchObject({ finding: "kept", isFinal: true });
    expect([final.uplift.low! * 900, final.uplift.high! * 900].map(Math.round)).toEqual([2, 26]);
    expect(final.alwaysValid.low).toBeLessThan(0);
  });

  it("names harm, no effect, and that nothing is known yet", () => {
    expect(campaignVerdict(arm(900, 800), arm(904, 880), planned, false).finding).toBe("lost");
    expect(campaignVerdict(arm(900, 880), arm(904, 884), planned, true).finding).toBe("none");
    expect(campaignVerdict(arm(0, 0), arm(0, 0), planned, false).finding).toBe("waiting");
  });
});

describe("a holdout's size", () => {
  it("of 900 customers has to be about half to show 4 points; of 100,000 a tenth is plenty", () => {
    const shares = [0.1, 0.2, 0.3, 0.4, 0.5];
    expect(suggestHoldout(900, { effect: 0.04, keptRate: 0.94, shares }).holdoutShare).toBeGreaterThanOrEqual(
      0.4,
    );
    const many = suggestHoldout(100_000, { effect: 0.04, keptRate: 0.94, shares });
    expect(many.holdoutShare).toBe(0.1);
    expect(many.smallestEffect).toBeLessThan(0.01);
  });

  it("needs as many customers as show just that effect", () => {
    const needed = customersNeeded(0.04, 0.5, 0.94)!;
    expect(smallestEffect(needed, 0.5, 0.94)).toBeCloseTo(0.04, 3);
    expect(customersNeeded(0.1, 0.5, 0.94)).toBeNull();
    expect(smallestEffect(20, 0.1, 0.99)).toBeNull();
    expect(smallestEffect(0, 0.1, 0.9)).toBeNull();
  });
});
