import { describe, expect, it } from "vitest";
import { monthsOf } from "./track-words.ts";

type Given = Parameters<typeof monthsOf>[0];
const cancelled = { definition: "cancelled" as const, inactiveDays: 60 };
const month = (name: string, share: number | null, churn: Given["months"][number]["churn"] = cancelled) => ({
  month: name,
  churn,
  horizonDays: 90,
  meanProbability: 0.1,
  missed: 1,
  scored: 100,
  left: 8,
  share,
  lower: share === null ? null : share - 0.02,
  upper: share === null ? null : share + 0.02,
});
const latest = { churn: cancelled, horizonDays: 90 } as NonNullable<Given["latest"]>;

describe("the months of a track record", () => {
  it("stand on one line where they promised the same and their outcome is known", () => {
    const other = { definition: "inactive" as const, inactiveDays: 30 };
    const months = [month("2030-01", 0.08), month("2030-02", null), month("2030-03", 0.2, other)];
    const shorter = { ...month("2030-04", 0.03), horizonDays: 30 };
    expect(monthsOf({ months: [...months, shorter], latest })).toMatchObject([
      { month: "2030-01", atMs: Date.UTC(2030, 0, 1), share: 0.08 },
    ]);
  });

  it("are none while no score has matured", () => {
    expect(monthsOf({ months: [], latest: null })).toEqual([]);
  });
});
