import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FeaturePlan, FeatureRow } from "#modules/features/index.ts";
import { NAMED_FACTORS, OTHER_FACTORS, toFactors } from "./factors.ts";

const rowWith = (values: FeatureRow["values"], ...earlier: FeatureRow["values"][]): FeatureRow => ({
  rowId: "c",
  values,
  earlier,
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
