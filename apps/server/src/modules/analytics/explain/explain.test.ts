import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FeaturePlan, FeatureRow } from "../features/feature-plan.ts";
import { durationInWords, evidenceFor } from "./evidence.ts";
import { NAMED_FACTORS, OTHER_FACTORS, toFactors } from "./factors.ts";
import { recommend } from "./recommendations.ts";

const rowWith = (values: FeatureRow["values"], ...earlier: FeatureRow["values"][]): FeatureRow => ({
  rowId: "c",
  values,
  earlier,
});
const numeric = (base: string, unit: "count" | "days" | "money" | "number" = "count") => ({
  base,
  unit,
  kind: "numeric" as const,
});

describe("evidence in words", () => {
  it("says what was counted, over which time, and what it was before", () => {
    const row = rowWith({ logins_30d: 3 }, { logins_30d: 20 }, { logins_30d: 24 });
    expect(evidenceFor(numeric("logins_30d"), row, "USD")).toBe("3 in the last 30 days, was 22");
  });

  it("does not speak of a change nobody would notice", () => {
    const row = rowWith({ logins_30d: 21 }, { logins_30d: 22 });
    expect(evidenceFor(numeric("logins_30d"), row, "USD")).toBe("21 in the last 30 days");
  });

  it.each([
    [numeric("tenure_days", "days"), rowWith({ tenure_days: 852 }, { tenure_days: 700 }), "2 years 4 months"],
    [numeric("days_to_renewal", "days"), rowWith({ days_to_renewal: 71 }), "Renews in 71 days"],
    [numeric("days_since_last_login", "days"), rowWith({ days_since_last_login: 1 }), "1 day ago"],
    [
      numeric("monthly_revenue", "money"),
      rowWith({ monthly_revenue: 1240 }, { monthly_revenue: 1500 }),
      "$1,240, was $1,500",
    ],
    [
      numeric("active_seats_30d"),
      rowWith({ active_seats_30d: 4, seats: 10 }),
      "4 of 10 used in the last 30 days",
    ],
    [{ base: "plan", unit: "text", kind: "categorical" } as const, rowWith({ plan: "Scale" }), "Scale"],
    [numeric("open_tickets"), rowWith({ open_tickets: null }), "Not known"],
  ])("reads as a person would say it: %o", (column, row, words) => {
    expect(evidenceFor(column, row, "USD")).toBe(words);
  });

  it("counts days up to two months, then months, then years", () => {
    expect([1, 59, 61, 364, 365, 730].map(durationInWords)).toEqual([
      "1 day",
      "59 days",
      "2 months",
      "1 year",
      "1 year",
      "2 years",
    ]);
  });
});

const plan: FeaturePlan = {
  version: 1,
  source: "snapshots",
  excluded: [],
  columns: [
    ...["logins_30d", "open_tickets", "failed_payments_30d", "seats", "a", "b", "c", "d", "e", "f", "g"].map(
      (base) => ({
        name: base,
        base,
        label: base,
        kind: "numeric" as const,
        form: "value" as const,
        unit: "count" as const,
      }),
    ),
    {
      name: "change",
      base: "logins_30d",
      label: "Logins, change",
      kind: "numeric",
      form: "change",
      unit: "count",
    },
  ],
};
const points = (values: Record<string, number>) =>
  Object.entries(values).map(([feature, value]) => ({ feature, label: feature, value: "1", points: value }));

describe("factors", () => {
  const row = rowWith(
    { logins_30d: 3, open_tickets: 2, failed_payments_30d: 0, seats: 5 },
    { logins_30d: 22 },
  );

  it("add up to the probability to a tenth of a point, however many there are", () => {
    const anyPoints = fc.dictionary(
      fc.constantFrom(...plan.columns.map((column) => column.name), "engine's own sum"),
      fc.double({ min: -20, max: 20, noNaN: true }),
    );
    fc.assert(
      fc.property(anyPoints, fc.double({ min: 0.2, max: 0.8, noNaN: true }), (byColumn, baseRate) => {
        const probability = baseRate + Object.values(byColumn).reduce((sum, value) => sum + value, 0) / 100;
        const factors = toFactors(plan, row, points(byColumn), { baseRate, probability, currency: "USD" });
        const sum = 100 * baseRate + factors.reduce((total, factor) => total + factor.points, 0);
        expect(Math.abs(sum - 100 * probability)).toBeLessThanOrEqual(0.1 + 1e-9);
        expect(new Set(factors.map((factor) => factor.feature)).size).toBe(factors.length);
      }),
    );
  });

  it("takes the forms of one recorded value together and says only what is true of the customer", () => {
    const contributions = points({ logins_30d: 5, change: 7, failed_payments_30d: 2, open_tickets: -1 });
    const factors = toFactors(plan, row, contributions, {
      baseRate: 0.1,
      probability: 0.23,
      currency: "USD",
    });
    expect(factors).toEqual([
      { feature: "logins_30d", label: "Fewer logins", evidence: "3 in the last 30 days, was 22", points: 12 },
      {
        feature: "failed_payments_30d",
        label: "Failed payments",
        evidence: "0 in the last 30 days",
        points: 2,
      },
      { feature: "open_tickets", label: "Open support tickets", evidence: "2", points: -1 },
    ]);
  });

  it("keeps what is not named in one last entry", () => {
    const names = [
      "a",
      "b",
      "c",
      "d",
      "e",
      "f",
      "g",
      "seats",
      "open_tickets",
      "logins_30d",
      "failed_payments_30d",
    ];
    const many = Object.fromEntries(names.map((name, index) => [name, 12 - index]));
    const sum = Object.values(many).reduce((total, value) => total + value, 0);
    const factors = toFactors(plan, row, points(many), {
      baseRate: 0.1,
      probability: 0.1 + sum / 100,
      currency: "USD",
    });
    expect(factors).toHaveLength(NAMED_FACTORS + 1);
    expect(factors.at(-1)).toMatchObject({ feature: OTHER_FACTORS, points: 2, evidence: "1 smaller factor" });
  });
});

describe("next steps", () => {
  const factor = (feature: string, value: number, evidence = "1") => ({
    feature,
    label: feature,
    evidence,
    points: value,
  });

  it("answer the factors that raise the score, strongest first, three at most, each once", () => {
    const steps = recommend([
      factor("failed_payments_30d", 19),
      factor("logins_30d", 26),
      factor("payment_status", 9, "Failed"),
      factor("open_tickets", 4),
      factor("active_seats_30d", 3),
      factor("tenure_days", -8),
    ]);
    expect(steps.map((step) => [step.code, step.feature])).toEqual([
      ["success_call", "logins_30d"],
      ["payment_link", "failed_payments_30d"],
      ["escalate_ticket", "open_tickets"],
    ]);
    expect(steps.every((step) => step.measuredEffect === null)).toBe(true);
  });

  it("answer a status by what it is", () => {
    expect(recommend([factor("subscription_status", 5, "Past Due")])[0]?.code).toBe("payment_link");
    expect(recommend([factor("subscription_status", 5, "Paused")])[0]?.code).toBe("restart_offer");
    expect(recommend([factor("subscription_status", 5, "Active")])).toEqual([]);
  });

  it("are not invented for a factor nobody can answer, nor for a small one", () => {
    expect(recommend([factor("country", 12), factor("logins_30d", 0.9), factor(OTHER_FACTORS, 5)])).toEqual(
      [],
    );
  });
});
