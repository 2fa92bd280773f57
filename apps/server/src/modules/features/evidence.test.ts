import { describe, expect, it } from "vitest";
import { durationInWords, evidenceFor } from "./evidence.ts";
import type { FeatureRow } from "./feature-plan.ts";

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
