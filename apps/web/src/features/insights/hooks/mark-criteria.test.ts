import type { InsightsScope } from "@forestay/contracts/wire";
import { describe, expect, it } from "vitest";
import { cohortMarks, driverMarks, movementMarks, reasonMarks } from "./mark-criteria.ts";

const scope: InsightsScope = {
  day: "2026-06-15",
  period: "12_months",
  from: "2025-06-01",
  plan: null,
  plans: ["Pro"],
  segment: null,
  segments: [],
  currency: "USD",
  currencies: [{ currency: "USD", mrr: 100, customers: 2 }],
};
const cell = { kept: 1, of: 2, share: 0.5, isComplete: true };
const cohort = {
  month: "2026-01",
  from: "2026-01-01",
  customers: 2,
  cells: [cell, cell, { ...cell, isComplete: false }],
};
const began = [
  { field: "firstPaidOn", operator: "GreaterThan", value: "2025-12-31" },
  { field: "firstPaidOn", operator: "LessThan", value: "2026-02-01" },
];
const isPaying = { field: "isPaying", operator: "Equals", value: true };

describe("marks of a cohort", () => {
  it("are its beginners, those who were here at each month's end, and those who are", () => {
    const marks = cohortMarks(cohort, { scope, source: "ledger" });
    expect(marks.map(({ label }) => label)).toEqual([
      "Began in Jan 2026",
      "Began in Jan 2026, here at the end of Jan 2026",
      "Began in Jan 2026, here at the end of Feb 2026",
      "Began in Jan 2026, still here",
    ]);
    expect(marks[0]!.criteria).toEqual(began);
    expect(marks[2]!.criteria).toEqual([
      ...began,
      {
        match: "any",
        criteria: [isPaying, { field: "stoppedPayingOn", operator: "GreaterThan", value: "2026-02-28" }],
      },
    ]);
    expect(marks[3]!.criteria).toEqual([...began, isPaying]);
  });

  it("are none where no rule says the same: of one of two currencies, and of dates in a customers' file", () => {
    const two = { ...scope, currencies: [...scope.currencies, { currency: "EUR", mrr: 1, customers: 1 }] };
    expect(cohortMarks(cohort, { scope: two, source: "ledger" })).toEqual([]);
    expect(cohortMarks(cohort, { scope, source: "customers" })).toEqual([]);
    expect(
      movementMarks({
        months: [],
        retention: [],
        plans: [],
        countries: null,
        quickRatio: null,
        churn: [],
        lifetimeValue: null,
        missing: null,
        scope: two,
      }),
    ).toEqual([]);
    const lost = { customers: 1, mrr: 5 };
    const total = { voluntary: lost, involuntary: lost, unknown: lost };
    const months = [{ month: "2026-05", from: "2026-05-01", until: "2026-05-31", lost: total }];
    const reasons = {
      scope: { ...scope, plan: "Pro" },
      months,
      total,
      themes: [],
      withReason: 0,
      missing: null,
    };
    expect(reasonMarks(reasons)).toEqual([]);
    expect(reasonMarks({ ...reasons, scope })).toHaveLength(6);
  });
});

it("a point of a driver's curve is all who are nearest to it, the riskiest first", () => {
  const point = (at: number, probability: number) => ({
    at,
    level: null,
    probability,
    share: 0.3,
    observed: null,
  });
  const driver = {
    feature: "event:login_30d",
    label: "Login, 30 days",
    importance: 100,
    direction: -1 as const,
    description: "",
    listedBy: "events.30.login",
    isYesNo: false,
    dependence: {
      kind: "numeric" as const,
      unit: "count" as const,
      scale: "linear" as const,
      points: [point(0, 0.3), point(4, 0.2), point(9, 0.1)],
      histogram: [],
    },
  };
  const marks = driverMarks(driver, "USD");
  expect(marks.map(({ label }) => label)).toEqual([
    "Login, 30 days: about 0 (chance 30%)",
    "Login, 30 days: about 4 (chance 20%)",
    "Login, 30 days: about 9 (chance 10%)",
  ]);
  expect(marks[1]!.criteria).toEqual([
    { field: "hasLeft", operator: "Equals", value: false },
    { field: "events.30.login", operator: "GreaterThan", value: 2 },
    { field: "events.30.login", operator: "LessThan", value: 6.5 },
  ]);
  expect(driverMarks({ ...driver, listedBy: null }, "USD")).toEqual([]);
  const words = ["Yes", "No"].map((level) => ({ ...point(0, 0.2), at: null, level }));
  const dependence = { ...driver.dependence, kind: "categorical" as const, points: words };
  const values = (isYesNo: boolean) =>
    driverMarks({ ...driver, listedBy: "attributes.fiber", isYesNo, dependence }, "USD").map(
      ({ criteria }) => criteria[1],
    );
  const is = (value: string | boolean) => ({ field: "attributes.fiber", operator: "Equals", value });
  expect(values(true)).toEqual([is(true), is(false)]);
  expect(values(false)).toEqual([is("Yes"), is("No")]);
});
