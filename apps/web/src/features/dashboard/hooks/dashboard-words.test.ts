import { describe, expect, it } from "vitest";
import { churnTitle } from "./churn-words.ts";
import { rowsPath } from "@/components/figures/rows-path.ts";
import { tileChange } from "./tile-words.ts";

const points = (...shares: number[]) =>
  shares.map((share, at) => ({ month: `2026-${String(at + 1).padStart(2, "0")}`, share }));

describe("the sentence over the churn chart", () => {
  it("names a lowest and a highest only where there is enough to compare", () => {
    expect(churnTitle(points(0.03, 0.02))).toBe("Churn is at 2%");
    expect(churnTitle(points(0.03, 0.031, 0.04, 0.023))).toBe("Churn is at 2.3%, its lowest in 4 months");
    expect(churnTitle(points(0.03, 0.031, 0.04, 0.05))).toBe("Churn is at 5%, its highest in 4 months");
    expect(churnTitle(points(0.03, 0.03, 0.03, 0.03))).toBe("Churn is at 3%, as in the 3 months before");
    expect(churnTitle(points(0.02, 0.03, 0.04, 0.035))).toBe(
      "Churn is at 3.5%, above the 3% of the 3 months before",
    );
    expect(churnTitle([])).toBe("Churn is not known yet");
  });
});

describe("the change of a tile", () => {
  const tile = {
    key: "mrr" as const,
    label: "MRR",
    unit: "money" as const,
    value: 110,
    before: 100,
    change: 10,
    changeWords: "vs 30 days before",
    moreIsBetter: true,
    series: [],
    formula: "",
    missing: null,
    band: null,
    parts: [],
    basis: null,
    rowsOf: null,
  };

  it("is a share of what it was for money, and points for shares", () => {
    expect(tileChange(tile)).toEqual({ arrow: "up", isGood: true, text: "10%" });
    expect(tileChange({ ...tile, moreIsBetter: false })).toMatchObject({ isGood: false });
    expect(tileChange({ ...tile, unit: "share", before: 0.027, value: 0.023, change: -0.004 })).toEqual({
      arrow: "down",
      isGood: false,
      text: "0.4 pts",
    });
  });

  it("is silent where the period before is not known, and calls nothing a change that would read as 0", () => {
    expect(tileChange({ ...tile, before: null, change: null })).toBeNull();
    expect(tileChange({ ...tile, change: 0 })).toEqual({ arrow: null, isGood: null, text: "no change" });
    expect(tileChange({ ...tile, before: 1_000_000, change: 1 })).toMatchObject({ text: "no change" });
    expect(tileChange({ ...tile, before: 0, value: 10, change: 10 })).toMatchObject({ text: "from nothing" });
  });
});

it("a number leads to its rows, narrowed as the dashboard is", () => {
  expect(rowsPath({ figure: "movements", kind: "churn", from: "2026-10-01" }, { plan: "Pro & co" })).toBe(
    "/app/dashboard/rows?figure=movements&kind=churn&from=2026-10-01&plan=Pro+%26+co",
  );
});
