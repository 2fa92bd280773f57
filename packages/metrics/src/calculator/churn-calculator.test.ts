import { describe, expect, it } from "vitest";
import type { CalculatorInputs } from "./calculator-inputs.ts";
import { calculateChurn } from "./churn-calculator.ts";

/** 2,500 customers at $85, of whom 3.2% leave a month; 2.4% is hoped for. Worked out by hand below. */
const inputs: CalculatorInputs = {
  period: "month",
  customersAtStart: 2500,
  customersLost: 80,
  newCustomers: 0,
  mrrMinor: 2500 * 8500,
  lostMinor: null,
  contractionMinor: 0,
  expansionMinor: 0,
  marginShare: 0.8,
  newMinor: 0,
  acquisitionMinor: null,
  failedShare: 0.25,
  recoveryRate: 0.5,
  targetChurn: 0.024,
};

function answerOf(changed: Partial<CalculatorInputs> = {}, months = 12) {
  const { answer, problems } = calculateChurn({ ...inputs, ...changed }, months);
  expect(problems).toBeNull();
  return answer!;
}

describe("what churn costs", () => {
  it("is worked out from a month", () => {
    const answer = answerOf();
    expect(answer.monthlyChurn).toBeCloseTo(0.032, 12);
    // 1 - 0.968^12.
    expect(answer.yearlyChurn).toBeCloseTo(0.323_132, 5);
    expect(answer.lifetimeMonths).toBeCloseTo(31.25, 9);
    expect(answer.targetLifetimeMonths).toBeCloseTo(41.6667, 3);
    // 85 x 0.8 / 0.032, and / 0.024.
    expect(answer.lifetimeValueMinor).toBeCloseTo(212_500, 6);
    expect(answer.targetLifetimeValueMinor).toBeCloseTo(283_333.33, 1);
    expect(answer.keptAfterYear).toBeCloseTo(2500 * 0.676_868, 1);
    expect([answer.grossMrrChurn, answer.grossRetention, answer.netRetention]).toEqual([0.032, 0.968, 0.968]);
    // A quarter of 80 x $85 is lost to failed payments, half of it could come in: $850 a month.
    expect(answer.recoverableMinor).toBeCloseTo(85_000 * 12, 6);
    expect(answer.monthlyInterval).toBeNull();
  });

  it("compounds a quarter and a year to a month, and not by dividing", () => {
    const quarter = answerOf({ period: "quarter", customersLost: 240 });
    // 1 - (1 - 0.096)^(1/3).
    expect(quarter.monthlyChurn).toBeCloseTo(0.033_082, 6);
    expect(1 - (1 - quarter.monthlyChurn) ** 3).toBeCloseTo(0.096, 12);
    const year = answerOf({ period: "year", customersLost: 1250 });
    expect(year.yearlyChurn).toBeCloseTo(0.5, 12);
    expect(year.monthlyChurn).toBeCloseTo(0.056_126, 6);
  });

  it("runs two courses of MRR, and says what lies between them", () => {
    const { today, target, lostMinor } = answerOf({}, 2);
    const mrr = 21_250_000;
    expect(today.mrrMinor.map(Math.round)).toEqual([mrr, mrr * 0.968, Math.round(mrr * 0.968 ** 2)]);
    expect(target.mrrMinor.map(Math.round)).toEqual([mrr, mrr * 0.976, Math.round(mrr * 0.976 ** 2)]);
    const between = mrr * (0.976 - 0.968) + mrr * (0.976 ** 2 - 0.968 ** 2);
    expect(target.keptMinor).toBeCloseTo(between, 3);
    expect(today.keptMinor).toBe(0);
    expect(lostMinor).toBeCloseTo(mrr * (1 - 0.968) + mrr * (1 - 0.968 ** 2), 3);
  });

  it("lets new MRR, expansion and contraction run on, and moves with the target what was lost to churn alone", () => {
    const { today, target, grossMrrChurn, netMrrChurn } = answerOf(
      {
        mrrMinor: 10_000_000,
        lostMinor: 400_000,
        contractionMinor: 100_000,
        expansionMinor: 200_000,
        newMinor: 300_000,
        targetChurn: 0.016,
      },
      1,
    );
    expect([grossMrrChurn, netMrrChurn]).toEqual([0.05, 0.03]);
    // 10,000,000 x (1 - 0.04 - 0.01 + 0.02) + 300,000; half the churn: 1 - 0.02 - 0.01 + 0.02.
    expect(today.mrrMinor[1]).toBeCloseTo(10_000_000, 4);
    expect(target.mrrMinor[1]).toBeCloseTo(10_200_000, 4);
  });

  it("shows what a point, two, and a fifth more of failed payments would bring", () => {
    const { sensitivity } = answerOf();
    expect(sensitivity.map(({ name }) => name)).toEqual(["one-point", "two-points", "recovery"]);
    expect(sensitivity.map(({ monthlyChurn }) => monthlyChurn)).toEqual([
      expect.closeTo(0.022, 12),
      expect.closeTo(0.012, 12),
      expect.closeTo(0.032 * 0.95, 12),
    ]);
    const [one, two, recovery] = sensitivity.map(({ keptMinor }) => keptMinor);
    expect(two).toBeGreaterThan(one!);
    expect(one).toBeGreaterThan(recovery!);
    expect(recovery).toBeGreaterThan(0);
  });

  it("sets a customer's value beside what it cost to win", () => {
    const { lifetimeValueToAcquisition, paybackMonths } = answerOf({ acquisitionMinor: 68_000 });
    // $2,125 / $680, and $680 / ($85 x 0.8).
    expect(lifetimeValueToAcquisition).toBeCloseTo(3.125, 9);
    expect(paybackMonths).toBeCloseTo(10, 9);
  });
});

describe("the edges", () => {
  it("nobody left: no lifetime, and how much churn could still be behind it", () => {
    const answer = answerOf({ customersAtStart: 50, customersLost: 0, mrrMinor: 50 * 8500 });
    expect([answer.monthlyChurn, answer.lifetimeMonths, answer.lifetimeValueMinor]).toEqual([0, null, null]);
    // Wilson's upper end of 0 in 50: z^2 / (n + z^2).
    expect(answer.monthlyInterval?.low).toBe(0);
    expect(answer.monthlyInterval?.high).toBeCloseTo(3.8415 / 53.8415, 4);
    expect(answer.target.keptMinor).toBeLessThanOrEqual(0);
  });

  it("everybody left, nobody pays, and a target of none, end in numbers", () => {
    const all = answerOf({ customersLost: 2500 });
    expect([all.yearlyChurn, all.lifetimeMonths, all.today.mrrMinor.at(-1)]).toEqual([1, 1, 0]);
    const free = answerOf({ mrrMinor: 0 });
    expect([free.grossMrrChurn, free.netRetention, free.target.keptMinor]).toEqual([null, null, 0]);
    expect(answerOf({ targetChurn: 0 }).targetLifetimeMonths).toBeNull();
  });

  it.each([
    [{ customersAtStart: 0, customersLost: 0 }, "customersAtStart", "at least one customer"],
    [{ customersLost: 2501 }, "customersLost", "More customers left"],
    [{ customersLost: Number.NaN }, "customersLost", "0 or more"],
    [{ customersLost: 77.5 }, "customersLost", "whole number"],
    [{ mrrMinor: -1 }, "mrrMinor", "0 or more"],
    [{ lostMinor: 99_000_000 }, "lostMinor", "More revenue was lost"],
    [{ lostMinor: 21_000_000, contractionMinor: 300_000 }, "contractionMinor", "With what was lost"],
    [{ targetChurn: 1.2 }, "targetChurn", "from 0 to 100"],
  ] as const)("%j is refused at its field", (changed, field, words) => {
    const { answer, problems } = calculateChurn({ ...inputs, ...changed }, 12);
    expect(answer).toBeNull();
    expect(problems?.[field]).toContain(words);
  });
});
