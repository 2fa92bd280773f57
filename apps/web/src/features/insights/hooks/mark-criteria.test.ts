import type { InsightsScope, RevenueInsights } from "@forestay/contracts/wire";
import { describe, expect, it } from "vitest";
import {
  cohortMarks,
  driverMarks,
  movementMarks,
  mrrChurnMarks,
  reasonMarks,
  retentionMarks,
} from "./mark-criteria.ts";

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
  churnDate: "end_of_paid_term",
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

const may = { month: "2026-05", from: "2026-05-01", until: "2026-05-31" };
const revenue: RevenueInsights = {
  scope,
  months: [
    {
      ...may,
      isComplete: true,
      flow: {
        start: 90,
        new: 0,
        expansion: 10,
        reactivation: 0,
        contraction: 5,
        churn: 5,
        end: 90,
        counts: { new: 0, expansion: 1, contraction: 1, churn: 1, reactivation: 0 },
      },
      churn: null,
    },
  ],
  retention: [
    { month: "2026-04", until: "2026-04-30", netRetention: null, grossRetention: null },
    { month: "2026-05", until: "2026-05-31", netRetention: 0.9, grossRetention: 0.8 },
  ],
  plans: [],
  countries: null,
  quickRatio: null,
  churn: [{ ...may, gross: 0.1, net: 0 }],
  lifetimeValue: null,
  missing: null,
};
const within = (field: string, after: string, before: string) => [
  { field, operator: "GreaterThan", value: after },
  { field, operator: "LessThan", value: before },
];
const inMay = (field: string) => within(field, "2026-04-30", "2026-06-01");

describe("marks of revenue", () => {
  it("are those whose newest movement of a kind was in the month, of kinds that there were", () => {
    expect(movementMarks(revenue)).toEqual([
      { label: "Last expanded in May 2026", criteria: inMay("lastExpandedOn") },
      { label: "Last contracted in May 2026", criteria: inMay("lastContractedOn") },
      { label: "Left in May 2026, and not come back", criteria: inMay("stoppedPayingOn") },
    ]);
  });

  it("of MRR churn are who lost it, and of net churn who won some too", () => {
    const all = (field: string) => ({ match: "all", criteria: inMay(field) });
    const lost = [all("stoppedPayingOn"), all("lastContractedOn")];
    expect(mrrChurnMarks(revenue)).toEqual([
      {
        label: "Left or last contracted in May 2026 (gross)",
        criteria: [{ match: "any", criteria: lost }],
      },
      {
        label: "Left, or last contracted, expanded or came back in May 2026 (net)",
        criteria: [{ match: "any", criteria: [...lost, all("lastExpandedOn"), all("lastCameBackOn")] }],
      },
    ]);
  });

  it("of NRR and GRR are who paid when the year began: who was here at its end, had left, or has contracted", () => {
    const hereAfter = (day: string) => ({
      match: "any",
      criteria: [isPaying, { field: "stoppedPayingOn", operator: "GreaterThan", value: day }],
    });
    const then = [
      { field: "firstPaidOn", operator: "LessThan", value: "2025-06-01" },
      hereAfter("2025-05-31"),
    ];
    expect(retentionMarks(revenue)).toEqual([
      {
        label: "Paid at the end of May 2025, here at the end of May 2026",
        criteria: [...then, hereAfter("2026-05-31")],
      },
      {
        label: "Paid at the end of May 2025, left by the end of May 2026",
        criteria: [...then, ...within("stoppedPayingOn", "2025-05-31", "2026-06-01")],
      },
      {
        label: "Paid at the end of May 2025, here at the end of May 2026, last contracted in that year",
        criteria: [
          ...then,
          hereAfter("2026-05-31"),
          ...within("lastContractedOn", "2025-05-31", "2026-06-01"),
        ],
      },
    ]);
  });
});

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
    for (const marksOf of [movementMarks, mrrChurnMarks, retentionMarks])
      for (const other of [two, { ...scope, plan: "Pro" }])
        expect(marksOf({ ...revenue, scope: other })).toEqual([]);
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
